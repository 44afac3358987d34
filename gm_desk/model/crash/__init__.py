"""Crash reports and signals."""
