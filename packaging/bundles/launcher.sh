#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
# Starts the program of this folder with the libraries of this folder, and with its C library where
# that is newer than the machine's.
#
# A machine's OpenGL driver is loaded into the program, and one that was made for a newer C library
# than ours would not load. Where the machine's is as new as ours, it is used, with the machine's own
# versions of what drivers need (lib/system has those that it lacks).
here=$(dirname "$(readlink -f "$0")")
export GAPLIGHT_LAUNCHER="$here/gaplight"
loader=$here/lib/c/ld-linux-x86-64.so.2
libraries=$here/lib:$here/lib/system:$here/lib/c
if [ -d "$here/lib/qt6" ]; then
    # "ld.so (...) stable release version 2.36."
    version=$(/lib64/ld-linux-x86-64.so.2 --version 2>/dev/null |
        sed -n '1s/.*version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    if [ "${version% *}" = 2 ] && [ "${version#* }" -ge @MINOR@ ]; then
        loader=/lib64/ld-linux-x86-64.so.2
        machine=/usr/lib/x86_64-linux-gnu:/lib/x86_64-linux-gnu:/usr/lib64:/lib64:/usr/lib
        libraries=$here/lib:$machine:$here/lib/system
    fi
    # Where the machine has none of its own.
    [ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/share/fonts/fonts.conf"
    [ -d /usr/share/X11/xkb ] || export XKB_CONFIG_ROOT="$here/share/X11/xkb"
    [ -d /usr/share/X11/locale ] || export XLOCALEDIR="$here/share/X11/locale"
fi
exec "$loader" --argv0 gaplight --library-path "$libraries" "$here/bin/gaplight" "$@"
