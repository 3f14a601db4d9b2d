"""The protocol in TypeScript and in words, made from `messages`: neither can fall behind.

`python -m cinquina.server.describe` writes ui/src/protocol.ts and the messages of docs/protocol.md.
"""

import inspect
import re
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect as types

from cinquina.server import log, messages, shapes, steps, study

BEGIN = "<!-- made by python -m cinquina.server.describe -->"
END = "<!-- end -->"
TYPESCRIPT = {types.IntType: "number", types.FloatType: "number", types.StrType: "string"}
WORDS = {types.IntType: "whole number", types.FloatType: "number", types.StrType: "text"}


def structs(union: Any) -> list[type[msgspec.Struct]]:
    return list(get_args(union))


def parts() -> list[type[msgspec.Struct]]:
    """What messages are made of."""
    return [log.Clock, messages.Seat, messages.Room, messages.What, messages.Choice]


def comments(struct: type) -> dict[str, str]:
    """What the source says after each field."""
    found = {}
    for line in inspect.getsource(struct).splitlines():
        if match := re.match(r"    (\w+): [^#]*(?:#\s*(.*))?$", line):
            found[match[1]] = match[2] or ""
    return found


def about(struct: type) -> str:
    return inspect.cleandoc(struct.__doc__ or "")


def answers() -> list[type]:
    """What HTTP answers, with what is in it first."""
    return [
        shapes.Seated, shapes.Listed, shapes.OptionShown, shapes.GameShown, shapes.Problem,
        steps.Frame, study.Studied, study.Frames, study.Judged, study.Standing, study.Reviewed,
    ]  # fmt: skip


# --- TypeScript -------------------------------------------------------------------------------


def typescript() -> str:
    """Types of all messages."""
    head = "Made by `python -m cinquina.server.describe`: change server/messages.py instead."
    blocks = [f"// {head}"]
    for struct in (*parts(), *structs(messages.FromClient), *structs(messages.FromServer)):
        blocks.append(interface(struct))
    blocks += [shape(answer) for answer in answers()]
    for name in ("FromClient", "FromServer"):
        names = " | ".join(s.__name__ for s in structs(getattr(messages, name)))
        blocks.append(f"export type {name} = {names};")
    return "\n\n".join(blocks) + "\n"


def interface(struct: type[msgspec.Struct]) -> str:
    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    notes = comments(struct)
    lines = [f"/** {' '.join(about(struct).split())} */"] if about(struct) else []
    lines.append(f"export interface {struct.__name__} {{")
    if kind.tag is not None:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    for field in kind.fields:
        # Left out when it is the default: by the server where it saves bytes, by clients always.
        omitted = not field.required and (
            struct.__struct_config__.omit_defaults or struct in structs(messages.FromClient)
        )
        note = f" // {notes[field.name]}" if notes.get(field.name) else ""
        mark = "?" if omitted else ""
        lines.append(f"  {field.encode_name}{mark}: {in_typescript(field.type)};{note}")
    return "\n".join([*lines, "}"])


def shape(answer: type) -> str:
    """The interface of a model or a dataclass."""
    fields = getattr(answer, "model_fields", {})
    notes = comments(answer) | {name: field.description for name, field in fields.items()}
    lines = [f"/** {' '.join(about(answer).split())} */"] if about(answer) else []
    lines.append(f"export interface {answer.__name__} {{")
    kinds = get_type_hints(answer)
    for name in (name for name in answer.__annotations__ if name in kinds):
        mark = "?" if getattr(fields.get(name), "default", ...) is None else ""
        note = f" // {notes[name]}" if notes.get(name) else ""
        lines.append(f"  {name}{mark}: {in_typescript(types.type_info(kinds[name]))};{note}")
    return "\n".join([*lines, "}"])


def in_typescript(kind: types.Type) -> str:
    if isinstance(kind, types.StructType | types.DataclassType | types.CustomType):
        return kind.cls.__name__
    if isinstance(kind, types.TupleType):
        return f"[{', '.join(map(in_typescript, kind.item_types))}]"
    if isinstance(kind, types.ListType):
        inner = in_typescript(kind.item_type)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(kind, types.DictType):
        return f"Record<string, {in_typescript(kind.value_type)}>"
    if isinstance(kind, types.UnionType):
        return " | ".join(in_typescript(one) for one in kind.types)
    if isinstance(kind, types.LiteralType):
        return " | ".join(f'"{value}"' for value in kind.values)
    if isinstance(kind, types.NoneType):
        return "null"
    if isinstance(kind, types.BoolType):
        return "boolean"
    return TYPESCRIPT.get(type(kind), "unknown")


# --- Words ------------------------------------------------------------------------------------


def markdown() -> str:
    """The messages, for docs/protocol.md."""
    blocks = [BEGIN, "### From a client"]
    blocks += [section(struct) for struct in structs(messages.FromClient)]
    blocks.append("### From the server")
    blocks += [section(struct) for struct in structs(messages.FromServer)]
    blocks.append("### Parts of messages")
    blocks += [section(struct) for struct in parts()]
    return "\n\n".join([*blocks, END])


def section(struct: type[msgspec.Struct]) -> str:
    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    notes, name = comments(struct), kind.tag if kind.tag is not None else struct.__name__
    rows = [
        f"| `{field.encode_name}` | {in_words(field.type)} | {notes.get(field.name, '')} |"
        for field in kind.fields
    ]
    table = "\n".join(["| field | | |", "|---|---|---|", *rows])
    return f"**`{name}`** {about(struct)}\n\n{table}"


def in_words(kind: types.Type) -> str:
    if isinstance(kind, types.StructType):
        return f"`{kind.cls.__name__}`"
    if isinstance(kind, types.ListType):
        return f"list of {in_words(kind.item_type)}"
    if isinstance(kind, types.DictType):
        return f"map of text to {in_words(kind.value_type)}"
    if isinstance(kind, types.UnionType):
        return " or ".join(in_words(one) for one in kind.types)
    if isinstance(kind, types.LiteralType):
        return ", ".join(f"`{value}`" for value in kind.values)
    if isinstance(kind, types.NoneType):
        return "null"
    if isinstance(kind, types.BoolType):
        return "true or false"
    return WORDS.get(type(kind), "anything")


def filled(text: str) -> str:
    """The document with its messages as they are now."""
    before, _, rest = text.partition(BEGIN)
    return before + markdown() + rest.partition(END)[2]


if __name__ == "__main__":
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    (root / "ui/src/protocol.ts").write_text(typescript(), encoding="utf-8")
    document = root / "docs/protocol.md"
    document.write_text(filled(document.read_text(encoding="utf-8")), encoding="utf-8")
