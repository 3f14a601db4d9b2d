"""What Hatchling does besides packing files: the pages in the browser are made from ui/."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "ui"))
import bundle


class Pages(BuildHookInterface[Any]):
    """For a wheel, an editable installation and an sdist, which carries the made pages too."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node is 60 MB: it is asked for only if there is something to make."""
        return [] if bundle.current() else [bundle.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        bundle.make()
