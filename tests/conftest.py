"""Hypothesis looks for counter-examples in the same places every time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cinquina",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # a whole game is played for each example
)
settings.load_profile("cinquina")
