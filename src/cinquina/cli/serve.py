"""Start the server: tables for friends in the browser and on phones."""

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
    browser: Annotated[bool, typer.Option(help="Open the browser, if there is one.")] = True,
) -> None:
    interpret()  # the rules: bots that search think in a process of their own
    from cinquina.server.run import open_browser, qr_code, serve
    from cinquina.server.settings import Settings

    settings = Settings.of(
        host=host, port=port, data=data, public_url=public_url, database=database, redis=redis,
        workers=workers, proxies=proxies, keep_days=keep_days, bot_pace=bot_pace,
        compiled_bots=compiled_bots, most_tables=most_tables, log_json=log_json, limits=limits,
    )  # fmt: skip

    def started(address: str) -> None:
        typer.echo(f"Cinquina is at {address}   (Ctrl-C ends it; nothing is lost)")
        if typer.get_text_stream("stdout").isatty():
            typer.echo(qr_code(address))
        if browser:
            open_browser(address)

    serve(settings, started)
