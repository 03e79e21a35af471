// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/query_args.h"

#include <chrono>
#include <optional>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"
#include "core/base/digit_run.h"
#include "core/base/quantity_text.h"

namespace gaplight::ui {

void QueryArgs::addTo(CLI::App& app) {
    CLI::App& query = *app.add_subcommand(
        "query", "SQL on a trace: slices, kernels, gaps, steps, findings ('gaplight tables')");
    query
        .add_option("TRACE", m_words,
                    std::string("traces, or a folder with the traces of a run's ranks; then the "
                                "SELECT in quotation marks") +
                        kRemoteTraceHelp)
        ->required();
    query.add_option("--file", m_query.sqlPath, "read the SELECT from this file")
        ->type_name("FILE");
    query.add_option("--format", m_format, "text, csv, json or markdown (default: text)")
        ->type_name("FORMAT");
    query.add_option("-o,--out", m_query.outPath, "write there instead of to standard output")
        ->type_name("FILE");
    query.add_flag("--ranks", m_query.areRanks,
                   "several traces are the ranks of one run: tables rank and collective");
    query
        .add_option("--kernels", m_query.kernelsPath,
                    "report of Nsight Compute about the same program: table metric")
        ->type_name("REPORT");
    query
        .add_option("--memory", m_query.memoryPath,
                    "memory snapshot of the same run: table allocation")
        ->type_name("SNAPSHOT");
    query.add_option("--max-rows", m_maxRows, "rows of the result at most (default: 1000000)")
        ->type_name("N");
    query.add_option("--max-time", m_maxTime, "time that the query may take (default: 2min)")
        ->type_name("TIME");
    addTraceReading(query, m_query.reading);
    query.add_flag("--quiet", m_query.reading.quiet, "no progress");
    query.add_flag("--no-color", m_query.noColor, "no color, not even on a terminal");
    CLI::App& tables = *app.add_subcommand(
        "tables", "the tables and functions of 'gaplight query', or the columns of one table");
    tables.add_option("NAME", m_tables.table, "this table");
    tables.add_option("--format", m_tablesFormat, "text, json or markdown (default: text)")
        ->type_name("FORMAT");
    tables.add_option("-o,--out", m_tables.outPath, "write there instead of to standard output")
        ->type_name("FILE");
    tables.add_flag("--no-color", m_tables.noColor, "no color, not even on a terminal");
}

bool QueryArgs::isParsed(const CLI::App& app) {
    return app.got_subcommand("query") || app.got_subcommand("tables");
}

AnyRequest QueryArgs::checked(const CLI::App& app) const {
    return app.got_subcommand("query") ? checkedQuery() : checkedTables();
}

AnyRequest QueryArgs::checkedQuery() const {
    QueryRequest request = m_query;
    request.paths = m_words;
    using enum ReportFormat;
    const auto format = reportFormatFrom(m_format, {Text, Csv, Json, Markdown});
    if (!format) {
        return Notice{kExitUsage, "--format '" + m_format +
                                      "' is unknown: expected text, csv, json or markdown; see "
                                      "'gaplight query --help'"};
    }
    request.format = *format;
    if (request.sqlPath.empty()) {
        request.sql = request.paths.back();
        request.paths.pop_back();
    }
    if (request.paths.empty()) {
        return Notice{kExitUsage,
                      "query needs a trace and a SELECT in quotation marks, or --file; see "
                      "'gaplight query --help'"};
    }
    if (!m_maxRows.empty()) {
        const auto rows = parseNumber<std::size_t>(m_maxRows);
        if (!rows || *rows == 0) {
            return Notice{kExitUsage, "--max-rows '" + m_maxRows +
                                          "': expected a number from 1 on; see 'gaplight query "
                                          "--help'"};
        }
        request.maxRows = *rows;
    }
    if (!m_maxTime.empty()) {
        const Result<Duration> time = parseDuration(m_maxTime);
        if (!time || *time <= Duration::zero()) {
            return Notice{kExitUsage, "--max-time '" + m_maxTime +
                                          "': expected a time, as in 30s; see 'gaplight query "
                                          "--help'"};
        }
        request.maxTime = std::chrono::ceil<std::chrono::milliseconds>(*time);
    }
    if (request.paths.size() > 1 && !(request.kernelsPath.empty() && request.memoryPath.empty())) {
        return Notice{kExitUsage,
                      "--kernels and --memory need one trace; see 'gaplight query --help'"};
    }
    return request;
}

AnyRequest QueryArgs::checkedTables() const {
    TablesRequest request = m_tables;
    using enum ReportFormat;
    const auto format = reportFormatFrom(m_tablesFormat, {Text, Json, Markdown});
    if (!format) {
        return Notice{kExitUsage, "--format '" + m_tablesFormat +
                                      "' is unknown: expected text, json or markdown; see "
                                      "'gaplight tables --help'"};
    }
    request.format = *format;
    return request;
}

}  // namespace gaplight::ui
