# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What a desktop is told of the program: its entry, the types of files that it opens, its description."""

import configparser
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINUX = ROOT / "packaging/linux"
ENTRY = LINUX / "gaplight.desktop"
TYPES = LINUX / "gaplight.mime.xml"
DESCRIPTION = LINUX / "gaplight.metainfo.xml"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
# Of the specification of menus: one main category at least, and an additional one of it.
MAIN_CATEGORIES = {"AudioVideo", "Development", "Education", "Game", "Graphics", "Network", "Office",
                   "Science", "Settings", "System", "Utility"}
# Endings that other programs have too: desktops know these types by name or by content.
SHARED = {".json": "application/json", ".trace": "application/json",
          ".sqlite": "application/vnd.sqlite3", ".db": "application/vnd.sqlite3",
          ".gz": "application/gzip", ".zst": "application/zstd"}


def endings_of(function):
    """The endings that a function of core/formats/open_trace.cpp lists."""
    text = (ROOT / "core/formats/open_trace.cpp").read_text(encoding="utf-8")
    body = text[text.index(f" {function}()"):]
    return re.findall(r'"(\.[^"]+)"', body[:body.index("return")])


def entry():
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # keys differ in case
    parser.read_string(ENTRY.read_text(encoding="utf-8"))
    return parser


def list_of(value):
    items = value.split(";")
    assert items[-1] == "", f"'{value}' does not end with a semicolon"
    return items[:-1]


def own_types():
    return xml.etree.ElementTree.parse(TYPES).getroot().findall(MIME + "mime-type")


class DesktopEntry(unittest.TestCase):
    def test_keys(self):
        parser = entry()
        self.assertEqual(parser.sections(), ["Desktop Entry"])
        keys = dict(parser["Desktop Entry"])
        self.assertEqual(set(keys), {"Type", "Name", "GenericName", "Comment", "Exec", "Icon",
                                     "Terminal", "Categories", "Keywords", "MimeType",
                                     "StartupWMClass"})
        self.assertEqual((keys["Type"], keys["Terminal"]), ("Application", "false"))
        # Several files at once are the ranks of a run.
        self.assertEqual(keys["Exec"], "gaplight %F")
        self.assertTrue((ROOT / f"resources/icons/{keys['Icon']}.svg").exists())
        self.assertEqual(len(MAIN_CATEGORIES & set(list_of(keys["Categories"]))), 1)
        self.assertTrue(list_of(keys["Keywords"]))
        # What the window says of itself, so that desktops find this entry for it.
        window = (ROOT / "app/window/run_window.cpp").read_text(encoding="utf-8")
        self.assertIn(f'setDesktopFileName(QStringLiteral("{ENTRY.stem}"))', window)
        self.assertEqual(keys["StartupWMClass"], ENTRY.stem)

    def test_a_validator_finds_nothing(self):
        done = subprocess.run(["desktop-file-validate", ENTRY], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_types_are_those_of_the_types_file_and_of_every_desktop(self):
        listed = list_of(entry()["Desktop Entry"]["MimeType"])
        self.assertEqual(len(listed), len(set(listed)))
        self.assertEqual(set(listed), {one.get("type") for one in own_types()} | set(SHARED.values()))


class Types(unittest.TestCase):
    def test_each_is_named_and_recognized(self):
        self.assertEqual(xml.etree.ElementTree.parse(TYPES).getroot().tag, MIME + "mime-info")
        for one in own_types():
            with self.subTest(one.get("type")):
                self.assertRegex(one.get("type"), r"^application/x-[a-z-]+(\+json)?$")
                self.assertTrue(one.findtext(MIME + "comment"))
                self.assertEqual(one.find(MIME + "icon").get("name"), "gaplight")
                self.assertTrue(one.findall(MIME + "glob") or one.findall(MIME + "magic"))
                parent = one.find(MIME + "sub-class-of")
                if parent is not None:
                    self.assertIn(parent.get("type"), SHARED.values())

    def test_every_ending_of_a_trace_has_a_type(self):
        globs = [glob.get("pattern") for one in own_types() for glob in one.findall(MIME + "glob")]
        self.assertEqual(len(globs), len(set(globs)))
        endings = endings_of("traceEndings")
        self.assertIn(".gpk", endings)
        for ending in endings + endings_of("compressionEndings") + [".ncu-rep"]:
            self.assertTrue("*" + ending in globs or ending in SHARED, ending)

    def test_magic_of_a_pack(self):
        layout = (ROOT / "core/pack/pack_layout.h").read_text(encoding="utf-8")
        magic = re.search(r'kPackMagic\("([^"]+)"', layout).group(1)
        values = [match.get("value") for match in
                  xml.etree.ElementTree.parse(TYPES).getroot().iter(MIME + "match")]
        self.assertIn(magic, values)

    def test_a_database_of_types_is_made_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            database = pathlib.Path(folder, "mime")
            (database / "packages").mkdir(parents=True)
            shutil.copy(TYPES, database / "packages/gaplight.xml")
            done = subprocess.run(["update-mime-database", database], capture_output=True, text=True, check=False,
                                  env={**os.environ, "XDG_DATA_HOME": folder})
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
            globs = (database / "globs2").read_text(encoding="utf-8")
            self.assertIn(":application/x-gaplight-pack:*.gpk\n", globs)


class Description(unittest.TestCase):
    def test_it_is_of_this_program(self):
        root = xml.etree.ElementTree.parse(DESCRIPTION).getroot()
        self.assertEqual((root.tag, root.get("type")), ("component", "desktop-application"))
        self.assertEqual(root.findtext("launchable"), ENTRY.name)
        self.assertEqual(root.findtext("name"), entry()["Desktop Entry"]["Name"])
        self.assertEqual(root.findtext("summary"), entry()["Desktop Entry"]["Comment"])
        own = {one.get("type") for one in own_types()}
        self.assertLessEqual({one.text for one in root.iter("mediatype")}, own)
        version = re.search(r"project\(gaplight VERSION ([0-9.]+)",
                            (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
        self.assertIn(version, [one.get("version") for one in root.iter("release")])


if __name__ == "__main__":
    unittest.main()
