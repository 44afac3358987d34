"""JSON lines: requests and answers of `gm-desk rules`, whose format `gm-desk rules --help` describes."""
