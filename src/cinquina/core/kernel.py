"""The one door to Numba: `kernel` compiles a function, or leaves it as it is.

The rules run interpreted when `NUMBA_DISABLE_JIT=1` is set or Numba is not installed; a process
has one mode from its first import to its end. Interpreted, Numba is not even imported: commands
that play a single game start faster so.

Numba's on-disk cache watches only the file that a function stands in, not the functions and
constants it uses from other files. So the content of the whole engine names the cache directory.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

# where kernels are
ENGINE = ("core/*.py", "games/*.py", "bots/**/*.py", "lab/*.py", "envs/*.py", "table.py")
STALE_DAYS = 14

Function = TypeVar("Function", bound=Callable[..., Any])


def fingerprint() -> str:
    """A hash of the engine's sources and of the flags that change what Numba makes of them."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for part in ENGINE:
        for file in sorted(package.glob(part)):
            digest.update(str(file.relative_to(package)).encode() + b"\0" + file.read_bytes())
    flags = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_"))
    digest.update(repr(flags).encode())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where compiled kernels of all versions live; a temporary folder if home can't be written."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "cinquina"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cinquina-"))  # nobody else's: caches hold code
    return home if os.access(home, os.W_OK) else Path(tempfile.mkdtemp(prefix="cinquina-"))


def choose_cache() -> None:
    """Point Numba at the cache of exactly these sources; drop caches that nobody used for long."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    here = cache_home() / fingerprint()
    if not here.exists():
        for old in here.parent.glob("*"):
            if time.time() - old.stat().st_mtime > STALE_DAYS * 86400:
                shutil.rmtree(old, ignore_errors=True)
        here.mkdir(parents=True, exist_ok=True)
    os.utime(here)
    os.environ["NUMBA_CACHE_DIR"] = str(here)


def find_numba() -> Any:
    """Numba, or None when the rules are to run interpreted."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    choose_cache()  # Numba reads the variable when it is imported
    try:
        import numba
    except ImportError:
        return None
    return numba


numba = find_numba()
INTERPRETED = numba is None
FLAGS = {"cache": True, "nogil": True, "error_model": "numpy"}


def kernel(function: Function) -> Function:
    """Compile a function of the engine into its callers; interpreted, give it back unchanged.

    Calls cost more than most functions of the rules do: see docs/decisions/0001."""
    if INTERPRETED:
        return function
    compiled: Function = numba.njit(**FLAGS, forceinline=True)(function)
    return compiled


def interpreted(function: Function) -> Function:
    """A kernel as plain Python, to be called on what `look` gives."""
    plain: Function = getattr(function, "py_func", function)
    return plain


def outline(function: Function) -> Function:
    """A kernel that is called, not inlined: for entry points, and for what seldom happens."""
    if INTERPRETED:
        return function
    compiled: Function = numba.njit(**FLAGS)(function)
    return compiled
