"""One request as a JSON line, and its answer as another (rules, "One request, one answer")."""

from gm_desk.core.codec.lines import MOST_BYTES, Answer, answer

__all__ = ["MOST_BYTES", "Answer", "answer"]
