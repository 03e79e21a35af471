# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""No lock, once-flag or future is waited for where parallel work may run: a thread that waits in a
parallel loop may be given another task of oneTBB, which then waits for the lock on the thread that
holds it. Whoever adds one says here why nothing parallel runs while it is held or waited for."""

import re

import source_tree

FOLDERS = ("core/", "app/", "widgets/")
INJECTED = "core/record/injected/"  # no oneTBB there
WAITS = re.compile(
    r"\bstd::(?:call_once|once_flag|\w*mutex|(?:scoped|unique|shared)_lock|lock_guard|"
    r"condition_variable\w*|async|future|promise|barrier|latch|\w+_semaphore)\b"
    r"|\bQ(?:Mutex|ReadWriteLock|WaitCondition|Semaphore)\b"
    r"|\btbb::(?:spin_|queuing_|null_|speculative_)?\w*mutex\b"
    r"|(?:\.|->)(?:waitForFinished|waitForDone|wait_for|wait_until)\s*\(")

MEMBERS = "held while members are read or written, without a call of anything parallel"
# By file without its ending.
SAFE = {
    "app/loading/cached_opening": MEMBERS + "; keepInBackground() starts a process",
    "app/loading/loading": "the mutex of app/loading/cached_opening",
    "app/window/pack_keeping": "held while a thread is added to a list",
    "core/analysis/host/profiler_overhead": "the once-flag of a thread's times is held by a plain "
                                            "loop over its slices",
    "core/formats/chrome/chrome_details": MEMBERS,
    "core/formats/pack/pack_trace": MEMBERS + "; blocks are read without it",
    "core/formats/perfetto/perfetto_packets": MEMBERS + ": adding a part or a descriptor is serial",
    "core/formats/pickle/chunked_column": MEMBERS + "; tasks are started without it",
    "core/formats/sqlite/piece_scans": MEMBERS + "; scans are opened and closed without it",
    "core/formats/sqlite/random_access_vfs": MEMBERS,
    "core/io/reinflating_file": "inflating is serial",
    "core/pack/pack_file": MEMBERS,
    "core/pack/read_pack": MEMBERS + ", and while a column is allocated",
    "core/ranks/rank_set": "held while progress is reported, which only stores or prints it",
    "core/record/recording": MEMBERS + "; its threads do no parallel work",
    "core/scene/model/overlay_table": "joining ranges is serial",
    "app/python/native_module": "the thread that waits is the interpreter's, outside every task",
    "widgets/notes/note_list_model": "the window's thread waits for a file to be written, which is "
                                     "serial",
    "widgets/ranks/rank_set_object": MEMBERS,
}


def unit_of(path):
    return path.rsplit(".", 1)[0]


def waits(tree):
    """{file without ending: [(path, line, what)]}"""
    found = {}
    for path, text in sorted(tree.items()):
        if (not path.startswith(FOLDERS) or path.startswith(INJECTED)
                or not path.endswith(source_tree.CPP)):
            continue
        if not WAITS.search(text):
            continue
        code = source_tree.blank_comments_and_literals(text)
        for match in WAITS.finditer(code):
            found.setdefault(unit_of(path), []).append(
                (path, source_tree.line_of(code, match.start()), match.group(0)))
    return found


def violations(tree, safe):
    found = [f"{path}:{line}: {what}: compute it before the parallel work, or say in "
             "tests/lint/locks_test.py why nothing parallel runs meanwhile"
             for unit, places in waits(tree).items() if unit not in safe
             for path, line, what in places]
    return found + [f"tests/lint/locks_test.py: {unit} has no lock" for unit in safe
                    if unit not in waits(tree)]


PARALLEL = re.compile(r"\btbb::parallel_(?:for|invoke|pipeline|reduce|sort)\b")


def direct_algorithms(tree):
    """Algorithms of oneTBB that are not called by core/base/parallel.h, which says why."""
    return [f"{path}:{source_tree.line_of(text, match.start())}: {match.group(0)}: call the function "
            "of core/base/parallel.h"
            for path, text in sorted(tree.items())
            if path.endswith(source_tree.CPP) and path != "core/base/parallel.h"
            for match in PARALLEL.finditer(source_tree.blank_comments_and_literals(text))]


class Locks(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assert_clean(violations(tree, SAFE) + direct_algorithms(tree))

    def test_direct_algorithms(self):
        tree = {"core/a.cpp": "tbb::parallel_for(0, 1, f);  // tbb::parallel_sort",
                "core/base/parallel.h": "tbb::parallel_for(args..., context);"}
        self.assert_finds(direct_algorithms(tree), "a.cpp:1")

    def test_locks_once_flags_and_futures(self):
        tree = {"core/a.cpp": "std::call_once(m_made, f);\n// std::mutex\nauto s = \"std::mutex\";",
                "app/b.h": "mutable std::shared_mutex m_a;",
                "widgets/c.cpp": "x.waitForFinished();",
                "app/python/d.cpp": "auto l = std::async(f);",
                "core/record/injected/e.cpp": "std::mutex m;",
                "core/f.cpp": "std::mutex m;\nstd::scoped_lock l(m);"}
        self.assert_finds(violations(tree, {"core/f": "why"}), "a.cpp:1", "b.h:1", "c.cpp:1",
                          "d.cpp:1")

    def test_reasons_without_a_lock(self):
        self.assert_finds(violations({"core/a.cpp": ""}, {"core/a": "why"}), "core/a has no lock")


if __name__ == "__main__":
    source_tree.main()
