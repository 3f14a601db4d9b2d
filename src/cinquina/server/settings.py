"""How a server is set up: by options of `cinquina serve`, else by variables `CINQUINA_…`."""

from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from cinquina.core.errors import CinquinaError


def home() -> Path:
    """Where a server keeps its file, if it is not told."""
    return Path("~/.local/share/cinquina").expanduser()


class Settings(BaseSettings):
    """Fields are documented in docs/self-hosting.md."""

    model_config = SettingsConfigDict(env_prefix="CINQUINA_", extra="forbid")

    host: str = "0.0.0.0"  # phones in the same network join
    port: int = Field(8000, ge=0, le=65535)
    data: Path = Field(default_factory=lambda: home() / "cinquina.sqlite")
    public_url: str = ""
    database: str = ""
    redis: str = ""
    workers: int = Field(1, ge=1, le=64)
    proxies: str = ""  # addresses whose X-Forwarded-For is believed
    keep_days: int = Field(90, ge=1)
    bot_pace: float = Field(1.0, ge=0, le=10)  # of bots' pauses: 0 is none
    compiled_bots: bool = True  # off: `expert` can't search, but nothing is ever compiled
    log_json: bool = False
    most_tables: int = Field(20_000, ge=1)  # in memory, of one worker
    limits: bool = True  # off only for `cinquina load`, on this machine

    @field_validator("public_url")
    @classmethod
    def _check_url(cls, url: str) -> str:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("an address begins with http:// or https://")
        return url.rstrip("/")

    @classmethod
    def of(cls, **given: Any) -> "Settings":
        """The settings; what is not given comes from the environment."""
        try:
            found = cls(**{name: value for name, value in given.items() if value is not None})
        except ValidationError as problem:
            first = problem.errors()[0]
            name = str(first["loc"][0]) if first["loc"] else "setting"
            raise CinquinaError(
                f"The setting {name} can't be so: {first['msg'].lower()}. "
                f"Set it by --{name.replace('_', '-')} or CINQUINA_{name.upper()}."
            ) from None
        if found.workers > 1 and not (found.database and found.redis):
            raise CinquinaError(
                "Several workers need PostgreSQL and Redis: give --database and --redis, "
                "or --workers 1."
            )
        if bool(found.redis) and not found.database:
            raise CinquinaError("Redis is for several workers over PostgreSQL: give --database.")
        return found
