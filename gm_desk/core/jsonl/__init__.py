"""Requests and answers as JSON lines (rules, "One request, one answer")."""
