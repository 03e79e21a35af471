#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""packaging/command_texts.py PROGRAM [DIR]: writes man page and shell completions of PROGRAM from its help
into DIR (packaging/linux). tests/packaging/command_texts_test.py fails where they are not up to date."""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys

LINUX = pathlib.Path(__file__).resolve().parent / "linux"
ENTRY = re.compile(r"^  (?P<head>\S.*?)(?:  +(?P<text>\S.*))?$")


@dataclasses.dataclass
class Entry:
    """A command, an option or an argument, as the help lists it."""
    names: list[str]
    values: str  # "FILE"; empty: a flag
    text: str


@dataclasses.dataclass
class Command:
    name: str  # empty: the program itself
    about: str
    usage: str
    arguments: list[Entry]
    options: list[Entry]
    commands: list[Entry]
    footer: str


def entry_of(head: str, text: str) -> Entry:
    head = head.replace(" REQUIRED", "")
    if not head.startswith("-"):
        head = head.replace(" TEXT", "")  # what the name of an argument says
    name, _, values = head.partition(" ")
    return Entry(name.split(","), re.sub(r":\w+ in .*", "", values), text)


def entries_of(block: list[str]) -> list[Entry]:
    entries = []
    for line in block:
        if match := ENTRY.match(line):
            entries.append(entry_of(match["head"], match["text"] or ""))
        elif line.strip():
            entries[-1].text = f"{entries[-1].text} {line.strip()}".strip()
    return entries


def parse(name: str, help_text: str) -> Command:
    """Blocks of the help: what it is and its usage, lists with a heading, and what comes at the end."""
    head, *blocks = re.split(r"\n\n+", help_text.strip())
    about, usage = head.split("\nUsage: ")
    lists = {"Positionals": [], "Options": [], "Subcommands": []}
    footer = []
    for block in blocks:
        first, *rest = block.split("\n")
        if first.rstrip(":") in lists and first.endswith(":"):
            lists[first[:-1]] = entries_of(rest)
        else:
            footer.append(block)
    return Command(name, about, usage, lists["Positionals"], lists["Options"], lists["Subcommands"],
                   "\n".join(footer))


def help_of(program: str, *words: str) -> str:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True,
                          env=environment).stdout


def read_commands(program: str) -> list[Command]:
    top = parse("", help_of(program))
    return [top, *(parse(one.names[0], help_of(program, one.names[0])) for one in top.commands)]


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def man_entries(entries: list[Entry]) -> str:
    result = ""
    for entry in entries:
        names = ", ".join(f"\\fB{roff(name)}\\fR" for name in entry.names)
        values = f" \\fI{roff(entry.values)}\\fR" if entry.values else ""
        result += f".TP\n{names}{values}\n{roff(entry.text)}\n"
    return result


def man_page(commands: list[Command]) -> str:
    top, *others = commands
    text = (".\\\" SPDX-FileCopyrightText: 2026 The Gaplight authors\n"
            ".\\\" SPDX-License-Identifier: Apache-2.0\n"
            ".\\\" Written by packaging/command_texts.py from the program's own help.\n"
            ".TH GAPLIGHT 1 \"\" Gaplight \"User Commands\"\n.SH NAME\n"
            "gaplight \\- show where a GPU waited, why, and what fixing it would gain\n.SH SYNOPSIS\n")
    for one in commands:
        words, rest = one.usage.split("[OPTIONS]", 1)
        text += f".B {roff(words.strip())}\n{roff('[OPTIONS]' + rest)}\n.br\n"
    text += f".SH DESCRIPTION\n{roff(top.about)}\n{man_entries(top.arguments)}"
    text += f".SH OPTIONS\n{man_entries(top.options)}.SH COMMANDS\n"
    for one in others:
        text += f".SS gaplight {one.name}\n{roff(one.about)}\n"
        text += man_entries(one.arguments) + man_entries(one.options)
        if one.footer and one.footer != top.footer:
            text += f".PP\n{roff(one.footer)}\n"
    text += f".SH EXIT STATUS\n{roff(top.footer.removeprefix('Exit codes: '))}\n"
    text += (".SH FILES\n.TP\n.I gaplight.toml\nthresholds, beside a trace or in "
             "\\fI~/.config/gaplight\\fR; for an example see \\fBgaplight rules\\fR\n.TP\n.I ~/.cache/gaplight/packs\n"
             "packs of large traces (\\fBgaplight cache\\fR)\n")
    return text


def names_of(entries: list[Entry]) -> list[str]:
    return [name for entry in entries for name in entry.names]


NOTICE = ("# SPDX-FileCopyrightText: 2026 The Gaplight authors\n"
          "# SPDX-License-Identifier: Apache-2.0\n"
          "# Written by packaging/command_texts.py from the program's own help.\n")


def bash_completion(commands: list[Command]) -> str:
    top, *others = commands
    cases = "".join(f"            {one.name}) options=\"{' '.join(names_of(one.options))}\" ;;\n"
                    for one in others)
    return (f"{NOTICE}# shellcheck shell=bash\n"
            "_gaplight() {\n"
            "    local word command=\"\" current=${COMP_WORDS[COMP_CWORD]} options\n"
            f"    local commands=\"{' '.join(one.name for one in others)}\"\n"
            "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
            "        if [[ \" $commands \" == *\" $word \"* ]]; then\n"
            "            command=$word\n"
            "            break\n"
            "        fi\n"
            "    done\n"
            "    case $command in\n"
            f"{cases}"
            f"            *) options=\"{' '.join(names_of(top.options))}\" ;;\n"
            "    esac\n"
            "    COMPREPLY=()\n"
            "    if [[ $current == -* ]]; then\n"
            "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
            "    elif [[ -z $command && $COMP_CWORD -eq 1 ]]; then\n"
            "        mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$current\")\n"
            "    fi\n"
            "}\n"
            "complete -o default -o bashdefault -F _gaplight gaplight\n").replace(
                "            *) opt", "        *) opt").replace("\n            ", "\n        ").replace(
                "\n        command=$word\n        break", "\n            command=$word\n            break")


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_options(entries: list[Entry], indent: str) -> str:
    specs = []
    for entry in entries:
        text = re.sub(r"([\[\]:\\])", r"\\\1", entry.text)
        for name in entry.names:
            action = ":" + re.sub(r"([\[\]:\\])", r"\\\1", entry.values) + ":_files" if entry.values else ""
            specs.append(quoted(f"*{name}[{text}]{action}"))
    return "".join(f" \\\n{indent}{spec}" for spec in specs)


def zsh_completion(commands: list[Command]) -> str:
    top, *others = commands
    listed = "".join(f"        {quoted(one.name + ':' + one.about)}\n" for one in others)
    cases = "".join(f"        {one.name}) _arguments{zsh_options(one.options, ' ' * 12)} \\\n"
                    "            '*:file:_files' ;;\n" for one in others)
    return (f"#compdef gaplight\n{NOTICE}"
            "_gaplight_first() {\n"
            f"    local -a commands=(\n{listed}    )\n"
            "    _describe command commands\n    _files\n}\n\n"
            "_gaplight() {\n    local line state\n"
            f"    _arguments -C{zsh_options(top.options, ' ' * 8)} \\\n"
            "        '1: :_gaplight_first' '*:: :->rest'\n"
            "    [[ $state == rest ]] || return\n    case $line[1] in\n"
            f"{cases}        *) _files ;;\n    esac\n}}\n\n_gaplight \"$@\"\n")


def fish_completion(commands: list[Command]) -> str:
    top, *others = commands
    lines = [NOTICE.rstrip("\n")]
    for one in others:
        lines.append("complete -c gaplight -n __fish_use_subcommand "
                     f"-a {one.name} -d {fish_quoted(one.about)}")
    for one in commands:
        condition = f"'__fish_seen_subcommand_from {one.name}'" if one.name else "__fish_use_subcommand"
        for entry in one.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                             for name in entry.names)
            takes = " -r" if entry.values else ""
            lines.append(f"complete -c gaplight -n {condition} {names}{takes} -d {fish_quoted(entry.text)}")
    return "\n".join(lines) + "\n"


def fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def texts(program: str) -> dict[str, str]:
    commands = read_commands(program)
    return {"gaplight.1": man_page(commands), "gaplight.bash": bash_completion(commands),
            "gaplight.zsh": zsh_completion(commands), "gaplight.fish": fish_completion(commands)}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else LINUX
    for file, content in texts(sys.argv[1]).items():
        (folder / file).write_text(content, encoding="utf-8")
