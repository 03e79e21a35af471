# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of a trace: columns of equal length, as read-only NumPy arrays.

Times are int64 nanoseconds on the clock of the trace, durations int64 nanoseconds. An id is the
position of a row in another table, int32; -1 stands for none.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Dict, Iterator, List, Mapping, Tuple

import numpy
from numpy.typing import NDArray

Int64 = NDArray[numpy.int64]
Int32 = NDArray[numpy.int32]
Int16 = NDArray[numpy.int16]
Uint64 = NDArray[numpy.uint64]
Uint32 = NDArray[numpy.uint32]
Uint16 = NDArray[numpy.uint16]
Uint8 = NDArray[numpy.uint8]
Float64 = NDArray[numpy.float64]
Float32 = NDArray[numpy.float32]
Bool = NDArray[numpy.bool_]
Text = NDArray[numpy.object_]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The array, which nobody can write to any more."""
    array.setflags(write=False)
    return array


def _refuse(*_args: Any, **_kwargs: Any) -> Any:
    raise TypeError("a table of a trace cannot be changed; columns() gives a dict of its arrays")


class Table(Dict[str, NDArray[Any]]):
    """Columns by name: as attributes, as items, and all of them from columns(). A table is a dict of
    its columns, so that pandas.DataFrame(table) has them; its length is the number of rows.

    Tables are cheap: a column that has to be computed is computed when it is first read.
    """

    _names: Tuple[str, ...] = ()
    _length: str = ""  # the column that says how many rows there are

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        super().__init__()  # the columns are attributes: some are computed when they are read
        self.__dict__.update(columns)

    def columns(self) -> Dict[str, NDArray[Any]]:
        """{name: array} of all columns, as pandas.DataFrame and polars.DataFrame take it."""
        return {name: getattr(self, name) for name in self._names}

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame; columns are not copied where pandas does not have to.

        Raises ImportError where pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas() needs pandas, which is not installed: "
                              "columns() gives {name: array} without it") from error
        return pandas.DataFrame(self.columns())

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._names:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self._names)}")
        array: NDArray[Any] = getattr(self, name)
        return array

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __len__(self) -> int:
        return len(self[self._length])

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = object.__hash__  # type: ignore[assignment]

    def keys(self) -> Any:
        return self.columns().keys()

    def values(self) -> Any:
        return self.columns().values()

    def items(self) -> Any:
        return self.columns().items()

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default

    def copy(self) -> Dict[str, NDArray[Any]]:
        return self.columns()

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __repr__(self) -> str:
        return f"<gaplight.{type(self).__name__}: {len(self)} rows: {', '.join(self._names)}>"


class Slices(Table):
    """Everything with a duration, sorted by (track, start, -duration).

    All columns but `track` and `kind` are the trace's own memory: nothing is copied.
    """

    _names = ("start", "duration", "name", "category", "row", "parent", "track", "kind")
    _length = "start"
    start: Int64
    duration: Int64
    name: Int32  #: into Trace.names
    category: Uint16  #: into Trace.categories
    row: Uint16  #: within the track; 0 is the outermost
    parent: Int32  #: the slice that encloses it directly on the same track

    def __init__(self, columns: Mapping[str, NDArray[Any]], tracks: Tracks,
                 categories: Categories) -> None:
        super().__init__(columns)
        self._tracks = tracks
        self._categories = categories

    @cached_property
    def track(self) -> Int32:
        """Into Trace.tracks; computed once."""
        tracks = numpy.flatnonzero(self._tracks.slice_count).astype(numpy.int32)
        order = numpy.argsort(self._tracks.first_slice[tracks], kind="stable")
        tracks = tracks[order]
        return frozen(numpy.repeat(tracks, self._tracks.slice_count[tracks]))

    @cached_property
    def kind(self) -> Text:
        """"kernel", "memcpy", "cpu_op", "runtime", ...; computed once."""
        return frozen(self._categories.kind[self.category])


class Tracks(Table):
    """Threads, streams and groups of async operations. Copied once."""

    _names = ("title", "kind", "process", "source", "device", "stream", "first_slice",
              "slice_count")
    _length = "kind"
    title: Text  #: as the window names it
    kind: Text  #: "thread", "stream" or "async"
    process: Text
    source: Uint16  #: the file, of a trace of several
    device: Int16
    stream: Int32
    first_slice: Int32  #: its slices are first_slice, first_slice + 1, ...
    slice_count: Int64


class Categories(Table):
    """Categories of slices, and what each is to Gaplight. Copied once."""

    _names = ("name", "kind")
    _length = "kind"
    name: Text
    kind: Text


class Activities(Table):
    """Kernels, copies and memsets by slice. Not copied, but for `in_window`."""

    _names = ("slice", "source", "device", "stream", "launch", "in_window")
    _length = "slice"
    slice: Int32
    source: Uint16
    device: Int16
    stream: Int32
    launch: Int32  #: the slice of the call that launched it
    in_window: Bool  #: counted by the analysis: launched since the capture began, and in the range


class KernelConfigs(Table):
    """Launch configurations of the kernels that have one, by slice. Copied once, but for `slice`."""

    _names = ("slice", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z",
              "registers_per_thread", "shared_memory_bytes", "blocks_per_sm", "warps_per_sm",
              "occupancy_percent", "graph_id", "graph_node_id")
    _length = "slice"
    slice: Int32
    grid_x: Uint32
    grid_y: Uint32
    grid_z: Uint32
    block_x: Uint16
    block_y: Uint16
    block_z: Uint16
    registers_per_thread: Uint16
    shared_memory_bytes: Uint32
    blocks_per_sm: Float32  #: -1: not recorded (also below)
    warps_per_sm: Float32
    occupancy_percent: Float32
    graph_id: Uint64  #: 0: launched alone
    graph_node_id: Uint64


class Correlations(Table):
    """Correlation numbers of the slices that have one, by slice. Copied once."""

    _names = ("slice", "correlation")
    _length = "slice"
    slice: Int32
    correlation: Uint64


class Kernels(Table):
    """Kernels alone, with all that is known of each; rows are chosen from Trace.activities and
    Trace.kernel_configs, and copied once. Without a recorded configuration the columns of it
    are 0, occupancy is -1."""

    _names = ("slice", "start", "duration", "name", "source", "device", "stream", "launch",
              "in_window", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z",
              "registers_per_thread", "shared_memory_bytes", "occupancy_percent", "graph_id")
    _length = "slice"
    slice: Int32
    start: Int64
    duration: Int64
    name: Int32  #: into Trace.names
    source: Uint16
    device: Int16
    stream: Int32
    launch: Int32
    in_window: Bool
    grid_x: Uint32
    grid_y: Uint32
    grid_z: Uint32
    block_x: Uint16
    block_y: Uint16
    block_z: Uint16
    registers_per_thread: Uint16
    shared_memory_bytes: Uint32
    occupancy_percent: Float32
    graph_id: Uint64

    def __init__(self, slices: Slices, activities: Activities, configs: KernelConfigs) -> None:
        kinds = slices._categories.kind[slices.category[activities.slice]]
        rows = numpy.flatnonzero(kinds == "kernel")
        columns = {name: frozen(activities[name][rows]) for name in activities}
        ids = columns["slice"]
        for name in ("start", "duration", "name"):
            columns[name] = frozen(slices[name][ids])
        at = numpy.searchsorted(configs.slice, ids)
        at[at == len(configs)] = 0
        known = configs.slice[at] == ids if len(configs) else numpy.zeros(len(ids), bool)
        for name in configs:
            if name in self._names and name != "slice":
                missing = -1 if name == "occupancy_percent" else 0
                column = numpy.full(len(ids), missing, configs[name].dtype)
                column[known] = configs[name][at[known]]
                columns[name] = frozen(column)
        super().__init__(columns)


class Gaps(Table):
    """Intervals inside a GPU's window without activity on any of its streams; of one GPU they are
    in time order and sum to its idle time. `start`, `end` and ids are the analysis' own memory
    where the trace has one GPU; of several they are copied once.
    """

    _names = ("start", "end", "duration", "source", "device", "activity", "launch",
              "blocking_call", "trigger", "filler")
    _length = "start"
    start: Int64
    end: Int64
    source: Uint16
    device: Int16
    activity: Int32  #: the slice that ends the gap
    launch: Int32  #: the call that launched it
    blocking_call: Int32  #: the call that the host had waited in
    trigger: Uint8  #: into gaplight.GAP_TRIGGERS
    filler: Uint8  #: into gaplight.GAP_FILLERS

    @cached_property
    def duration(self) -> Int64:
        """Computed once."""
        return frozen(self.end - self.start)


class Findings(Table):
    """What costs time, as Gaplight ranks it. Copied once. Texts are empty where nothing is known."""

    _names = ("detector", "severity", "title", "why", "fix", "confidence", "count", "per_step",
              "gpu_idle_ns", "host_ns", "saving_ns", "saving_share", "saving_is_bound",
              "annotation", "op", "python", "source", "device", "part_of")
    _length = "detector"
    detector: Text  #: id of the rule
    severity: Text  #: "critical", "warning" or "info"
    title: Text
    why: Text
    fix: Text
    confidence: Text
    count: Int64  #: occurrences
    per_step: Float64
    gpu_idle_ns: Int64
    host_ns: Int64
    saving_ns: Float64  #: NaN where it is not known (also below)
    saving_share: Float64  #: of the measured window
    saving_is_bound: Bool
    annotation: Text
    op: Text
    python: Text  #: "file(line): function"
    source: Int32
    device: Int32
    part_of: Int32  #: the finding that counts most of the same time


class Evidence(Table):
    """The intervals that findings point at. Copied once."""

    _names = ("finding", "start", "duration", "track", "slice", "mark", "label")
    _length = "finding"
    finding: Int32  #: into Trace.findings
    start: Int64
    duration: Int64
    track: Int32
    slice: Int32
    mark: Text
    label: Text


def _column(values: List[Any]) -> NDArray[Any]:
    known = [value for value in values if value is not None]
    if all(isinstance(value, bool) for value in known) and len(known) == len(values):
        return numpy.array(values, numpy.bool_)
    if all(isinstance(value, int) for value in known) and len(known) == len(values):
        return numpy.array(values, numpy.int64)
    if all(isinstance(value, (int, float)) for value in known):
        return numpy.array([numpy.nan if value is None else value for value in values],
                           numpy.float64)
    return numpy.array(["" if value is None else value for value in values], numpy.object_)


class ReportTable(Table):
    """A table of the reports, with the columns that their JSON has. Numbers that are not known are
    NaN, texts are empty; times count from the trace's start."""

    def __init__(self, rows: List[Dict[str, Any]]) -> None:
        self._names = tuple(rows[0]) if rows else ()
        super().__init__({name: frozen(_column([row[name] for row in rows]))
                          for name in self._names})

    def __len__(self) -> int:
        return len(self[self._names[0]]) if self._names else 0
