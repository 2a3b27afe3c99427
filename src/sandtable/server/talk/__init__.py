"""Talk at a table: phrases and reactions that everybody reads in the own language; free text only where all have agreed."""
