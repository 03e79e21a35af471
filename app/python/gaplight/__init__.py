# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Gaplight's view of a profiler trace, as NumPy columns.

    import gaplight, numpy, pandas
    trace = gaplight.open("trace.json.gz")
    kernels = pandas.DataFrame(trace.kernels)
    kernels["text"] = trace.short_names[trace.kernels.name]
    print(kernels.groupby("text").duration.sum().nlargest(10))
    print(trace.gaps.duration.sum(), trace.findings.title[:3])

In a notebook, a trace, a comparison and a figure show themselves:

    trace                                                  # the verdict, a bar, the first findings
    trace.figure(finding=0)                                # SVG; .save("figure.svg")
    gaplight.compare("before.json.gz", "after.json.gz")
    gaplight.what_if(trace, ["remove:host-sync"])
    gaplight.open_ranks("run/").ranks                      # a table, a row for each rank

A trace is immutable, and so are its arrays. Most of them are the trace's own memory and keep it
alive; each table says what is copied. open() does not hold the interpreter's lock.
"""

from __future__ import annotations

import json
import os
from functools import cached_property
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _native
from ._native import Error
from .shown import Comparison, Figure, Ranks, WhatIf
from .tables import (Activities, Categories, Correlations, Evidence, Findings, Gaps, KernelConfigs,
                     Kernels, ReportTable, Slices, Table, Text, Tracks, frozen)

__all__ = ["GAP_FILLERS", "GAP_TRIGGERS", "Comparison", "Error", "Figure", "Ranks", "Trace",
           "WhatIf", "__version__", "compare", "open", "open_ranks", "what_if"]

Path = Union[str, "os.PathLike[str]"]

#: As 'gaplight --version' prints it.
__version__: str = _native.version()

#: What made the queue of a GPU run dry, by Gaps.trigger.
GAP_TRIGGERS: Tuple[str, ...] = tuple(_native.gap_triggers())
#: What the launching thread did meanwhile, by Gaps.filler.
GAP_FILLERS: Tuple[str, ...] = tuple(_native.gap_fillers())


def open(path: Path, *, settings: Mapping[str, object] = {}, range: str = "",
         use_settings_files: bool = True, use_cache: bool = True,
         rules: Sequence[Path] = ()) -> Trace:
    """Opens a trace of any format that Gaplight reads, and analyzes it; "HOST:PATH" over ssh.

    settings: thresholds and severities of rules, {"gpu-idle.min_gap": "50us"}.
    range: the part to measure: "12ms..80ms", "step:3", "annotation:NAME#2", "decode:64#3".
    use_settings_files: the user's gaplight.toml and rules, and the gaplight.toml beside the trace.
    use_cache: a pack that Gaplight kept of this trace is read instead.
    rules: folders with rules of one's own, as --rules of the program.

    Raises Error; KeyboardInterrupt stops it.
    """
    return Trace(_native.open(os.fsencode(path), _assignments(settings), range,
                              use_settings_files, use_cache, [os.fsencode(one) for one in rules]))


def open_ranks(paths: Union[Path, Sequence[Path]], *, settings: Mapping[str, object] = {},
               use_settings_files: bool = True, use_cache: bool = True,
               rules: Sequence[Path] = ()) -> Ranks:
    """Opens the traces of the ranks of one run, and measures them together.

    paths: a folder with the traces, or the traces (two at least).
    Else as open(); raises Error where no two ranks can be read.
    """
    named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    handles, report = _native.open_ranks(
        [os.fsencode(path) for path in named], _assignments(settings), use_settings_files,
        use_cache, [os.fsencode(one) for one in rules])
    return Ranks({number: Trace(handle) for number, handle in handles}, json.loads(report))


def compare(a: Union[Trace, Path], b: Union[Trace, Path]) -> Comparison:
    """What changed from trace `a` to trace `b`, and whether that is better: what 'gaplight compare'
    says. A path is opened as by open().

    Raises Error where one cannot be opened.
    """
    first, second = (one if isinstance(one, Trace) else open(one) for one in (a, b))
    report, sentence = _native.compare(first._handle, second._handle)
    return Comparison(json.loads(report), sentence.decode(),
                      lambda: Figure(_native.compare_svg(first._handle, second._handle).decode()))


def what_if(trace: Trace, edits: Union[str, Sequence[str]]) -> WhatIf:
    """What the trace would take with changes of the program, by one replay with all of them.

    edits: as --what-if of the program: "remove:host-sync" (the edits of a rule's findings),
    "remove:finding:1", "remove:annotation:NAME", "scale:kernel:NAME:0.5", "graph:steps",
    "async:copies", ...

    Raises Error for an edit that is none, or that names nothing in the trace.
    """
    listed = [edits] if isinstance(edits, str) else list(edits)
    return WhatIf(json.loads(trace._handle.what_if_json(listed)))


def _assignments(settings: Mapping[str, object]) -> List[str]:
    return [f"{key}={value}" for key, value in settings.items()]


class Trace:
    """A loaded trace. Its tables are made when they are first read."""

    def __init__(self, handle: _native.Handle) -> None:
        self._handle = handle
        facts = handle.facts()
        #: As given to open().
        self.path: str = facts["path"]
        #: "kineto-json", "nsight-sqlite", ...
        self.format: str = facts["format"]
        #: First start and last end of all slices, in ns on the clock of the trace.
        self.begin: int = facts["begin"]
        self.end: int = facts["end"]
        #: Time 0 of that clock in ns since the Unix epoch; 0: not recorded.
        self.base_time: int = facts["base_time"]

    def __repr__(self) -> str:
        return f"<gaplight.Trace {self.path!r}: {len(self.slices)} slices>"

    def _repr_html_(self) -> str:
        """The verdict, how the GPUs spent the time, the first findings; no script."""
        return self._handle.notebook_html().decode()

    def figure(self, *, range: str = "", finding: Optional[int] = None,
               width: float = 1100) -> Figure:
        """A figure of a part of the timeline with its findings, as of 'gaplight export'.

        range: as of open(); else the part around the finding of that row of `findings`, else all.
        width: in pixels; the height is what the tracks need.

        Raises Error where there is no such finding, or nothing in the range.
        """
        return Figure(self._handle.figure_svg(range, finding, width).decode())

    @cached_property
    def names(self) -> Text:
        """Every text of the trace by its id, as Python's strings. Copied once.

        names[slices.name] are the names of slices; pandas.Categorical.from_codes(slices.name,
        names) is the same in 4 bytes a slice.
        """
        return self._handle.names()

    @cached_property
    def short_names(self) -> Text:
        """The same texts, those of kernels without namespaces, template arguments and parameters:
        short_names[kernels.name]. Copied once."""
        return self._handle.short_names()

    @cached_property
    def slices(self) -> Slices:
        """Everything with a duration."""
        return Slices(self._handle.slices(), self.tracks, self.categories)

    @cached_property
    def tracks(self) -> Tracks:
        """Threads, streams and groups of async operations."""
        return Tracks(self._handle.tracks())

    @cached_property
    def categories(self) -> Categories:
        """Categories of slices."""
        return Categories(self._handle.categories())

    @cached_property
    def activities(self) -> Activities:
        """Kernels, copies and memsets."""
        return Activities(self._handle.activities())

    @cached_property
    def kernel_configs(self) -> KernelConfigs:
        """Launch configurations of kernels."""
        return KernelConfigs(self._handle.kernel_configs())

    @cached_property
    def correlations(self) -> Correlations:
        """Correlation numbers of calls and activities."""
        return Correlations(self._handle.correlations())

    @cached_property
    def kernels(self) -> Kernels:
        """Kernels alone."""
        return Kernels(self.slices, self.activities, self.kernel_configs)

    @cached_property
    def gaps(self) -> Gaps:
        """Where GPUs were idle."""
        gpus = self._handle.gaps()
        parts: List[Dict[str, Any]] = []
        for gpu in gpus:
            count = len(gpu["columns"]["start"])
            parts.append({**gpu["columns"],
                          "source": numpy.full(count, gpu["source"], numpy.uint16),
                          "device": numpy.full(count, gpu["device"], numpy.int16)})
        if len(parts) == 1:
            return Gaps({name: frozen(column) for name, column in parts[0].items()})
        dtypes = {"start": "i8", "end": "i8", "source": "u2", "device": "i2", "activity": "i4",
                  "launch": "i4", "blocking_call": "i4", "trigger": "u1", "filler": "u1"}
        return Gaps({name: frozen(numpy.concatenate(
            [numpy.empty(0, dtype)] + [part[name] for part in parts]))
            for name, dtype in dtypes.items()})

    @cached_property
    def findings(self) -> Findings:
        """What costs time, the most important first."""
        return Findings(self._handle.findings())

    @cached_property
    def evidence(self) -> Evidence:
        """The intervals that findings point at."""
        return Evidence(self._handle.evidence())

    def sql(self, query: str, *, max_rows: int = 10_000_000,
            max_seconds: float = 120.0) -> Dict[str, Any]:
        """The result of a SELECT as {name: array}, as of 'gaplight query'; 'gaplight tables' lists
        what there is.

            pandas.DataFrame(trace.sql("SELECT name, sum(dur) FROM kernel GROUP BY name"))

        int64 where all values are integers (times are ns), float64 where one has decimals (NULL is
        NaN), else objects (NULL is None).

        Raises Error, which says what is wrong and where; KeyboardInterrupt stops it.
        """
        return self._handle.sql(query, max_rows, max_seconds)

    @cached_property
    def analysis(self) -> Dict[str, Any]:
        """What 'gaplight analyze --format json' prints."""
        report: Dict[str, Any] = json.loads(self._handle.analysis_json())
        return report

    @cached_property
    def iterations(self) -> ReportTable:
        """The iterations of a server, one a row: phase, bucket, requests, tokens, times. Empty
        where the trace is of none."""
        return ReportTable((self.analysis.get("serving") or {}).get("rows", []))

    @cached_property
    def iteration_kinds(self) -> ReportTable:
        """The same by phase and bucket: medians, tokens a second, padding."""
        return ReportTable((self.analysis.get("serving") or {}).get("by_phase", []))

    @cached_property
    def info(self) -> Dict[str, Any]:
        """What 'gaplight info --format json' prints."""
        report: Dict[str, Any] = json.loads(self._handle.info_json())
        return report

    def args(self, slice: int) -> Dict[str, str]:
        """The args of a slice, read from its file; a member of an object is "object / member".

        Raises Error where the file was changed or removed, IndexError where there is no such slice.
        """
        return dict(self._handle.args(slice))
