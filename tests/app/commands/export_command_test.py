# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives 'gaplight export', 'gaplight cut' and reports with figures. Usage: export_command_test.py
PROGRAM DATA_FOLDER [unittest options]"""

import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import xml.etree.ElementTree as ElementTree
import zlib

from program import PROGRAM, Case, main, recorded, run

SVG = "{http://www.w3.org/2000/svg}"
# No display, and none of Qt's variables of who runs this.
NO_DISPLAY = {key: value for key, value in os.environ.items()
              if key not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}


def png_parts(content):
    """Size and texts of a PNG file."""
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    size, texts, at = None, {}, 8
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        body = content[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"tEXt":
            key, text = body.split(b"\0", 1)
            texts[key.decode()] = text.decode("latin-1")
        elif kind == b"zTXt":
            key, text = body.split(b"\0", 1)
            texts[key.decode()] = zlib.decompress(text[1:]).decode("latin-1")
        elif kind == b"iTXt":
            key, rest = body.split(b"\0", 1)
            packed, text = rest[0], rest[2:].split(b"\0", 2)[2]
            texts[key.decode()] = (zlib.decompress(text) if packed else text).decode()
        at += 12 + length
    return size, texts


class Export(Case):
    def path(self, name):
        return os.path.join(self.folder, name)

    def export(self, trace, name, *options, notice=""):
        result = run("export", trace, "--out", self.path(name), *options, env=NO_DISPLAY)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((result.stdout, result.stderr), (b"", notice.encode()))
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_texts_have_letters_on_a_machine_without_fonts(self):
        config = self.write("fonts.conf", b'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
                                          b"<fontconfig></fontconfig>")
        path = self.path("a.pdf")
        result = run("export", recorded("graph_small_before"), "--out", path,
                     env={**NO_DISPLAY, "FONTCONFIG_FILE": config})
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        with open(path, "rb") as file:
            fonts = set(re.findall(rb"/BaseFont\s*/([A-Za-z+-]+)", file.read()))
        self.assertEqual({font.split(b"+")[-1] for font in fonts}, {b"Inter-Bold", b"Inter-Regular"})

    def test_no_folder_of_qt_stays(self):
        temporary = self.path("temporary")
        os.mkdir(temporary)
        environment = {**NO_DISPLAY, "TMPDIR": temporary}
        environment.pop("XDG_RUNTIME_DIR", None)
        for name in ("a.png", "a.pdf"):
            for more in ({}, {"XDG_RUNTIME_DIR": "/dev/null"}):
                result = run("export", self.small, "--out", self.path(name),
                             env={**environment, **more})
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertEqual(os.listdir(temporary), [])

    def test_where_qt_cannot_start_one_line_says_it(self):
        folder = self.path("bin")
        os.mkdir(folder)
        program = os.path.join(folder, "gaplight")
        shutil.copy(PROGRAM, program)
        # Qt reads it beside the program, once it has started.
        with open(os.path.join(folder, "qt.conf"), "w", encoding="utf-8") as file:
            file.write("[Paths]\nPlugins = /nonexistent\n")
        for name in ("a.png", "a.pdf"):
            done = subprocess.run([program, "export", self.small, "--out", self.path(name)],
                                  capture_output=True, env=NO_DISPLAY, timeout=120, check=False)
            self.assert_refused(done, 2, "'offscreen'")
            self.assertFalse(os.path.exists(self.path(name)))
        done = subprocess.run([program, "export", self.small, "--out", self.path("a.svg")],
                              capture_output=True, env=NO_DISPLAY, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_svg_is_text_with_names(self):
        content = self.export(recorded("wan_before_compile"), "a.svg", "--range", "step:2",
                              "--title", "A <step>", "--annotate", "findings,idle,checklist")
        root = ElementTree.fromstring(content)
        texts = ["".join(text.itertext()) for text in root.iter(SVG + "text")]
        self.assertIn("A <step>", texts)
        self.assertIn("1", texts)  # the badge of a finding
        self.assertTrue(any("gaplight export wan_before_compile" in text for text in texts))
        tracks = [group.get("aria-label") for group in root.iter(SVG + "g")
                  if group.get("class") == "track"]
        self.assertTrue(any("stream 7" in track for track in tracks), tracks)
        titles = [rect.find(SVG + "title").text for rect in root.iter(SVG + "rect")
                  if rect.find(SVG + "title") is not None]
        self.assertTrue(any(title.startswith("cudaStreamSynchronize\n") for title in titles))
        self.assertNotIn(b"<image", content)

    def test_the_same_command_gives_the_same_image(self):
        trace = recorded("llm_decode_eager")
        for name in ("a.svg", "a.png"):
            self.assertEqual(self.export(trace, name, "--range", "step:2"),
                             self.export(trace, name, "--range", "step:2"))

    def test_png_has_its_size_and_where_it_comes_from(self):
        size, texts = png_parts(self.export(recorded("wan_before_compile"), "a.png", "--finding",
                                            "host-sync", "--size", "800x700", "--scale", "2"))
        self.assertEqual(size, (1600, 1400))
        self.assertIn("--finding host-sync", texts["Command"])
        self.assertIn("wan_before_compile.json.zst", texts["Source"])
        self.assertTrue(texts["Software"].startswith("Gaplight"))

    def test_pdf_has_fonts_and_no_pixels(self):
        content = self.export(recorded("wan_before_compile"), "a.pdf", "--range", "step:2")
        self.assertTrue(content.startswith(b"%PDF-"))
        self.assertIn(b"/FontFile", content)
        self.assertNotIn(b"/Subtype /Image", content)

    def test_two_traces_are_compared(self):
        pair = (recorded("flux_after_eager"), recorded("flux_after_cudagraph"))
        result = run("export", *pair, "--out", self.path("a.svg"), "--range", "step:2",
                     "--annotate", "findings,idle,checklist", env=NO_DISPLAY)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        root = ElementTree.parse(self.path("a.svg")).getroot()
        texts = ["".join(text.itertext()) for text in root.iter(SVG + "text")]
        self.assertIn("flux_after_eager → flux_after_cudagraph", texts)
        self.assertTrue(any("improved: a steady step takes" in text for text in texts))
        self.assertTrue(any(text.startswith("gaplight export flux_after_eager.json.zst "
                                            "flux_after_cudagraph.json.zst") for text in texts))
        runs = {group.get("aria-label")[0] for group in root.iter(SVG + "g")
                if group.get("class") == "track"}
        self.assertEqual(runs, {"A", "B"})
        for name, options in (("a.png", ("--range", "step:3=step:2")), ("a.pdf", ("--own-scales",))):
            result = run("export", *pair, "--out", self.path(name), *options, env=NO_DISPLAY)
            self.assertEqual((result.returncode, result.stderr), (0, b""), result.stderr)
        self.assert_refused(run("export", *pair, "--out", self.path("b.svg"), "--range",
                                "step:2=step:99", env=NO_DISPLAY), 2, "step:99")
        self.assert_refused(run("export", pair[0], "--out", self.path("b.svg"), "--own-scales"), 2,
                            "two traces")
        self.assert_refused(run("export", pair[0], "--out", self.path("b.svg"), "--pin", "a=b"), 2,
                            "two traces")
        for pin, part in (("step:1", "is no pair"), ("slice:x@1ns=slice:y@1ns", "no slice of that")):
            self.assert_refused(run("export", *pair, "--out", self.path("b.svg"), "--pin", pin,
                                    env=NO_DISPLAY), 2, part)
        self.assert_refused(run("export", pair[0], "/nonexistent", "--out", self.path("b.svg")), 3)

    def test_notes_of_the_sidecar_are_called_out(self):
        view = {"gaplight_view": 1, "notes": [
            {"begin_ns": 30_000, "end_ns": 40_000, "text": "look <here>", "color": "red"}]}
        sidecar = self.write("small.json.gaplight.json", json.dumps(view).encode())
        content = self.export(self.small, "a.svg", "--annotate", "notes",
                              notice=f"gaplight: notes and view are from {sidecar}\n")
        texts = ["".join(text.itertext()) for text in
                 ElementTree.fromstring(content).iter(SVG + "text")]
        self.assertIn("look <here>", texts)
        self.assertIn("1", texts)
        self.write("small.json.gaplight.json", b"{")
        self.assert_refused(run("export", self.small, "--out", self.path("b.svg"), "--annotate",
                                "notes", env=NO_DISPLAY), 2, "small.json.gaplight.json")

    def test_what_a_change_would_move_is_outlined(self):
        trace = recorded("sync_large_before")
        plain = self.export(trace, "a.svg", "--range", "step:2")
        changed = self.export(trace, "b.svg", "--range", "step:2", "--what-if",
                              "remove:host-sync", "--critical-path")
        self.assertNotIn(b">with the changes<", plain)
        self.assertIn(b">with the changes<", changed)
        self.assertIn(b">critical path<", changed)
        self.assert_refused(run("export", trace, "--out", self.path("c.svg"), "--what-if", "x"), 2,
                            "--what-if")

    def test_what_makes_no_sense_is_refused_and_the_old_file_stays(self):
        old = self.write("old.png", b"old")
        directory = self.path("d.png")
        os.mkdir(directory)
        for options, part in [
                (("--out", self.path("a.gif")), ".png, .svg or .pdf"),
                (("--out", old, "--theme", "blue"), "light or dark"),
                (("--out", old, "--size", "10"), "not a size"),
                (("--out", old, "--size", "400x10"), "too low"),
                (("--out", old, "--annotate", "stars"), "'stars'"),
                (("--out", old, "--select", "gemm@1us"), "--select needs --annotate arrows"),
                (("--out", old, "--select", "gemm@0ns", "--annotate", "arrows"), "nearest begins"),
                (("--out", old, "--select", "x@0ns", "--annotate", "arrows"), "no slice"),
                (("--out", old, "--no-outlines"), "--critical-path"),
                (("--out", old, "--finding", "99"), "no finding"),
                (("--out", old, "--finding", "nothing"), "'nothing'"),
                (("--out", old, "--tracks", "nothing"), "'nothing'"),
                (("--out", old, "--range", "5s..6s"), "after the trace's end")]:
            self.assert_refused(run("export", self.small, *options, env=NO_DISPLAY), 2, part)
        for target, part in [(directory, "Is a directory"),
                             (self.path("no/such/a.png"), "No such file")]:
            self.assert_refused(run("export", self.small, "--out", target, env=NO_DISPLAY), 5, part)
        self.assert_refused(run("export", self.small, "--out", old, "--roofline", env=NO_DISPLAY), 3,
                            "no kernel's work is known")
        with open(old, "rb") as file:
            self.assertEqual(file.read(), b"old")
        self.assert_refused(run("export", "/nonexistent", "--out", old, env=NO_DISPLAY), 3)
        self.assertEqual(sorted(os.listdir(self.folder)), ["d.png", "old.png", "small.json"])

    def test_no_space_leaves_the_old_file(self):
        old = self.write("old.svg", b"old")
        result = subprocess.run(
            ["bash", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "-", PROGRAM,
             "export", self.small, "--out", old], capture_output=True, check=False, env=NO_DISPLAY)
        self.assert_refused(result, 5, "cannot write", "File too large")
        with open(old, "rb") as file:
            self.assertEqual(file.read(), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["old.svg", "small.json"])


class Screenshot(Case):
    def screenshot(self, *arguments):
        path = os.path.join(self.folder, "window.png")
        result = run("--screenshot", path, "--size", "900x500", *arguments, env=NO_DISPLAY)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(path, "rb") as file:
            return file.read()

    def test_needs_no_display(self):
        trace = self.screenshot(recorded("wan_before_compile"))
        self.assertEqual(png_parts(trace)[0], (900, 500))
        # Slices, labels and overlays of a trace compress less well than a window with one slice.
        one = {"traceEvents": [{"ph": "X", "name": "a", "cat": "cpu_op", "pid": 1, "tid": 1,
                                "ts": 1, "dur": 5}]}
        path = self.write("one.json", json.dumps(one).encode())
        self.assertGreater(len(trace), 2 * len(self.screenshot(path)))

    def test_failures(self):
        for code, path, trace in ((3, os.path.join(self.folder, "a.png"), "/nonexistent"),
                                  (5, "/nonexistent/a.png", self.small)):
            result = run("--screenshot", path, trace, env=NO_DISPLAY)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertIn(b"gaplight: ", result.stderr)
            self.assertIn(b"/nonexistent", result.stderr)


class Reports(Case):
    def test_html_is_one_file(self):
        out = os.path.join(self.folder, "report.html")
        result = run("analyze", recorded("wan_before_compile"), "--format", "html", "--out", out)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(out, encoding="utf-8") as file:
            text = file.read()
        self.assertIn('id="finding-1"', text)
        self.assertIn("<svg", text)
        for outside in ("<script", "<link", "src=", "href=", "@import", "url(http"):
            self.assertNotIn(outside, text)

    def test_html_of_a_comparison_is_one_file(self):
        out = os.path.join(self.folder, "report.html")
        names = ("flux_after_eager", "flux_after_cudagraph", "flux2_before_eager")
        for runs in (2, 3):
            result = run("compare", *[recorded(name) for name in names[:runs]], "--format", "html",
                         "--out", out)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(out, encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(text.count("<svg"), runs - 1)
            self.assertIn("✓ improved: a steady step takes", text)
            for outside in ("<script", "<link", "src=", "href=", "@import", "url(http"):
                self.assertNotIn(outside, text)

    def test_markdown_names_its_images(self):
        out = os.path.join(self.folder, "report.md")
        images = os.path.join(self.folder, "images")
        result = run("analyze", recorded("wan_before_compile"), "--format", "markdown", "--out",
                     out, "--figures", images)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(out, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("](<images/whole.svg>)", text)
        for name in os.listdir(images):
            self.assertIn(f"](<images/{name}>)", text)
            ElementTree.parse(os.path.join(images, name))
        self.assert_refused(run("analyze", self.small, "--figures", images), 2, "markdown")


class Cut(Case):
    def test_a_cut_is_a_trace(self):
        for name, opened in (("part.json", open), ("part.json.gz", gzip.open)):
            out = os.path.join(self.folder, name)
            result = run("cut", recorded("wan_before_compile"), "--range", "step:2", "--out", out)
            self.assertEqual(result.returncode, 0, result.stderr)
            with opened(out, "rb") as file:
                whole = json.load(file)
            self.assertIn("deviceProperties", whole)
            events = whole["traceEvents"]
            ends = {}
            for event in events:
                if event["ph"] in "sf" and event.get("cat") == "ac2g":
                    ends.setdefault(event["id"], set()).add(event["ph"])
            self.assertTrue(ends)
            self.assertEqual({frozenset(both) for both in ends.values()}, {frozenset("sf")})
        self.assertEqual(run("info", os.path.join(self.folder, "part.json.gz")).returncode, 0)

    def test_clipped_nothing_lies_outside(self):
        out = os.path.join(self.folder, "part.json")
        result = run("cut", self.small, "--range", "30us..40us", "--out", out, "--clip")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(out, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        self.assertEqual([(event["name"], event["ts"], event["dur"]) for event in events
                          if event["ph"] == "X"], [("step", 30, 10), ("gemm", 30, 10)])

    def test_refusals(self):
        self.assert_refused(run("cut", self.small, "--range", "1us..2us", "--out", self.small), 2,
                            "the trace itself")
        self.assert_refused(run("cut", self.small, "--range", "x", "--out", "y"), 2, "expected T0..T1")
        for name, why in (("y.sqlite", "or as a pack (.gpk)"), ("y.txt", "written as JSON"),
                          ("y.gpk.gz", "without '.gz'")):
            self.assert_refused(run("cut", self.small, "--range", "1us..2us", "--out", name), 2, why)
        self.assert_refused(run("cut", self.small, "--range", "1us..2us", "--out", "y", "--set",
                                "x.y=1"), 2, "no rule")
        self.assert_refused(run("cut", self.small, "--range", "1us..2us", "--out",
                                os.path.join(self.folder, "no/a.json")), 5, "No such file")


if __name__ == "__main__":
    main()
