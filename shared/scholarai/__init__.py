"""ScholarAI: papers go in, answers with checked quotes come out."""

__version__ = "0.1.0"
