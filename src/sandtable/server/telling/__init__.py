"""Told in time: messages to browsers that are closed (Web Push), for those who asked for them."""
