"""The coach over HTTP: free boards, questions and their queue, the worker that answers them; studies and puzzles."""
