"""The files in deploy/ and docs/self-hosting.md."""

import configparser
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from prometheus_client.metrics import MetricWrapperBase
from typer.main import get_command

from cinquina.cli.main import app
from cinquina.server import app as web
from cinquina.server import borders, observe, run, sockets
from cinquina.server.messages import NAME_LENGTH
from cinquina.server.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "self-hosting.md").read_text()


def options_of(command: str) -> set[str]:
    """The options of a command, as they are written."""
    found = get_command(app).commands[command].params  # type: ignore[attr-defined]
    return {name for one in found for name in (*one.opts, *one.secondary_opts)}


def test_every_setting_is_an_option_of_serve_and_doctor() -> None:
    options = {f"--{name.replace('_', '-')}" for name in Settings.model_fields}
    assert options <= options_of("serve") and options <= options_of("doctor")


def test_the_guide_lists_every_setting() -> None:
    rows = re.findall(r"^\| `(--\S+)` \| `(CINQUINA_\w+)` \|(.*?)\| .+ \|$", GUIDE, re.MULTILINE)
    found = {}
    for option, variable, default in rows:
        name = variable.removeprefix("CINQUINA_").lower()
        assert option == f"--{name.replace('_', '-')}"
        found[name] = default.strip(" `")
    expected = {}
    for name, field in Settings.model_fields.items():
        value = field.get_default(call_default_factory=True)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        expected[name] = text.replace(str(Path.home()), "~")
    assert found == expected


def section(title: str) -> str:
    return GUIDE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_guide_lists_every_metric() -> None:
    found = set(re.findall(r"^\| `(cinquina_\w+)`", section("Logs, metrics, health"), re.MULTILINE))
    metrics = [one for one in vars(observe).values() if isinstance(one, MetricWrapperBase)]
    described = [metric.describe()[0] for metric in metrics]
    assert found == {m.name + "_total" * (m.type == "counter") for m in described}


def test_the_guide_has_the_limits_that_hold() -> None:
    cells = re.findall(r"^\| (\D[^|]*) \| ([\d.]+) \|(?: ([\d.]+) \|)?$", GUIDE, re.MULTILINE)
    assert [tuple(float(n) for n in numbers if n) for _, *numbers in cells] == [
        borders.REQUESTS,
        web.NEW_TABLES,
        sockets.LOOKUPS,
        sockets.COMMANDS,
        (sockets.MOST_FROM_AN_ADDRESS,),
        (run.MOST_MESSAGE,),
        (borders.MOST_BODY,),
        (sockets.MOST_QUEUED,),
        (sockets.MOST_BAD,),
        (NAME_LENGTH,),
        (sockets.HELLO_WITHIN,),
        (sockets.SILENT,),
    ]


FILES = [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "self-hosting.md"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_options_and_links_exist(file: Path) -> None:
    text = file.read_text()
    variables = {f"CINQUINA_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"CINQUINA_[A-Z_]+", text)) <= variables
    for command, words in re.findall(r"cinquina (serve|doctor|backup)([^`\n]*)", text):
        assert set(re.findall(r"--[a-z-]+", words)) <= options_of(command)
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (file.parent / link).exists()] == []


def test_the_unit_starts_a_real_command() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "cinquina.service")
    program, command, *options = unit["Service"]["ExecStart"].split()
    assert Path(program).is_absolute() and Path(program).name == "cinquina"
    assert set(options) <= options_of(command)
    assert unit["Service"]["DynamicUser"] == "yes" and unit["Service"]["Restart"] == "always"
    assert "MemoryDenyWriteExecute" not in unit["Service"]  # Numba writes code


def test_the_image_starts_a_real_command() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    words = {name: json.loads(line) for name, line in re.findall(r"^([A-Z]+) (\[.*\])", text, re.M)}
    command, *options = words["CMD"]
    assert words["ENTRYPOINT"] == ["cinquina"]
    assert {word for word in options if word.startswith("--")} <= options_of(command)
    for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    check = re.findall(r"\"-c\", \"(.*)\"\]", text)[0]
    compile(check, "HEALTHCHECK", "exec")
    assert "/health" in check


@pytest.mark.skipif(find_spec("yaml") is None, reason="no parser for YAML is installed")
def test_the_compose_file() -> None:
    import yaml

    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = found["services"]
    command, *options = services["cinquina"]["command"]
    assert {word for word in options if word.startswith("--")} <= options_of(command)
    assert (DEPLOY / services["cinquina"]["build"]["context"] / "deploy" / "Dockerfile").exists()
    assert all("healthcheck" in services[name] for name in services["cinquina"]["depends_on"])
    mounted = {v.split(":")[0] for one in services.values() for v in one.get("volumes", [])}
    assert mounted == set(found["volumes"])


def test_no_password_has_a_default() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    example = (DEPLOY / ".env.example").read_text()
    asked = set(re.findall(r"\$\{(\w+)", text))
    assert asked == set(re.findall(r"^(\w+)=", example, re.MULTILINE))
    for name in (one for one in asked if "PASSWORD" in one):
        assert text.count("${" + name) == text.count("${" + name + ":?") > 0
        assert re.search(rf"^{name}=$", example, re.MULTILINE)
