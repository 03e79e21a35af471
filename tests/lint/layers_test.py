# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Include arrows point one way: app -> widgets -> core, and inside core as ALLOWED says."""

import re

import source_tree

# Folder of core -> what it may include beside itself.
ALLOWED = {
    "base": [],
    "io": ["base"],
    "trace": ["base", "io"],
    "formats": ["base", "io", "trace"],
    "index": ["base", "trace"],
    "analysis": ["base", "trace", "index"],
    "detectors": ["base", "trace", "index", "analysis"],
    "compare": ["base", "trace", "index", "analysis", "detectors/detector.h",
                "detectors/finding.h"],
    "scene": ["base", "trace", "index", "detectors/detector.h"],
    "session": ["base", "io", "trace", "formats", "index", "analysis", "detectors", "compare",
                "scene"],
    "report": ["base", "io", "trace", "formats", "index", "analysis", "detectors", "compare",
               "scene", "session"],
    "record": ["base", "io", "trace", "analysis"],
}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
ABOVE_CORE = ("widgets/", "app/", "tests/")


def is_qt(header):
    return bool(re.match(r"Q[A-Za-z0-9]*(/|$)|q[a-z0-9]+\.h$", header))


def complaint(path, header):
    """Why `path` may not include `header`, or None."""
    if path.startswith("widgets/") and header.startswith(("app/", "tests/")):
        return "widgets may include core and widgets alone"
    if path.startswith("app/") and header.startswith("tests/"):
        return "app may include core, widgets and app alone"
    if not path.startswith("core/"):
        return None
    if is_qt(header):
        return "core knows no Qt"
    if header.startswith(ABOVE_CORE):
        return "core includes nothing above it"
    folder = path.split("/")[1]
    if folder not in ALLOWED:
        return f"core/{folder} is not in the table of tests/lint/layers_test.py"
    if not header.startswith("core/"):
        return None
    inside = header[len("core/"):]
    if inside.split("/")[0] in ALLOWED[folder] + [folder] or inside in ALLOWED[folder]:
        return None
    return f"core/{folder} may include {', '.join(ALLOWED[folder]) or 'nothing else of core'}"


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


class Layers(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_arrow_back(self):
        tree = {"core/base/time.cpp": '#include "core/trace/trace.h"\n',
                "core/trace/trace.cpp": '#include "core/base/time.h"\n',
                "core/index/rows.cpp": '#include "core/analysis/gaps.h"\n'}
        self.assert_finds(violations(tree), "core/base/time.cpp:1", "core/index/rows.cpp:1")

    def test_single_header_of_a_folder(self):
        tree = {"core/scene/a.cpp": '#include "core/detectors/detector.h"\n',
                "core/scene/b.cpp": '\n  #  include "core/detectors/detector_list.h"\n'}
        self.assert_finds(violations(tree), "core/scene/b.cpp:2")

    def test_qt_in_core(self):
        tree = {"core/io/a.cpp": "#include <QFile>\n#include <QtCore/QString>\n",
                "core/io/b.h": "#include <qglobal.h>\n", "widgets/a.cpp": "#include <QFile>\n",
                "core/io/c.cpp": "#include <queue>\n"}
        self.assert_finds(violations(tree), "a.cpp:1", "a.cpp:2", "b.h:1")

    def test_upwards(self):
        tree = {"core/scene/a.cpp": '#include "widgets/theme.h"\n',
                "widgets/a.cpp": '#include "app/settings.h"\n',
                "app/a.cpp": '#include "widgets/theme.h"\n'}
        self.assert_finds(violations(tree), "core/scene/a.cpp", "widgets/a.cpp")

    def test_relative_path_and_unknown_folder(self):
        tree = {"core/io/a.cpp": '#include "../base/time.h"\n',
                "core/extras/a.cpp": "#include <vector>\n"}
        self.assert_finds(violations(tree), "from the root", "core/extras is not in the table")


if __name__ == "__main__":
    source_tree.main()
