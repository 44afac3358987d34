"""The rules and the values of GM Desk, without files, clock or screen."""
