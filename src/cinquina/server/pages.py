"""The pages that the server makes itself: no script, nothing from elsewhere."""

from html import escape
from typing import Any

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; margin-bottom: .2rem; } h2 { margin-top: 2rem; }
code { font-size: .9em; } .verb { font-weight: 700; }
section { border: 1px solid #8886; border-radius: .6rem; padding: .4rem 1rem; margin: .8rem 0; }
table { border-collapse: collapse; width: 100%; } td { padding: .15rem .6rem .15rem 0;
vertical-align: top; } td:first-child { white-space: nowrap; }
"""


def page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><body><main>{body}</main></body></html>"
    )


def start(code: str) -> str:
    """The front page, or that of a table."""
    if code:
        head = f"<h1>Table {escape(code[:40])}</h1>"
        text = "Programs join it over the socket: see the address of the interface below. "
    else:
        head = "<h1>Cinquina</h1>"
        text = "Five number card games at one table. This server is up. "
    text += "Its pages were not built: install it again with pip, without CINQUINA_SKIP_UI."
    links = '<p><a href="/docs">The HTTP interface</a> · <a href="/health">Health</a></p>'
    return page("Cinquina", f"{head}<p>{text}</p>{links}")


def docs(schema: dict[str, Any]) -> str:
    """The HTTP interface, from its OpenAPI description."""
    parts = [f"<h1>{escape(schema['info']['title'])}: the HTTP interface</h1>"]
    parts.append('<p>Version {}. For programs: <a href="/openapi.json">openapi.json</a>.</p>')
    parts[-1] = parts[-1].format(escape(schema["info"]["version"]))
    for path, verbs in schema["paths"].items():
        for verb, what in verbs.items():
            parts.append(operation(path, verb, what))
    parts.append("<h2>Objects</h2>")
    for name, what in schema["components"]["schemas"].items():
        parts.append(described(name, what))
    return page("Cinquina: the HTTP interface", "".join(parts))


def operation(path: str, verb: str, what: dict[str, Any]) -> str:
    about = escape(what.get("description") or what.get("summary", ""))
    body = what.get("requestBody", {}).get("content", {}).get("application/json", {})
    takes = f"<p>Takes {kind(body['schema'])}.</p>" if body else ""
    answers = []
    for status, answer in what["responses"].items():
        content = answer.get("content", {}).get("application/json", {}).get("schema")
        answers.append(f"{escape(status)} {kind(content)}" if content else escape(status))
    return (
        f'<section><p><code><span class="verb">{verb.upper()}</span> {escape(path)}</code></p>'
        f"<p>{about}</p>{takes}<p>Answers {', '.join(answers)}.</p></section>"
    )


def described(name: str, what: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(field)}</code></td><td>{kind(facts)}</td>"
        f"<td>{escape(facts.get('description', ''))}</td></tr>"
        for field, facts in what.get("properties", {}).items()
    ]
    about = escape(what.get("description", ""))
    return (
        f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{about}</p>'
        f"<table>{''.join(rows)}</table></section>"
    )


def kind(schema: dict[str, Any]) -> str:
    """The type of something, in words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return "list of " + kind(schema.get("items", {}))
    if isinstance(schema.get("additionalProperties"), dict):
        return "map to " + kind(schema["additionalProperties"])
    return escape(str(schema.get("type", "anything")))
