// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/fleet_args.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"
#include "core/base/digit_run.h"

namespace gaplight::ui {

void FleetArgs::addTo(CLI::App& app) {
    CLI::App& summarize =
        *app.add_subcommand("summarize", "one small summary of each trace, for 'gaplight fleet'");
    summarize.add_option("TRACE", m_summarize.paths, "traces, or folders of them")->required();
    summarize
        .add_option("-o,--out", m_summarize.outFolder,
                    "folder of the summaries; one that is up to "
                    "date is kept")
        ->type_name("DIR")
        ->required();
    summarize
        .add_option("--part", m_part,
                    "every N-th trace alone, the I-th first, from 0: 3/16 for task 3 of 16")
        ->type_name("I/N");
    summarize.add_flag("--again", m_summarize.again, "also of traces whose summary is up to date");
    addTraceReading(summarize, m_summarize.reading);
    summarize.add_flag("--quiet", m_summarize.reading.quiet,
                       "no progress, and no line for each trace");
    CLI::App& fleet = *app.add_subcommand(
        "fleet", "all ranks of a run from their summaries: late ranks, odd steps, what to open");
    fleet.add_option("DIR", m_fleet.folder, "folder of summaries (gaplight summarize)")->required();
    fleet.add_option("--format", m_format, "text, json, markdown or html (default: text)")
        ->type_name("FORMAT");
    fleet.add_option("-o,--out", m_fleet.outPath, "write there instead of to standard output")
        ->type_name("FILE");
    fleet
        .add_option("--run", m_run,
                    "of summaries of several runs: this one, by its number in the report (default: "
                    "the one with most ranks, of those the last)")
        ->type_name("N");
    fleet.add_flag("--open", m_fleet.opens,
                   "open the traces of the ranks worth opening in one window");
    fleet.add_flag("--no-color", m_fleet.noColor, "no color, not even on a terminal");
}

bool FleetArgs::isParsed(const CLI::App& app) {
    return app.got_subcommand("summarize") || app.got_subcommand("fleet");
}

AnyRequest FleetArgs::checked(const CLI::App& app) const {
    return app.got_subcommand("summarize") ? checkedSummarize() : checkedFleet();
}

AnyRequest FleetArgs::checkedSummarize() const {
    SummarizeRequest request = m_summarize;
    if (m_part.empty()) {
        return request;
    }
    const std::string_view part = m_part;
    const std::size_t slash = part.find('/');
    const auto index = parseNumber<std::size_t>(part.substr(0, slash));
    const auto count = slash == std::string_view::npos
                           ? std::nullopt
                           : parseNumber<std::size_t>(part.substr(slash + 1));
    if (!index || !count || *index >= *count) {
        return Notice{kExitUsage, "--part '" + m_part +
                                      "': expected I/N with I from 0 to N - 1, as in 3/16; see "
                                      "'gaplight summarize --help'"};
    }
    request.part = *index;
    request.parts = *count;
    return request;
}

AnyRequest FleetArgs::checkedFleet() const {
    FleetRequest request = m_fleet;
    using enum ReportFormat;
    const auto format = reportFormatFrom(m_format, {Text, Json, Markdown, Html});
    if (!format) {
        return Notice{kExitUsage, "--format '" + m_format +
                                      "' is unknown: expected text, json, markdown or html; see "
                                      "'gaplight fleet --help'"};
    }
    request.format = *format;
    request.run = parseNumber<std::size_t>(m_run);
    if (!m_run.empty() && request.run.value_or(0) == 0) {
        return Notice{kExitUsage, "--run '" + m_run +
                                      "': expected the number of a run in the report, from 1 on; "
                                      "see 'gaplight fleet --help'"};
    }
    return request;
}

}  // namespace gaplight::ui
