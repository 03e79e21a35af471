# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What the engine says of traces, as objects that show themselves in a notebook. Nothing is measured
here: sentences, numbers and figures are the engine's."""

from __future__ import annotations

import html
import os
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Union

from .tables import ReportTable

if TYPE_CHECKING:
    from . import Trace


class Figure:
    """A figure as SVG, with a background of its own: legible in light and dark notebooks."""

    def __init__(self, svg: str) -> None:
        #: The text of the SVG file.
        self.svg: str = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<gaplight.Figure: SVG, {len(self.svg)} characters>"

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes an .svg file.

        Raises ValueError for another ending ('gaplight export' writes PNG and PDF), OSError where it
        cannot be written.
        """
        if not os.fspath(path).endswith(".svg"):
            raise ValueError(f"{os.fspath(path)!r} does not end with .svg; "
                             "'gaplight export' writes PNG and PDF")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class WhatIf(Mapping[str, Any]):
    """The answer of a replay with edits: edits, window_ns, saving_ns, saving_share (of the measured
    window), speed_up, step_before_ns and step_ns (a median step), unprofiled_before_ns and
    unprofiled_window_ns (without the profiler's own time), model_error (of the replay), trusted.
    Times are ns, None where they are not known; without `trusted` none is."""

    def __init__(self, answer: Dict[str, Any]) -> None:
        self._answer = answer

    def __getitem__(self, name: str) -> Any:
        return self._answer[name]

    def __iter__(self) -> Any:
        return iter(self._answer)

    def __len__(self) -> int:
        return len(self._answer)

    def __repr__(self) -> str:
        return f"<gaplight.WhatIf {self._answer}>"

    def _repr_html_(self) -> str:
        return _rows_html([{"": name, "value": value} for name, value in self._answer.items()
                           if value is not None])


class Comparison:
    """What changed from one trace to another."""

    def __init__(self, report: Dict[str, Any], sentence: str,
                 figure: Callable[[], Figure]) -> None:
        #: What 'gaplight compare --format json' prints.
        self.report: Dict[str, Any] = report
        #: The verdict with its numbers.
        self.sentence: str = sentence
        self._figure = figure

    @property
    def verdict(self) -> str:
        """"improved", "regressed", "unchanged", "inconclusive", ..."""
        return str(self.report["verdict"])

    @property
    def reasons(self) -> List[str]:
        """Why, the largest first: causes that are gone or new, and what changed."""
        return list(self.report["verdict_detail"]["why"])

    @cached_property
    def figure(self) -> Figure:
        """Both runs above each other. Raises Error where nothing can be drawn."""
        return self._figure()

    def __repr__(self) -> str:
        return f"<gaplight.Comparison: {self.sentence}>"

    def _repr_html_(self) -> str:
        reasons = "".join(f"<li>{_prose(reason)}</li>" for reason in self.reasons)
        return (f'<div style="max-width:70em;line-height:1.45"><div style="font-size:110%">'
                f"{_prose(self.sentence)}</div><ul>{reasons}</ul></div>")


class Ranks:
    """The ranks of a run, measured together."""

    def __init__(self, traces: Dict[int, Trace], report: Dict[str, Any]) -> None:
        #: The trace of each rank by its number.
        self.traces: Dict[int, Trace] = traces
        #: What 'gaplight analyze DIR --format json' prints.
        self.report: Dict[str, Any] = report

    @property
    def verdict(self) -> str:
        """Which rank is late, into what, why, and what it costs."""
        return str(self.report["sentence"])

    @cached_property
    def ranks(self) -> ReportTable:
        """A row for each rank: steps, busy and idle time, waits, how often it came last. Times in
        ns."""
        return ReportTable(_flat(self.report["ranks"]["per_rank"]))

    def __repr__(self) -> str:
        return f"<gaplight.Ranks: {len(self.traces)} ranks; {self.verdict}>"

    def _repr_html_(self) -> str:
        return (f'<div style="max-width:70em;line-height:1.45"><div style="font-size:110%">'
                f"{_prose(self.verdict)}</div>"
                f'{_rows_html(_flat(self.report["ranks"]["per_rank"]))}</div>')


def _flat(rows: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """Without the columns that are objects or lists themselves."""
    return [{name: value for name, value in row.items() if not isinstance(value, (dict, list))}
            for row in rows]


def _prose(text: str) -> str:
    """Text with code between backticks."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(text))


def _rows_html(rows: List[Dict[str, Any]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in row.values())
                   + "</tr>" for row in rows)
    return f'<table style="color:inherit;font:inherit"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
