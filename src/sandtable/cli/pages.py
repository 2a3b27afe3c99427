"""``export-html``: a recorded game as a page of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable import show
from sandtable.cli.errors import BadInput
from sandtable.cli.files import revealed_file
from sandtable.kernel.words import LANGUAGES


def export_html(
    file: Annotated[Path, typer.Argument(help="A record.")],
    out: Annotated[Path | None, typer.Argument(help="The page to write (default: beside the record, ending in .html).")] = None,
    lang: Annotated[str | None, typer.Option(help=f"{' or '.join(LANGUAGES)} (default: the reader's browser decides).")] = None,
) -> None:
    """Write a game as one HTML file with an interactive replay that opens offline, for blogs and mails."""
    if lang is not None and lang not in LANGUAGES:
        raise BadInput(f"there is no language {lang!r}; there are: {', '.join(LANGUAGES)}.")
    record = revealed_file(file)
    target = out or file.with_suffix(".html")
    try:
        content = show.page(record, lang)
    except RuntimeError as error:
        raise BadInput(str(error)) from None
    target.write_text(content, "utf-8")
    print(f"{target}: {len(record.decisions)} decisions, {len(content) / 1e6:.1f} MB")


COMMANDS = (export_html,)
