"""What a system is, the registry of systems, and the systems themselves: ep1, ep2, kaiser."""
