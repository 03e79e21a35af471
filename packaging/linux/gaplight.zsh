#compdef gaplight
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
# Written by packaging/command_texts.py from the program's own help.
_gaplight_first() {
    local -a commands=(
        'info:what is in a trace'
        'analyze:where the GPUs waited, why, and what to do about it'
        'rules:the rules, or one with its help page; a rule of your own: example, check'
        'compare:what changed from one run to another, and whether that is better'
        'record:run a CUDA program, record it and open the trace'
        'export:annotated figure of a part of a trace, without a display'
        'cut:a smaller trace of a part, for any viewer'
        'pack:a small file of a trace (.gpk) that opens at once, to keep and to share'
        'cache:packs of large traces and exported reports, kept to open them again at once'
        'summarize:one small summary of each trace, for '\''gaplight fleet'\'''
        'fleet:all ranks of a run from their summaries: late ranks, odd steps, what to open'
        'query:SQL on a trace: slices, kernels, gaps, steps, findings ('\''gaplight tables'\'')'
        'tables:the tables and functions of '\''gaplight query'\'', or the columns of one table'
        'mcp:a server for agents: Model Context Protocol on standard input and output'
    )
    _describe command commands
    _files
}

_gaplight() {
    local line state
    _arguments -C \
        '*-V[print the version and leave]' \
        '*--version[print the version and leave]' \
        '*-h[print this and leave]' \
        '*--help[print this and leave]' \
        '*--compare[show two files side by side, as two files do]' \
        '*--ranks[the files are the ranks of one run, even if they are two]' \
        '*--memory[memory snapshot of the same run (torch.cuda.memory._dump_snapshot)]:SNAPSHOT:_files' \
        '*--kernels[report of Nsight Compute about the same program (.ncu-rep, or ncu --csv)]:REPORT:_files' \
        '*--capture[trace of the same program capturing its CUDA graphs]:TRACE2:_files' \
        '*--compile-log[log of torch.compile of the same run (of TORCH_TRACE, or a folder of tlparse)]:LOG:_files' \
        '*--screenshot[save an image of the window and exit; needs no display]:FILE:_files' \
        '*--start-page[begin with the start page, even if the settings open the last trace again]' \
        '*--size[of the window, as in 1600x900]:WxH:_files' \
        '*--theme[dark or light]:THEME:_files' \
        '*--range[part to show\: 12.5ms..80ms from the trace'\''s start, step\:3, annotation\:NAME#2, or decode\:64#3 of a server]:RANGE:_files' \
        '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
        '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
        '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
        '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
        '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
        '1: :_gaplight_first' '*:: :->rest'
    [[ $state == rest ]] || return
    case $line[1] in
        info) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--format[text, json or markdown (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--device[only this GPU]:N:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress]' \
            '*--no-color[no color, not even on a terminal]' \
            '*:file:_files' ;;
        analyze) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--format[text, json, markdown, html, sarif or csv (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--device[only this GPU]:N:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress]' \
            '*--no-color[no color, not even on a terminal]' \
            '*--range[only this part\: T0..T1 from the trace'\''s start, step\:3, annotation\:NAME#2, or decode\:64#3 of a server]:RANGE:_files' \
            '*--figures[folder for the figures of a Markdown report (an HTML report contains its own)]:DIR:_files' \
            '*--memory[memory snapshot of the same run (torch.cuda.memory._dump_snapshot)]:SNAPSHOT:_files' \
            '*--kernels[report of Nsight Compute about the same program (.ncu-rep, or ncu --csv)]:REPORT:_files' \
            '*--capture[trace of the same program capturing its CUDA graphs\: names operator, module and annotation of replayed kernels]:TRACE2:_files' \
            '*--compile-log[log of torch.compile of the same run (of TORCH_TRACE, or a folder of tlparse)]:LOG:_files' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--what-if[replay with a change\: remove\:RULE, remove\:annotation\:NAME, remove\:function\:NAME, remove\:op\:NAME, scale\:kernel\:NAME\:FACTOR, scale\:annotation\:NAME\:FACTOR, graph\:steps, async\:copies, overlap\:copies, balance\:ranks; of several ranks remove\:lateness\:RANK, balance\:ranks, balance\:stage, balance\:tokens, balance\:kernels; may be repeated]:EDIT:_files' \
            '*--all[of the text\: all findings, steps, idle time, checklist and annotations, instead of one screen]' \
            '*--critical-path[what the window is made of, from its end back to what each part waited for]' \
            '*--fail-on[exit with 1 on a finding\: critical or warning]:SEVERITY:_files' \
            '*--max-idle[exit with 1 where a GPU is idle for more of its window, as in 5%]:SHARE:_files' \
            '*:file:_files' ;;
        rules) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--format[text, json or markdown (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress]' \
            '*--no-color[no color, not even on a terminal]' \
            '*:file:_files' ;;
        compare) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--format[text, json, markdown, html or csv (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--pin[this is that\: names of annotations, or ranges (step\:3=step\:1, annotation\:NAME#2=annotation\:NAME, T0..T1=T0..T1, slice\:NAME@TIME=slice\:NAME@TIME); may be repeated]:A=B:_files' \
            '*--function[total the calls of this Python function too; may be repeated]:NAME:_files' \
            '*--capture[trace that captures the CUDA graphs which a run replays, for GPU time by module and operator; may be repeated]:TRACE:_files' \
            '*--noise[changes up to this are none, as in 2% (default\: 2 %, or as the steps vary)]:SHARE:_files' \
            '*--max-regression[exit with 1 where a run takes longer by more than this, as in 2%, or where that cannot be judged]:SHARE:_files' \
            '*--all[text\: tables of all that changed below the verdict and its reasons]' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress]' \
            '*--no-color[no color, not even on a terminal]' \
            '*:file:_files' ;;
        record) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*-o[the trace\: .json, .json.gz or .json.zst (default\: named after the program)]:FILE:_files' \
            '*--out[the trace\: .json, .json.gz or .json.zst (default\: named after the program)]:FILE:_files' \
            '*--no-open[only write the trace]' \
            '*--delay[record only after this time]:TIME:_files' \
            '*--duration[record only for this time]:TIME:_files' \
            '*--capture-range[record only inside NVTX ranges of this name]:NAME:_files' \
            '*--capture-profiler[record only between cudaProfilerStart and cudaProfilerStop]' \
            '*--children[record every process that uses CUDA, not only the first; one trace each]' \
            '*--stacks[who made each launch, copy and wait; slows them down]' \
            '*--memory[memory that is taken from the driver and given back]' \
            '*--queue[when kernels were queued and submitted; slows launches down]' \
            '*--max-size[stop recording when the file has this size]:SIZE:_files' \
            '*--quiet[print errors only]' \
            '*--progress-lines[lines on standard error, signals from standard input\: for a program on another machine]' \
            '*:file:_files' ;;
        export) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*-o[figure to write\: .png, .svg or .pdf]:FILE:_files' \
            '*--out[figure to write\: .png, .svg or .pdf]:FILE:_files' \
            '*--range[this part\: T0..T1 from the trace'\''s start, step\:3, annotation\:NAME#2, or decode\:64#3 of a server; of two traces what corresponds to it, or RANGE=RANGE]:RANGE:_files' \
            '*--finding[show the largest occurrence of this finding, given by rank or rule]:N|RULE:_files' \
            '*--tracks[only tracks, processes or GPUs of these names, with * and ?, separated by commas]:GLOB,...:_files' \
            '*--annotate[of findings, notes, arrows, checklist, idle; or none (default\: findings,idle)]:LIST:_files' \
            '*--select[the slice whose arrows are drawn, as in gemm@12345678ns (default\: the one that ends the longest gap)]:NAME@TIME:_files' \
            '*--what-if[outline where slices would be with this change, as in analyze; may be repeated]:EDIT:_files' \
            '*--no-outlines[with --what-if\: the critical path of the changed run alone]' \
            '*--critical-path[mark what the run hangs on]' \
            '*--roofline[kernels by FLOPs per byte under the GPU'\''s ceilings, in place of a timeline; of all of the trace, or with --range of a part]' \
            '*--pin[of two traces\: this is that, as in compare; may be repeated]:A=B:_files' \
            '*--own-scales[of two traces\: each fills the width, so that corresponding steps are above each other]' \
            '*--ranks[the files are the ranks of one run, even if they are two]' \
            '*--collective[of ranks\: the N-th of the late collectives, the latest first, or that ordinal of a group, as in 0#12 (default\: 1, or the one that ranks wait in most)]:N|GROUP#N:_files' \
            '*--size[in pixels of 1/96 inch, as in 1100 (as high as needed) or 1100x600]:W\[xH\]:_files' \
            '*--scale[device pixels for each pixel of --size\: 1 to 4]:N:_files' \
            '*--theme[light or dark (default\: light)]:THEME:_files' \
            '*--title[above the figure]:TEXT:_files' \
            '*--caption[below the figure]:TEXT:_files' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress]' \
            '*:file:_files' ;;
        cut) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--range[this part\: T0..T1 from the trace'\''s start, step\:3, annotation\:NAME#2, or decode\:64#3 of a server]:RANGE:_files' \
            '*-o[trace to write\: JSON, compressed with .gz and .zst, or a pack (.gpk)]:FILE:_files' \
            '*--out[trace to write\: JSON, compressed with .gz and .zst, or a pack (.gpk)]:FILE:_files' \
            '*--clip[shorten slices that cross the range'\''s edges, instead of keeping them whole]' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress, and not how much was kept]' \
            '*:file:_files' ;;
        pack) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*-o[pack to write (default\: beside the trace; of HOST\:PATH, here)]:FILE:_files' \
            '*--out[pack to write (default\: beside the trace; of HOST\:PATH, here)]:FILE:_files' \
            '*--stdout[write to standard output instead]' \
            '*--progress-lines[with --stdout\: progress as lines on standard error, for a program on another machine]' \
            '*--resume[with --stdout\: leave out the beginning, for a program on another machine that has it]:BYTES\:HASH:_files' \
            '*--list[only print the names of the traces in a folder, with a zero byte each, for a program on another machine]' \
            '*--without-args[leave the args of events out\: half the size; what rules read of them is missing too]' \
            '*--range[only this part\: T0..T1 from the trace'\''s start, step\:3, annotation\:NAME#2, or decode\:64#3 of a server]:RANGE:_files' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress, and not what was written]' \
            '*:file:_files' ;;
        cache) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*:file:_files' ;;
        summarize) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*-o[folder of the summaries; one that is up to date is kept]:DIR:_files' \
            '*--out[folder of the summaries; one that is up to date is kept]:DIR:_files' \
            '*--part[every N-th trace alone, the I-th first, from 0\: 3/16 for task 3 of 16]:I/N:_files' \
            '*--again[also of traces whose summary is up to date]' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress, and no line for each trace]' \
            '*:file:_files' ;;
        fleet) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--format[text, json, markdown or html (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--run[of summaries of several runs\: this one, by its number in the report (default\: the one with most ranks, of those the last)]:N:_files' \
            '*--open[open the traces of the ranks worth opening in one window]' \
            '*--no-color[no color, not even on a terminal]' \
            '*:file:_files' ;;
        query) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--file[read the SELECT from this file]:FILE:_files' \
            '*--format[text, csv, json or markdown (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--ranks[several traces are the ranks of one run\: tables rank and collective]' \
            '*--kernels[report of Nsight Compute about the same program\: table metric]:REPORT:_files' \
            '*--memory[memory snapshot of the same run\: table allocation]:SNAPSHOT:_files' \
            '*--max-rows[rows of the result at most (default\: 1000000)]:N:_files' \
            '*--max-time[time that the query may take (default\: 2min)]:TIME:_files' \
            '*--set[a threshold, as in gpu-idle.min_gap=50us; may be repeated]:RULE.KEY=VALUE:_files' \
            '*--rules[run the rules of your own in this folder too; may be repeated (gaplight rules --help)]:DIR:_files' \
            '*--no-settings[ignore gaplight.toml beside the trace and in the configuration folder, and the rules there (an example\: gaplight rules --help)]' \
            '*--max-inflated[read at most this much of a compressed trace (default\: 1 GiB, and 100 times its size more)]:SIZE:_files' \
            '*--no-cache[read the trace itself, and keep no pack of it for the next time]' \
            '*--install[of HOST\:PATH\: copy the command-line program there where it is missing]' \
            '*--quiet[no progress]' \
            '*--no-color[no color, not even on a terminal]' \
            '*:file:_files' ;;
        tables) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*--format[text, json or markdown (default\: text)]:FORMAT:_files' \
            '*-o[write there instead of to standard output]:FILE:_files' \
            '*--out[write there instead of to standard output]:FILE:_files' \
            '*--no-color[no color, not even on a terminal]' \
            '*:file:_files' ;;
        mcp) _arguments \
            '*-h[print this and leave]' \
            '*--help[print this and leave]' \
            '*:file:_files' ;;
        *) _files ;;
    esac
}

_gaplight "$@"
