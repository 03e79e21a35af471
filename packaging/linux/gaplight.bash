# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
# Written by packaging/command_texts.py from the program's own help.
# shellcheck shell=bash
_gaplight() {
    local word command="" current=${COMP_WORDS[COMP_CWORD]} options
    local commands="info analyze rules compare record export cut pack cache summarize fleet query tables mcp"
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ " $commands " == *" $word "* ]]; then
            command=$word
            break
        fi
    done
    case $command in
        info) options="-h --help --format -o --out --device --no-settings --max-inflated --no-cache --install --quiet --no-color" ;;
        analyze) options="-h --help --format -o --out --device --no-settings --max-inflated --no-cache --install --quiet --no-color --range --figures --memory --kernels --capture --compile-log --set --rules --what-if --all --critical-path --fail-on --max-idle" ;;
        rules) options="-h --help --format -o --out --set --rules --no-settings --max-inflated --no-cache --install --quiet --no-color" ;;
        compare) options="-h --help --format -o --out --pin --function --capture --noise --max-regression --all --set --rules --no-settings --max-inflated --no-cache --install --quiet --no-color" ;;
        record) options="-h --help -o --out --no-open --delay --duration --capture-range --capture-profiler --children --stacks --memory --queue --max-size --quiet --progress-lines" ;;
        export) options="-h --help -o --out --range --finding --tracks --annotate --select --what-if --no-outlines --critical-path --roofline --pin --own-scales --ranks --collective --size --scale --theme --title --caption --set --rules --no-settings --max-inflated --no-cache --install --quiet" ;;
        cut) options="-h --help --range -o --out --clip --set --rules --no-settings --max-inflated --no-cache --install --quiet" ;;
        pack) options="-h --help -o --out --stdout --progress-lines --resume --list --without-args --range --set --rules --no-settings --max-inflated --no-cache --install --quiet" ;;
        cache) options="-h --help" ;;
        summarize) options="-h --help -o --out --part --again --set --rules --no-settings --max-inflated --no-cache --install --quiet" ;;
        fleet) options="-h --help --format -o --out --run --open --no-color" ;;
        query) options="-h --help --file --format -o --out --ranks --kernels --memory --max-rows --max-time --set --rules --no-settings --max-inflated --no-cache --install --quiet --no-color" ;;
        tables) options="-h --help --format -o --out --no-color" ;;
        mcp) options="-h --help" ;;
        *) options="-V --version -h --help --compare --ranks --memory --kernels --capture --compile-log --screenshot --start-page --size --theme --range --rules --no-settings --max-inflated --no-cache --install" ;;
    esac
    COMPREPLY=()
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -z $command && $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
    fi
}
complete -o default -o bashdefault -F _gaplight gaplight
