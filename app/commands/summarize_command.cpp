// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <cstdint>
#include <string>

#include "app/commands/page_style.h"
#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/fleet/rank_summary.h"
#include "core/fleet/summary_folder.h"
#include "core/io/file_content.h"
#include "core/ranks/rank_files.h"

namespace gaplight::ui {
namespace {

// "rank 2 of 8, 9 steps, 27 calls"
std::string contentsText(const RankSummary& summary) {
    const SummarizedTrace& trace = summary.trace;
    std::string text = trace.rank ? "rank " + std::to_string(*trace.rank) : "no rank recorded";
    text += trace.rank && trace.worldSize ? " of " + std::to_string(*trace.worldSize) : "";
    return text + ", " + countText(summary.steps.size(), "step", "steps") + ", " +
           countText(summary.record.calls.calls.size(), "communication", "communications");
}

// The line about one trace.
Result<std::string> summarize(const std::string& path, const SummarizeRequest& request,
                              const std::stop_token& stop) {
    const auto content = fileContentOf(path);
    if (!content) {
        return fail(ErrorCode::NotReadable,
                    path + ": not a file that can be read; name the traces, or folders of them");
    }
    const std::string file = summaryFileOf(request.outFolder, *content);
    if (!request.again && isUpToDate(file, *content)) {
        return file + ": up to date";
    }
    const NamedTrace trace = TRY(loadTrace(DocumentUse::Summarize, path, request.reading, stop));
    const auto after = fileContentOf(path);
    if (!after || after->key != content->key) {
        return fail(ErrorCode::NotReadable,
                    path + ": the trace was written to while it was read; summarize it again");
    }
    const RankSummary summary = TRY(summarizeSession(*trace.session, *content));
    const std::uint64_t bytes = TRY(writeSummary(file, summary));
    return file + ": " + contentsText(summary) + ", " + bytesText(bytes);
}

}  // namespace

int runSummarize(const SummarizeRequest& request) {
    const auto files = traceFilesIn(request.paths);
    if (!files) {
        return failWith(exitCodeOf(files.error()), files.error().message);
    }
    const InterruptWatch interrupts;
    int exitCode = kExitFine;
    for (std::size_t at = request.part; at < files->size(); at += request.parts) {
        const Result<std::string> line = summarize((*files)[at], request, interrupts.token());
        if (line) {
            const int code =
                request.reading.quiet ? kExitFine : writeReport(printableLines(*line) + "\n", {});
            if (code != kExitFine) {
                return code;
            }
            continue;
        }
        exitCode = std::max(exitCode, failWith(exitCodeOf(line.error()), line.error().message));
        const ErrorCode code = line.error().code;
        if (code == ErrorCode::Cancelled || code == ErrorCode::WriteFailed) {
            break;  // the next would fail as well
        }
    }
    return exitCode;
}

}  // namespace gaplight::ui
