// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "app/loading/loading.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/open_trace.h"
#include "core/io/output_writer.h"
#include "core/session/place_text.h"
#include "core/session/trace_cut.h"

namespace gaplight::ui {
namespace {

// A part is no database, no text and no archive, whatever the trace is: a name that says so would
// lead others to believe it. A name without an ending says nothing.
Result<CutForm> formOf(const std::string& path) {
    const std::string_view name = withoutCompressionEnding(path);
    if (name.ends_with(".gpk")) {
        return name == path
                   ? Result<CutForm>(CutForm::Pack)
                   : fail(ErrorCode::BadArgument,
                          "--out " + path + ": a pack is compressed itself; name it without '" +
                              path.substr(name.size()) + "'");
    }
    if (std::filesystem::path(name).has_extension() && !name.ends_with(".json") &&
        !name.ends_with(".trace")) {
        return fail(ErrorCode::BadArgument,
                    "--out " + path +
                        ": a part is written as JSON (.json, .json.gz, .json.zst) or as a pack "
                        "(.gpk), of a trace of any format; name it with one of these endings");
    }
    return CutForm::Chrome;
}

Result<CutTotals> cut(const CutRequest& request, CutForm form, const Session& session,
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
    const std::unique_ptr<OutputWriter> writer = TRY(OutputWriter::create(
        request.outPath, deflationOf(request.outPath), OutputWriter::WriteMode::AtomicReplace));
    const CutTotals totals =
        TRY(cutTrace(session, {*range, request.clip, stop, form},
                     [&](std::string_view bytes) { return writer->write(bytes); }));
    TRY(writer->commit());
    return totals;
}

}  // namespace

int runCut(const CutRequest& request) {
    const Result<CutForm> form = formOf(request.outPath);
    if (!form) {
        return failWith(kExitUsage, form.error().message);
    }
    const InterruptWatch interrupts;
    TraceReading reading = request.reading;
    reading.ignoresCache = true;  // a pack has the args of slices alone
    const Result<NamedTrace> trace =
        loadTrace(DocumentUse::Cut, request.tracePath, reading, interrupts.token());
    if (!trace) {
        return failWith(exitCodeOf(trace.error()), trace.error().message);
    }
    const Result<CutTotals> totals = cut(request, *form, *trace->session, interrupts.token());
    if (!totals) {
        return failWith(exitCodeOf(totals.error()), totals.error().message);
    }
    if (!request.reading.quiet) {
        printLine(countText(totals->kept, "event", "events") + " of " + countText(totals->all) +
                  " kept in " + request.outPath);
    }
    return kExitFine;
}

}  // namespace gaplight::ui
