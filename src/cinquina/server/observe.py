"""Logs and measurements of a server. Neither holds a token, a seed or a card."""

import logging
import sys
from typing import Any

import structlog
from prometheus_client import Counter, Gauge, Histogram

logger = structlog.get_logger("cinquina")

SOCKETS = Gauge("cinquina_sockets", "Connected sockets", multiprocess_mode="livesum")
TABLES = Gauge("cinquina_tables", "Tables in memory", multiprocess_mode="livesum")
COMMANDS = Counter("cinquina_commands", "Commands received", ["command"])
MOVES = Counter("cinquina_moves", "Moves stored", ["by"])
REFUSED = Counter("cinquina_refused", "Commands refused", ["code"])
DROPPED = Counter("cinquina_dropped", "Connections closed by the server", ["why"])
STORED = Histogram(
    "cinquina_store_seconds",
    "Time until an entry is durable",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)


def set_up_logs(json: bool) -> None:
    """One line for each thing that happens, uvicorn's lines too: for people, or as JSON."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if json:
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # Plain: the usual one shows all variables, and so tokens and cards.
        plain = structlog.dev.plain_traceback
        colors = sys.stderr.isatty()
        last += [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("INFO")
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel("WARNING")  # it would log the address of every player
