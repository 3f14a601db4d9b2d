"""Check ports, database and cache for a server with these options, and say what to do."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from cinquina.cli.arguments import (
    BotPace,
    CompiledBots,
    Data,
    Database,
    Host,
    KeepDays,
    Limits,
    LogJson,
    MostTables,
    Port,
    Proxies,
    PublicUrl,
    Redis,
    Workers,
    interpret,
)


def run(
    host: Host = None,
    port: Port = None,
    data: Data = None,
    public_url: PublicUrl = None,
    database: Database = None,
    redis: Redis = None,
    workers: Workers = None,
    proxies: Proxies = None,
    keep_days: KeepDays = None,
    bot_pace: BotPace = None,
    compiled_bots: CompiledBots = None,
    most_tables: MostTables = None,
    log_json: LogJson = None,
    limits: Limits = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    given = {name: value for name, value in locals().items() if name != "as_json"}
    interpret()
    from cinquina.server.doctor import examine

    findings = []
    for finding in examine(given):
        findings.append(finding)
        if not as_json:
            typer.echo(f"{finding.level:9}{finding.about:12}{finding.text}")
    problems = sum(finding.level == "problem" for finding in findings)
    if as_json:
        found = {"ok": problems == 0, "findings": [asdict(finding) for finding in findings]}
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
    raise typer.Exit(1 if problems else 0)
