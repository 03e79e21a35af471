#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
# Gaplight as one file: an archive follows this script. It is unpacked once, into the cache folder or
# where that cannot be written into the folder for temporary files, and the program in it is started
# with the arguments of this script. Needs sh, tail, gzip and tar.
folder=@FOLDER@
sum=@SUM@

# startFrom BASE: starts the program below BASE, unpacked there first; returns where that is impossible.
startFrom() {
    place=$1/$folder-$sum
    if [ ! -x "$place/gaplight" ]; then
        (umask 077 && mkdir -p "$1") 2>/dev/null || return 1
        # A folder of another user might hold another program.
        [ -O "$1" ] || return 1
        part=$(mktemp -d "$1/part-XXXXXX" 2>/dev/null) || return 1
        trap 'rm -rf "$part"' EXIT
        trap 'exit 130' INT
        trap 'exit 143' TERM HUP
        if ! tail -n +@FIRST_LINE@ "$0" | gzip -dc 2>/dev/null | tar -xf - -C "$part" 2>/dev/null ||
            [ ! -x "$part/$folder/gaplight" ]; then
            rm -rf "$part"
            return 1
        fi
        # Whoever is first wins where several unpack at once.
        [ -e "$place" ] || mv "$part/$folder" "$place" 2>/dev/null
        rm -rf "$part"
        trap - EXIT INT TERM HUP
    fi
    [ -O "$1" ] && [ -x "$place/gaplight" ] || return 1
    shift
    exec "$place/gaplight" "$@"
}

if [ -n "${XDG_CACHE_HOME-}" ]; then
    startFrom "$XDG_CACHE_HOME/gaplight/programs" "$@"
elif [ -n "${HOME-}" ]; then
    startFrom "$HOME/.cache/gaplight/programs" "$@"
fi
startFrom "${TMPDIR:-/tmp}/gaplight-programs-$(id -u)" "$@"
echo "gaplight: this file could not be unpacked into the cache folder or ${TMPDIR:-/tmp}: some" \
    "200 MB of space are needed in one of them" >&2
exit 5
