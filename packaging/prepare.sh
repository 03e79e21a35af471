# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What packaging/run and packaging/test share; sourced by them.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly root program="packaging/${0##*/}"

# stop MESSAGE: one clear line, then the end.
stop() {
    printf '%s: %s\n' "$program" "$1" >&2
    exit 1
}

# wantedPackages KIND...: names listed for these kinds in packages.txt.
wantedPackages() {
    local kind
    for kind in "$@"; do
        awk -v kind="$kind" '$1 == kind { print $2 }' "$root/packaging/packages.txt"
    done
}

# missingPackages NAME...: those that are not installed.
missingPackages() {
    local present
    # dpkg-query fails where it does not know one of them.
    present=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
        awk '$1 == "installed" { print $2 }')
    comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u <<<"$present")
}

# asRoot: how to run a command as root, as words; empty for root itself. Fails where it cannot.
asRoot() {
    if [[ $(id -u) -eq 0 ]]; then
        return
    fi
    command -v sudo >/dev/null || return 1
    # Without a terminal nobody can type a password.
    [[ -t 0 ]] || sudo -n true 2>/dev/null || return 1
    echo sudo
}

# installMissing KIND...: installs what packages.txt lists for these kinds and is not there.
installMissing() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        return # not Debian: CMake says what it does not find
    fi
    local wanted missing sudo
    mapfile -t wanted < <(wantedPackages "$@")
    mapfile -t missing < <(missingPackages "${wanted[@]}")
    if [[ ${#missing[@]} -eq 0 || -z ${missing[0]} ]]; then
        return
    fi
    sudo=$(asRoot) || stop "these packages are missing and only root can install them: ${missing[*]}"
    printf '%s: installing: %s\n' "$program" "${missing[*]}"
    # shellcheck disable=SC2086 # empty for root
    $sudo apt-get update -qq || stop "apt-get update failed; these packages are needed: ${missing[*]}"
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >/dev/null || stop "apt-get could not install: ${missing[*]}"
}

# configure PRESET: runs CMake where Ninja would not do it by itself.
configure() {
    local folder="$root/build/$1" fresh=()
    local cache="$folder/CMakeCache.txt"
    if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        fresh=(--fresh) # the checkout has moved
    elif [[ -f $folder/build.ninja && ! $root/CMakePresets.json -nt $folder/build.ninja ]]; then
        return
    fi
    local log="$folder.log"
    mkdir -p "$folder"
    if ! (cd "$root" && cmake --preset "$1" "${fresh[@]}" >"$log" 2>&1); then
        tail -n 20 "$log" >&2
        stop "CMake could not configure; all it said is in ${log#"$root/"}"
    fi
    sed -n "s|^-- Recorder left out|$program: 'gaplight record' is left out|p" "$log"
}

# seekRecorder PRESET: has CMake look again for what the recorder needs, where it was not there.
seekRecorder() {
    if grep -qs '^GAPLIGHT_[A-Z]*_INCLUDE:PATH=.*-NOTFOUND$' "$root/build/$1/CMakeCache.txt"; then
        rm -f "$root/build/$1/build.ninja"
    fi
}

# durationText SECONDS: "45 s" or "3 min 5 s".
durationText() {
    if (($1 < 60)); then
        echo "$1 s"
    else
        echo "$(($1 / 60)) min $(($1 % 60)) s"
    fi
}

# showProgress: copies what Ninja prints, except that its status lines ("@DONE/TOTAL@ ...", see
# build) become one line that is updated on a terminal, and a line every 30 seconds elsewhere. The
# time left assumes that the remaining steps take as long as those so far.
showProgress() {
    local line text left start=$SECONDS shown=$SECONDS
    while IFS= read -r line; do
        if [[ $line =~ ^@([0-9]+)/([0-9]+)@ ]]; then
            local ready=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} elapsed=$((SECONDS - start))
            text="$program: [$ready/$total] $(durationText "$elapsed")"
            if ((ready > 0 && elapsed >= 5)); then
                left=$((elapsed * (total - ready) / ready))
                text+=", about $(durationText "$left") left"
            fi
            if [[ -t 1 ]]; then
                printf '\r\033[K%s' "$text"
            elif ((SECONDS - shown >= ${GAPLIGHT_PROGRESS_SECONDS-30})); then
                printf '%s\n' "$text"
                shown=$SECONDS
            fi
        elif [[ $line != "ninja: Entering directory"* ]]; then
            [[ ! -t 1 ]] || printf '\r\033[K'
            printf '%s\n' "$line"
        fi
    done
    [[ ! -t 1 ]] || printf '\r\033[K'
}

# build PRESET: compiles what has changed and prints how long that took; prints nothing where
# nothing has changed.
build() {
    local start=$SECONDS
    configure "$1"
    local folder="$root/build/$1"
    if ninja -C "$folder" -n 2>/dev/null | grep -q 'no work to do'; then
        return
    fi
    printf '%s: building in %s\n' "$program" "build/$1"
    NINJA_STATUS='@%f/%t@ ' ninja -C "$folder" -j"$(nproc)" | showProgress ||
        stop "the build failed; the compiler's message is above"
    printf '%s: built in %s\n' "$program" "$(durationText $((SECONDS - start)))"
}
