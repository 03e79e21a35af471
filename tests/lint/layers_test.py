# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The architecture: include arrows point one way, app -> widgets -> core, python -> core, and inside
core, widgets and app as ALLOWED says."""

import re

import source_tree

# Folder -> the folders, or single headers, that it may include beside itself. Each line goes below
# those that it includes, so that the table itself shows the direction.
BASE = ["core/base", "core/io", "core/trace"]
MEASURES = ["core/base", "core/trace", "core/index", "core/analysis/slices", "core/analysis/torch"]
ANALYSIS = MEASURES + ["core/analysis/gpu", "core/analysis/host", "core/analysis/serving",
                       "core/analysis/steps", "core/analysis/startup", "core/analysis/idle", "core/analysis"]
ALL_ANALYSIS = ANALYSIS + ["core/analysis/causes", "core/analysis/replay", "core/analysis/kernels",
                           "core/analysis/ranks"]
RULES = ALL_ANALYSIS + ["core/compile_log", "core/detectors/engine", "core/detectors/shared"]
DETECTORS = ["core/detectors/engine", "core/detectors/what_if"]
VIEW = ["core/base", "core/trace", "core/index", "core/detectors/engine/detector.h",
        "core/scene/display", "core/scene/layout", "core/scene/model"]
SCENE = VIEW + ["core/scene/slices", "core/scene/overlays", "core/scene/arrows",
                "core/scene/timeline", "core/scene/interaction", "core/scene/panels",
                "core/scene/memory", "core/scene/kernels", "core/scene/ranks",
                "core/scene/figure"]
KERNEL_REPORT = ["core/kernel_report", "core/kernel_report/matching"]
MEMORY = ["core/memory", "core/memory/measures", "core/memory/placement", "core/memory/rules"]
ENGINE = (BASE + ALL_ANALYSIS + DETECTORS + SCENE +
          ["core/formats", "core/pack", "core/compile_log", "core/provenance", "core/compare", "core/cut", "core/session", "core/record",
           "core/remote"] + MEMORY +
          KERNEL_REPORT)
REPORTS = ENGINE + ["core/ranks", "core/ranks/rules", "core/fleet"]
WINDOW = REPORTS + ["core/report", "core/query", "widgets/convert"]
PROGRAM = REPORTS + ["core/report", "core/query", "app/process", "app/args"]
ALLOWED = {
    "core/base": [],
    "core/io": ["core/base"],
    "core/trace": ["core/base", "core/io"],
    "core/pack": BASE,
    "core/formats/chrome/json": ["core/base"],
    "core/formats/chrome": BASE + ["core/formats/chrome/json", "core/pack/args_listing.h",
                                   "core/formats/format.h", "core/formats/kineto_fields.h",
                                   "core/formats/xla_activity.h"],
    "core/formats/sqlite": BASE + ["core/formats/format.h", "core/formats/launcher_rank.h",
                                   "core/pack/args_listing.h"],
    "core/formats/nsight": BASE + ["core/formats/format.h", "core/formats/launcher_rank.h",
                                   "core/formats/sqlite"],
    "core/formats/nvprof": BASE + ["core/formats/format.h", "core/formats/demangled_name.h",
                                   "core/formats/launcher_rank.h", "core/formats/sqlite"],
    "core/formats/rocm": BASE + ["core/formats/format.h", "core/formats/demangled_name.h",
                                 "core/formats/launcher_rank.h", "core/pack/args_listing.h",
                                 "core/formats/chrome/event_args.h", "core/formats/sqlite"],
    "core/formats/perfetto/packets": BASE + ["core/formats/protobuf_keys.h"],
    "core/formats/perfetto/values": BASE + ["core/formats/perfetto/packets", "core/formats/protobuf_keys.h"],
    "core/formats/perfetto/rows": BASE + ["core/formats/perfetto/packets", "core/formats/perfetto/values",
                                          "core/formats/protobuf_keys.h"],
    "core/formats/perfetto": BASE + ["core/formats/perfetto/packets", "core/formats/perfetto/values",
                                     "core/formats/perfetto/rows",
                                     "core/pack/args_listing.h", "core/formats/format.h",
                                     "core/formats/kineto_fields.h",
                                     "core/formats/launcher_rank.h",
                                     "core/formats/protobuf_keys.h"],
    "core/formats/xplane": BASE + ["core/formats/format.h", "core/formats/launcher_rank.h",
                                   "core/pack/args_listing.h",
                                   "core/formats/protobuf_keys.h",
                                   "core/formats/xla_activity.h"],
    "core/formats/pack": BASE + ["core/pack", "core/formats/format.h",
                                 "core/formats/kineto_fields.h"],
    "core/memory": ["core/base"],
    "core/kernel_report": ["core/base"],
    "core/compile_log": ["core/base"],
    "core/formats/torch_trace": ["core/base", "core/io", "core/compile_log"],
    "core/formats/ncu": ["core/base", "core/io", "core/kernel_report",
                         "core/formats/protobuf_keys.h"],
    "core/formats/pickle": ["core/base", "core/io", "core/memory",
                            "core/formats/snapshot_options.h"],
    "core/formats": BASE + ["core/formats/chrome", "core/formats/chrome/json",
                            "core/formats/sqlite", "core/formats/nsight", "core/formats/nvprof", "core/formats/rocm", "core/formats/perfetto",
                            "core/formats/xplane", "core/formats/pickle", "core/formats/ncu",
                            "core/formats/pack", "core/formats/torch_trace", "core/memory",
                            "core/kernel_report", "core/compile_log"],
    "core/index": ["core/base", "core/trace"],
    "core/analysis/slices": ["core/base", "core/trace", "core/index"],
    "core/analysis/torch": ["core/base", "core/trace", "core/index", "core/analysis/slices"],
    "core/memory/measures": ["core/base", "core/memory", "core/analysis/torch", "core/trace"],
    "core/kernel_report/matching": ["core/base", "core/kernel_report", "core/analysis/torch",
                                    "core/trace"],
    "core/analysis/gpu": MEASURES,
    "core/analysis/host": MEASURES,
    "core/analysis/serving": MEASURES + ["core/analysis/gpu"],
    "core/analysis/steps": MEASURES + ["core/analysis/gpu", "core/analysis/host",
                                       "core/analysis/idle/gaps.h", "core/analysis/serving"],
    "core/analysis/startup": MEASURES + ["core/analysis/gpu", "core/analysis/host",
                                         "core/analysis/idle/gaps.h", "core/analysis/steps"],
    "core/analysis/idle": MEASURES + ["core/analysis/gpu", "core/analysis/host",
                                      "core/analysis/steps", "core/analysis/startup"],
    "core/analysis": ANALYSIS,
    "core/provenance": MEASURES + ["core/analysis/counted_activities.h", "core/compile_log"],
    "core/analysis/causes": ANALYSIS,
    "core/analysis/replay": ANALYSIS,
    "core/analysis/kernels": MEASURES + ["core/analysis/gpu", "core/analysis/steps",
                                         "core/analysis/serving/iteration_name.h"],
    "core/analysis/ranks": ANALYSIS + ["core/analysis/causes", "core/analysis/replay",
                                       "core/analysis/kernels/gpu_peaks.h"],
    "core/detectors/engine": ALL_ANALYSIS + ["core/compile_log"],
    "core/memory/rules": ["core/base", "core/memory", "core/memory/measures",
                          "core/detectors/engine"],
    "core/memory/placement": ANALYSIS + ["core/memory", "core/memory/measures"],
    "core/detectors/shared": ALL_ANALYSIS + ["core/detectors/engine"],
    "core/detectors/rules/capture": RULES,
    "core/detectors/rules/compile": RULES,
    "core/detectors/rules/copy": RULES,
    "core/detectors/rules/idle": RULES,
    "core/detectors/rules/kernel": RULES,
    "core/detectors/rules/launch": RULES,
    "core/detectors/rules/ranks": RULES,
    "core/detectors/rules/serving": RULES,
    "core/detectors/what_if": RULES + ["core/detectors/rules"],
    "core/compare": ALL_ANALYSIS + ["core/detectors/engine/detector.h",
                                    "core/detectors/engine/finding.h",
                                    "core/detectors/engine/rules.h"],
    "core/scene/display": ["core/base", "core/trace"],
    "core/scene/layout": ["core/base", "core/trace", "core/index", "core/scene/display"],
    "core/scene/model": VIEW + ["core/analysis/serving/iteration_name.h",
                                "core/analysis/torch/kernel_group.h",
                                "core/analysis/torch/python_frame.h"],
    "core/scene/memory": ["core/base", "core/memory", "core/memory/measures", "core/memory/rules",
                          "core/scene/display",
                          "core/scene/layout", "core/scene/model",
                          "core/scene/timeline/time_ruler.h"],
    "core/scene/slices": VIEW,
    "core/scene/overlays": VIEW,
    "core/scene/arrows": VIEW,
    "core/scene/timeline": VIEW + ["core/analysis/torch/annotation_name.h", "core/scene/slices", "core/scene/overlays",
                                   "core/scene/arrows"],
    "core/scene/interaction": VIEW + ["core/scene/slices", "core/scene/timeline"],
    "core/scene/panels": VIEW,
    "core/scene/kernels": VIEW,
    "core/scene/ranks": VIEW + ["core/scene/timeline"],
    "core/scene/figure": SCENE,
    "core/record": BASE + ["core/analysis/gpu", "core/analysis/torch"],
    "core/record/injected": ["core/record"],
    "core/cut": BASE + ["core/index", "core/pack/args_listing.h", "core/record/event_json.h",
                        "core/formats/kineto_fields.h"],
    "core/remote": BASE + ["core/pack", "core/record/program_run.h"],
    "core/session": ENGINE,
    "core/ranks": ENGINE,
    "core/ranks/rules": ENGINE + ["core/ranks"],
    "core/fleet": ENGINE + ["core/ranks", "core/formats/sqlite/database.h"],
    "core/report/text": REPORTS,
    "core/report/table": REPORTS + ["core/report/text"],
    "core/report/facts": REPORTS + ["core/report/text", "core/report/table"],
    "core/query": REPORTS + ["core/detectors/shared", "core/report/text", "core/report/table", "core/report/facts/track_facts.h"],
    "core/report/memory": REPORTS + ["core/report/text", "core/report/table", "core/report/facts"],
    "core/report/kernel_report": REPORTS + ["core/report/text", "core/report/table", "core/report/facts"],
    "core/report/provenance": REPORTS + ["core/report/text", "core/report/table", "core/report/facts"],
    "core/report/trace": REPORTS + ["core/report/text", "core/report/table", "core/report/facts",
                                    "core/report/kernel_report",
                                    "core/report/memory", "core/report/provenance"],
    "core/report/diff": REPORTS + ["core/report/text", "core/report/facts", "core/report/table",
                                    "core/report/trace"],
    "core/report/figure": REPORTS + ["core/report/text", "core/report/facts", "core/report/trace",
                                      "core/report/diff",
                                      "core/report/memory"],
    "core/report/ranks": REPORTS + ["core/report/text", "core/report/table", "core/report/facts",
                                    "core/report/diff", "core/report/figure"],
    "core/report/fleet": REPORTS + ["core/report/text", "core/report/table", "core/report/facts",
                                    "core/report/ranks"],
    "widgets/convert": ENGINE + ["core/report"],
    "widgets/input": WINDOW,
    "widgets/tables": WINDOW,
    "widgets/session": WINDOW,
    "widgets/render": WINDOW,
    "widgets/record": WINDOW,
    "widgets/files": WINDOW + ["widgets/session"],
    "widgets/findings": WINDOW + ["widgets/session", "widgets/tables"],
    "widgets/what_if": WINDOW + ["widgets/session", "widgets/findings"],
    "widgets/notes": WINDOW + ["widgets/session"],
    "widgets/search": WINDOW + ["widgets/session", "widgets/tables"],
    "widgets/timeline": WINDOW + ["widgets/session", "widgets/input", "widgets/render",
                                  "widgets/notes", "widgets/search", "widgets/what_if"],
    "widgets/selection": WINDOW + ["widgets/session", "widgets/tables", "widgets/search",
                                   "widgets/timeline"],
    "widgets/panels": WINDOW + ["widgets/render", "widgets/selection", "widgets/timeline"],
    "widgets/query": WINDOW + ["widgets/session", "widgets/tables", "widgets/search", "widgets/timeline",
                               "widgets/panels"],
    "widgets/serving": WINDOW + ["widgets/session", "widgets/tables", "widgets/panels"],
    "widgets/efficiency": WINDOW + ["widgets/session", "widgets/render", "widgets/timeline"],
    "widgets/kernel_report": WINDOW + ["widgets/session", "widgets/render", "widgets/tables",
                                       "widgets/selection", "widgets/efficiency"],
    "widgets/provenance": WINDOW + ["widgets/session"],
    "widgets/compare": WINDOW + ["widgets/session", "widgets/render", "widgets/tables",
                                 "widgets/timeline", "widgets/provenance"],
    "widgets/ranks": WINDOW + ["widgets/session", "widgets/render", "widgets/tables",
                               "widgets/what_if", "widgets/timeline"],
    "widgets/figure": WINDOW + ["widgets/session", "widgets/render", "widgets/timeline",
                                "widgets/notes", "widgets/what_if", "widgets/compare"],
    "widgets/memory": WINDOW + ["widgets/session", "widgets/input", "widgets/render",
                                "widgets/tables", "widgets/timeline",
                                "widgets/selection", "widgets/figure"],
    "widgets/window": WINDOW + ["widgets"],
    "app/process": ["core/base"],
    "app/args": REPORTS + ["core/report", "app/process"],
    "app/loading": PROGRAM,
    "app/figures": PROGRAM + ["app/loading", "widgets/figure"],
    "app/commands": PROGRAM + ["app/loading", "app/figures"],
    "app/mcp": PROGRAM + ["app/loading", "app/figures"],
    "app/window": PROGRAM + ["app/loading", "app/commands/commands.h", "widgets"],
    "app": PROGRAM + ["app/loading", "app/commands", "app/mcp", "app/window", "widgets"],
}
MAX_UNITS = 25  # headers with their .cpp, in one folder
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
IN_TABLE = ("core/", "widgets/", "app/")
ABOVE_CORE = ("widgets/", "app/", "tests/")


def is_qt(header):
    return bool(re.match(r"Q[A-Za-z0-9]*(/|$)|q[a-z0-9]+\.h$", header))


def allows(allowed, header):
    """Whether an entry of a row of ALLOWED names this header, its folder, or a folder above."""
    folder = header.rsplit("/", 1)[0]
    # The core's folders are named one by one; "core/report" and "widgets" stand for all in them.
    whole = ("core/report", "core/detectors/rules", "widgets")
    return header in allowed or folder in allowed or any(
        folder.startswith(above + "/") for above in whole if above in allowed)


def complaint(path, header):
    """Why `path` may not include `header`, or None."""
    if path.startswith("widgets/") and header.startswith(("app/", "tests/")):
        return "widgets may include core and widgets alone"
    if path.startswith("app/python/"):
        inside = header.startswith(("core/", "app/python/"))
        return None if inside or not (is_qt(header) or header.startswith(("widgets/", "app/", "tests/"))
                                      ) else "app/python may include core and app/python alone"
    if path.startswith("app/") and header.startswith(("app/python/", "tests/")):
        return "app may include core, widgets and app alone"
    if (header.startswith("core/formats/") and header.count("/") > 2
            and not path.startswith(("core/formats/", "tests/"))
            and header not in ALLOWED.get(path.rsplit("/", 1)[0], [])):
        return "only core/formats knows a format: use EventDetails"
    if not path.startswith(IN_TABLE):
        return None
    if path.startswith("core/") and is_qt(header):
        return "core knows no Qt"
    if path.startswith("core/") and header.startswith(ABOVE_CORE):
        return "core includes nothing above it"
    folder = path.rsplit("/", 1)[0]
    if folder not in ALLOWED:
        return f"{folder} is not in the table of tests/lint/layers_test.py"
    if not header.startswith(IN_TABLE):
        return None
    if header.rsplit("/", 1)[0] == folder or allows(ALLOWED[folder], header):
        return None
    return f"not in the row of {folder} in the table of tests/lint/layers_test.py"


def violations(tree):
    found = []
    for path, text in tree.items():
        if not path.endswith(source_tree.CPP):
            continue
        for match in INCLUDE.finditer(text):
            header = match.group(1)
            if header.startswith("."):
                why = "write include paths from the root of the project"
            else:
                why = complaint(path, header)
            if why:
                line = source_tree.line_of(text, match.start(1))
                found.append(f"{path}:{line}: includes {header}: {why}")
    return found


def crowded_folders(tree):
    """Folders with more units than a reader takes in at once."""
    units = {}
    for path in tree:
        if path.startswith(IN_TABLE) and path.endswith(source_tree.CPP + (".qml",)):
            folder, name = path.rsplit("/", 1)
            units.setdefault(folder, set()).add(name.rsplit(".", 1)[0])
    return [f"{folder}: {len(names)} units, at most {MAX_UNITS}"
            for folder, names in units.items() if len(names) > MAX_UNITS]


class Layers(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assert_clean(violations(tree) + crowded_folders(tree))

    def test_arrow_back(self):
        tree = {"core/base/time.cpp": '#include "core/trace/trace.h"\n',
                "core/trace/trace.cpp": '#include "core/base/time.h"\n',
                "core/index/rows.cpp": '#include "core/analysis/gpu/gaps.h"\n',
                "core/analysis/gpu/a.cpp": '#include "core/analysis/idle/gaps.h"\n',
                "core/scene/layout/a.h": '#include "core/scene/timeline/a.h"\n'}
        self.assert_finds(violations(tree), "core/base/time.cpp:1", "core/index/rows.cpp:1",
                          "core/analysis/gpu/a.cpp:1", "core/scene/layout/a.h:1")

    def test_single_header_of_a_folder(self):
        tree = {"core/scene/model/a.cpp": '#include "core/detectors/engine/detector.h"\n',
                "core/scene/model/b.cpp": '\n  #  include "core/detectors/engine/rules.h"\n'}
        self.assert_finds(violations(tree), "core/scene/model/b.cpp:2")

    def test_qt_in_core(self):
        tree = {"core/io/a.cpp": "#include <QFile>\n#include <QtCore/QString>\n",
                "core/io/b.h": "#include <qglobal.h>\n",
                "widgets/render/a.cpp": "#include <QFile>\n",
                "core/io/c.cpp": "#include <queue>\n"}
        self.assert_finds(violations(tree), "a.cpp:1", "a.cpp:2", "b.h:1")

    def test_upwards(self):
        tree = {"core/scene/model/a.cpp": '#include "widgets/render/theme.h"\n',
                "widgets/render/a.cpp": '#include "app/settings.h"\n',
                "app/a.cpp": '#include "widgets/render/theme.h"\n'}
        self.assert_finds(violations(tree), "core/scene/model/a.cpp", "widgets/render/a.cpp")

    def test_python(self):
        tree = {"app/python/a.cpp": '#include "app/a.h"\n#include "widgets/render/a.h"\n'
                                '#include <QString>\n#include "core/trace/trace.h"\n'
                                '#include "app/python/a.h"\n#include <pybind11/numpy.h>\n',
                "core/trace/b.cpp": '#include "app/python/a.h"\n',
                "app/b.cpp": '#include "app/python/a.h"\n',
                "widgets/render/b.cpp": '#include "app/python/a.h"\n'}
        self.assert_finds(violations(tree), "a.cpp:1", "a.cpp:2", "a.cpp:3", "core/trace/b.cpp:1",
                          "app/b.cpp:1", "widgets/render/b.cpp:1")

    def test_one_format(self):
        tree = {"app/a.cpp": '#include "core/formats/chrome/event_args.h"\n',
                "widgets/selection/a.cpp": '#include "core/formats/chrome/event_args.h"\n',
                "core/formats/a.cpp": '#include "core/formats/chrome/chrome_json.h"\n',
                "app/b.cpp": '#include "core/formats/format.h"\n'}
        self.assert_finds(violations(tree), "app/a.cpp:1", "widgets/selection/a.cpp:1")

    def test_folders_of_widgets(self):
        tree = {"widgets/selection/a.h": '#include "widgets/timeline/a.h"\n',
                "widgets/timeline/a.h": '#include "widgets/selection/a.h"\n',
                "widgets/window/a.h": '#include "widgets/timeline/a.h"\n'}
        self.assert_finds(violations(tree), "widgets/timeline/a.h:1")

    def test_folders_of_the_program(self):
        tree = {"app/args/a.cpp": '#include "app/commands/a.h"\n#include "app/process/a.h"\n',
                "app/commands/a.cpp": '#include "app/args/a.h"\n#include "app/window/a.h"\n'
                                      '#include "widgets/window/a.h"\n',
                "app/extras/a.cpp": "#include <vector>\n",
                "app/main.cpp": '#include "app/window/a.h"\n#include "app/commands/a.h"\n'}
        self.assert_finds(violations(tree), "app/args/a.cpp:1", "app/commands/a.cpp:2",
                          "app/commands/a.cpp:3", "app/extras is not in the table")

    def test_relative_path_and_unknown_folder(self):
        tree = {"core/io/a.cpp": '#include "../base/time.h"\n',
                "core/extras/a.cpp": "#include <vector>\n",
                "widgets/extras/a.cpp": "#include <vector>\n"}
        self.assert_finds(violations(tree), "from the root", "core/extras is not in the table",
                          "widgets/extras is not in the table")

    def test_table_has_no_cycle(self):
        """Each folder may include only those above it in the table, or a single header."""
        rows = list(ALLOWED)
        for at, folder in enumerate(rows):
            later = [name for name in ALLOWED[folder] if name in rows[at + 1:]]
            self.assertEqual(later, [], f"{folder} includes folders below it in the table")

    def test_crowded_folder(self):
        tree = {f"{folder}/unit{number}.h": "" for number in range(MAX_UNITS + 1)
                for folder in ("core/base", "app/commands")}
        self.assert_finds(crowded_folders(tree), "core/base: 26 units", "app/commands: 26 units")


if __name__ == "__main__":
    source_tree.main()
