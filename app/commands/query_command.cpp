// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>

#include "app/commands/commands.h"
#include "app/commands/page_style.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/io/file_content.h"
#include "core/query/query.h"
#include "core/query/query_errors.h"
#include "core/query/query_report.h"
#include "core/session/document.h"

namespace gaplight::ui {
namespace {

QueryLimits limitsOf(const QueryRequest& request, std::stop_token stop) {
    QueryLimits limits;
    limits.maxRows = request.maxRows.value_or(limits.maxRows);
    limits.maxTime = request.maxTime.value_or(limits.maxTime);
    limits.stop = std::move(stop);
    return limits;
}

Result<std::string> sqlOf(const QueryRequest& request) {
    std::string sql = request.sql;
    if (!request.sqlPath.empty()) {
        constexpr std::uint64_t kMaxSqlBytes = 1'000'000;
        Result<BoundedFile> file = readBoundedFile(request.sqlPath, kMaxSqlBytes, FileOwner::Any);
        if (!file) {
            file.error().message = request.sqlPath + ": " + file.error().message;
        }
        sql = TRY(namedBy("--file", std::move(file))).text;
    }
    TRY(checkStatement(sql));  // before anything is loaded
    return sql;
}

Result<QueryResult> queryRanks(const QueryRequest& request, const std::string& sql) {
    CachedOpening opening(request.reading);
    const LoadedRanks loaded = TRY(loadRanks(request.paths, request.reading, opening));
    const InterruptWatch interrupts;
    const QueryLimits limits = limitsOf(request, interrupts.token());
    QueryResult all;
    for (const RankSession& rank : loaded.set->ranks) {
        const QueryData data(rank.session, {nullptr, nullptr, loaded.set});
        QueryResult result = TRY(runQuery(data, sql, limits));
        if (result.isOfRanks) {
            return result;
        }
        addLabeledRows(all, "rank", std::int64_t{rank.rank}, std::move(result), limits.maxRows);
    }
    opening.keepOthers();
    return all;
}

Result<QueryResult> queryTrace(const QueryRequest& request, const std::string& path,
                               const std::string& sql) {
    const InterruptWatch interrupts;
    const NamedTrace trace =
        TRY(loadTrace(DocumentUse::Query, path, request.reading, interrupts.token()));
    const DocumentContext context =
        contextOf(request.reading, interrupts.token(), trace.session.get());
    QueryAttachments attachments;
    if (!request.kernelsPath.empty()) {
        attachments.report = std::make_shared<const MatchedReport>(
            TRY(namedBy("--kernels", openMatchedReport(request.kernelsPath, context))));
    }
    if (!request.memoryPath.empty()) {
        attachments.memory =
            TRY(namedBy("--memory", MemoryData::open(request.memoryPath, context)));
    }
    const QueryData data(trace.session, std::move(attachments));
    QueryResult result = TRY(runQuery(data, sql, limitsOf(request, interrupts.token())));
    if (trace.isToKeep) {
        keepInBackground(std::span(&path, 1));
    }
    return result;
}

Result<QueryResult> queryAll(const QueryRequest& request, const std::string& sql) {
    const bool isFolder =
        request.paths.size() == 1 &&
        documentKindOf(request.paths.front(), DocumentUse::Query) == DocumentKind::Ranks;
    if (request.areRanks || isFolder) {
        return queryRanks(request, sql);
    }
    if (request.paths.size() == 1) {
        return queryTrace(request, request.paths.front(), sql);
    }
    QueryResult all;
    const std::size_t maxRows = limitsOf(request, {}).maxRows;
    for (const std::string& path : request.paths) {
        QueryResult result = TRY(queryTrace(request, path, sql));
        addLabeledRows(all, "trace", path, std::move(result), maxRows);
    }
    return all;
}

QueryFormat formOf(ReportFormat format) {
    switch (format) {
        case ReportFormat::Csv:
            return QueryFormat::Csv;
        case ReportFormat::Json:
            return QueryFormat::JsonText;
        case ReportFormat::Markdown:
            return QueryFormat::Markdown;
        default:
            return QueryFormat::Text;
    }
}

}  // namespace

int runQueryCommand(const QueryRequest& request) {
    const Result<std::string> sql = sqlOf(request);
    if (!sql) {
        return failWith(exitCodeOf(sql.error()), sql.error().message);
    }
    const Result<QueryResult> result = queryAll(request, *sql);
    if (!result) {
        return failWith(exitCodeOf(result.error()), result.error().message);
    }
    const int code =
        writeReport(queryText(*result, formOf(request.format), styleFor(request)), request.outPath);
    if (code == kExitFine && result->isCut) {
        printLine("the first " + countText(result->rowCount(), "row", "rows") +
                  " alone: there are more (--max-rows)");
    }
    return code;
}

int runTables(const TablesRequest& request) {
    const QueryTable* table = nullptr;
    if (!request.table.empty()) {
        const Result<const QueryTable*> named = tableNamed(request.table);
        if (!named) {
            return failWith(kExitUsage, named.error().message);
        }
        table = *named;
    }
    return writeReport(request.format == ReportFormat::Json ? tablesJson(table)
                                                            : tablesText(table, styleFor(request)),
                       request.outPath);
}

}  // namespace gaplight::ui
