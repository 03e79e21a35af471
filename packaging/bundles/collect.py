# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Collects an installed Gaplight and everything that it needs to run into one folder:

    gaplight            starts it (launcher.sh)
    bin/gaplight        the program
    lib/                libraries that belong to it: Qt, oneTBB, ...
    lib/system/         libraries that OpenGL drivers need too; a newer machine's own are preferred
    lib/c/              the C library and its loader
    lib/qt6/            Qt's plugins and QML modules
    share/              samples, manual, fonts and keyboard tables for machines without
    share/licenses/     what each library's package says of its license

Usage: collect.py PREFIX FOLDER [--qml ROOT]. PREFIX: where it was installed. --qml: with a window,
whose QML files are below ROOT. Runs on Debian, whose packages the libraries belong to.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SYSTEM = pathlib.Path("/usr/lib/x86_64-linux-gnu")
LOADER = pathlib.Path("/lib64/ld-linux-x86-64.so.2")

# Parts of glibc must be of one version, and of that of the loader.
C_LIBRARY = re.compile(r"lib(c|m|dl|pthread|rt|resolv|util|anl|mvec)\.so\.\d+$")
# What Mesa's and NVIDIA's drivers are linked with; two versions in one process are none too few.
DRIVER_NEEDS = re.compile(
    r"lib(stdc\+\+|gcc_s|GL|GLX|EGL|GLdispatch|OpenGL|X11|X11-xcb|Xau|Xdmcp|Xext|Xfixes|Xrandr|Xrender"
    r"|xcb|xcb-[a-z0-9]+|drm|gbm|expat|z|zstd|lzma|elf|ffi|bsd|md|wayland-[a-z]+|xshmfence)\.so\.\d+")

PLUGINS = [
    "platforms/libqxcb.so", "platforms/libqoffscreen.so", "platforms/libqminimal.so",
    "xcbglintegrations/libqxcb-glx-integration.so", "xcbglintegrations/libqxcb-egl-integration.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "platformthemes/libqxdgdesktopportal.so",
    "imageformats/libqsvg.so", "iconengines/libqsvgicon.so",
]
# Styles that no file of ours imports; Qt's own modules name all of them.
UNUSED_MODULES = {"Fusion", "Imagine", "Material", "Universal", "designer"}

FONTS_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def output_of(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def libraries_of(file):
    """Libraries that a program or library loads, with their paths on this machine."""
    found = {}
    for line in output_of("ldd", str(file)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+) \(0x", line)
        if match:
            found[match[1]] = pathlib.Path(match[2])
        elif "not found" in line:
            raise SystemExit(f"collect.py: {file} needs {line.strip()}")
    return found


class Collection:
    def __init__(self, folder):
        self.folder = folder
        self.sources = []  # files of packages

    def add(self, source, place):
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source.resolve(), target)
        self.sources.append(source)

    def add_libraries(self, file):
        for name, path in libraries_of(file).items():
            place = ("lib/c" if C_LIBRARY.match(name) else
                     "lib/system" if DRIVER_NEEDS.match(name) else "lib")
            if not (self.folder / place / name).exists():
                self.add(path, f"{place}/{name}")

    def add_folder(self, source, place, skipped=frozenset()):
        for file in sorted(source.rglob("*")):
            below = file.relative_to(source)
            if file.is_file() and not skipped & set(below.parts):
                self.add(file, f"{place}/{below}")
                if file.suffix == ".so":
                    self.add_libraries(file)


def qml_modules(root):
    """Folders of the QML modules that the files below root import, and of what these import."""
    modules = SYSTEM / "qt6/qml"
    scanned = json.loads(output_of("/usr/lib/qt6/libexec/qmlimportscanner", "-rootPath", str(root),
                                   "-importPath", str(modules)))
    paths = {pathlib.Path(entry["path"]) for entry in scanned if entry.get("path")}
    return sorted(path for path in paths
                  if path.is_relative_to(modules) and not UNUSED_MODULES & set(path.parts))


def add_window(collection, qml_root):
    for plugin in PLUGINS:
        source = SYSTEM / "qt6/plugins" / plugin
        collection.add(source, f"lib/qt6/plugins/{plugin}")
        collection.add_libraries(source)
    modules = SYSTEM / "qt6/qml"
    for module in qml_modules(qml_root):
        for file in sorted(module.iterdir()):
            if file.is_file():
                collection.add(file, f"lib/qt6/qml/{file.relative_to(modules)}")
                if file.suffix == ".so":
                    collection.add_libraries(file)
    # Qt loads these where it draws with OpenGL, by name.
    for name in ["libGLX.so.0", "libEGL.so.1", "libGL.so.1"]:
        collection.add(SYSTEM / name, f"lib/system/{name}")
        collection.add_libraries(SYSTEM / name)
    fonts = collection.folder / "share/fonts"
    collection.add_folder(pathlib.Path("/usr/share/fonts/truetype/dejavu"), "share/fonts")
    (fonts / "fonts.conf").write_text(FONTS_CONF, encoding="utf-8")
    collection.add_folder(pathlib.Path("/usr/share/X11/xkb"), "share/X11/xkb")
    collection.add_folder(pathlib.Path("/usr/share/X11/locale"), "share/X11/locale")


def packages_of(sources):
    """The package that each file came with, by one query. Paths of both layouts of /lib are tried."""
    names = {}  # sources by path: two of them can be one file
    for source in sources:
        real = source.resolve()
        for path in [source, real, pathlib.Path("/usr") / str(source).lstrip("/"),
                     pathlib.Path(re.sub("^/usr/lib", "/lib", str(real)))]:
            names.setdefault(str(path), set()).add(source)
    found = subprocess.run(["dpkg-query", "-S", *names], check=False, capture_output=True, text=True)
    packages = {}
    for line in found.stdout.splitlines():
        owner, path = line.split(": ", 1)
        for source in names.get(path, ()):
            packages[source] = owner.split(",")[0].split(":")[0]
    for source in sources:
        if source not in packages:
            raise SystemExit(f"collect.py: no package has {source}")
    return packages


def write_licenses(collection):
    files = {}
    for source, package in packages_of(collection.sources).items():
        files.setdefault(package, []).append(source.name)
    licenses = collection.folder / "share/licenses"
    lines = []
    versions = dict(line.split(" ", 1) for line in output_of(
        "dpkg-query", "-W", "-f", "${Package} ${Version} (source: ${source:Package})\n",
        *files).splitlines())
    for package, names in sorted(files.items()):
        (licenses / package).mkdir(parents=True, exist_ok=True)
        shutil.copy2(pathlib.Path("/usr/share/doc", package, "copyright").resolve(),
                     licenses / package / "copyright")
        libraries = sorted(name for name in names if ".so" in name)
        lines.append(f"{package} {versions[package]}: " +
                     (", ".join(libraries) if libraries else "data") + "\n")
    shutil.copytree("/usr/share/common-licenses", licenses / "common-licenses",
                    symlinks=False, dirs_exist_ok=True)
    (licenses / "PACKAGES").write_text(
        "Debian packages whose files are in this folder. Their sources are at "
        "https://snapshot.debian.org/.\n\n" + "".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--qml", type=pathlib.Path)
    arguments = parser.parse_args()
    collection = Collection(arguments.folder)
    shutil.copytree(arguments.prefix, arguments.folder)
    collection.add(LOADER, "lib/c/ld-linux-x86-64.so.2")
    collection.add_libraries(arguments.folder / "bin/gaplight")
    if arguments.qml:
        add_window(collection, arguments.qml)
    write_licenses(collection)
    minor = re.search(r"version 2\.(\d+)", output_of(str(LOADER), "--version"))[1]
    launcher = arguments.folder / "gaplight"
    launcher.write_text((HERE / "launcher.sh").read_text(encoding="utf-8").replace("@MINOR@", minor),
                        encoding="utf-8")
    launcher.chmod(0o755)


if __name__ == "__main__":
    main()
