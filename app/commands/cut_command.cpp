// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/io/output_writer.h"
#include "core/session/place_text.h"
#include "core/session/trace_cut.h"

namespace gaplight::ui {
namespace {

Result<CutTotals> cut(const CutRequest& request, const Session& session,
                      const std::stop_token& stop) {
    const Result<TimeRange> range = rangeFromText(request.range, *session.trace, session.analysis);
    if (!range) {
        return fail(ErrorCode::BadArgument, "--" + range.error().message);
    }
    std::error_code ignored;
    if (std::filesystem::equivalent(request.tracePath, request.outPath, ignored)) {
        return fail(ErrorCode::BadArgument,
                    "--out " + request.outPath + " is the trace itself: expected another file");
    }
    std::unique_ptr<OutputWriter> writer = TRY(OutputWriter::create(
        request.outPath, deflationOf(request.outPath), OutputWriter::WriteMode::AtomicReplace));
    const Result<CutTotals> totals =
        cutTrace(session, {*range, request.clip, stop},
                 [&](std::string_view bytes) { return writer->write(bytes); });
    if (!totals) {
        return totals;
    }
    TRY(writer->commit());
    return totals;
}

// What other readers would not accept; empty if there is nothing of the kind.
std::string damageText(const CutTotals& totals) {
    std::string text;
    const auto add = [&](bool isThere, const std::string& part) {
        if (isThere) {
            appendItem(text, part);
        }
    };
    add(totals.damaged > 0, countText(totals.damaged, "damaged event", "damaged events"));
    add(totals.isHeadLost, "damaged text before the events");
    add(totals.isTailLost, "damaged text behind the events");
    text += text.empty() ? "" : " left out";
    add(totals.repaired > 0, countText(totals.repaired, "event", "events") + " repaired");
    return text.empty() ? text : "the trace is damaged: " + text;
}

}  // namespace

int runCut(const CutRequest& request) {
    const Result<TraceSettings> settings = settingsWith(request.tracePath, request.reading);
    if (!settings) {
        return failWith(kExitUsage, settings.error().message);
    }
    const InterruptWatch interrupts;
    TraceReading reading = request.reading;
    reading.ignoresCache = true;  // a pack cannot be cut
    const Result<std::shared_ptr<const Session>> session =
        loadTrace(request.tracePath, settings->settings, reading, interrupts.token());
    if (!session) {
        return failWith(exitCodeOf(session.error()), session.error().message);
    }
    const Result<CutTotals> totals = cut(request, **session, interrupts.token());
    if (!totals) {
        return failWith(exitCodeOf(totals.error()), totals.error().message);
    }
    if (!request.reading.quiet) {
        printLine(countText(totals->kept, "event", "events") + " of " +
                  countText(totals->kept + totals->left + totals->damaged) + " kept in " +
                  request.outPath);
    }
    if (const std::string damage = damageText(*totals); !damage.empty()) {
        printLine(damage);
    }
    return kExitFine;
}

}  // namespace gaplight::ui
