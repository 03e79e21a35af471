// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/loading.h"

#include <utility>

#include "app/process/interrupt_watch.h"
#include "core/base/result.h"
#include "core/io/plain_sources.h"
#include "core/session/provenance_of.h"

namespace gaplight::ui {

Result<std::unique_ptr<ByteSource>> readAgain(ByteSource& source) {
    constexpr std::size_t kChunk = std::size_t{1} << 20U;
    std::vector<char> chunk(kChunk);
    while (true) {
        const std::size_t got = TRY(source.readNext(chunk));
        if (got == 0) {
            return replayedSource(source.randomAccess());
        }
    }
}

DocumentContext contextOf(const TraceReading& reading, std::stop_token stop, const Session* trace) {
    DocumentContext context;
    context.reading.stop = std::move(stop);
    context.reading.inflation = reading.inflation;
    context.trace = trace;
    return context;
}

Result<std::shared_ptr<const MemoryData>> loadSnapshot(const std::string& path,
                                                       const TraceReading& reading,
                                                       const std::string& range,
                                                       ByteSource* source) {
    TraceSettings settings = TRY(settingsWith(path, reading));
    const InterruptWatch interrupts;
    DocumentContext context = contextOf(reading, interrupts.token());
    context.reading.settings = std::move(settings.settings);
    context.source = source;
    context.range = range;
    return MemoryData::open(path, context);
}

Result<std::shared_ptr<const Provenance>> loadProvenanceOf(const Session& session,
                                                           const ReportRequest& request,
                                                           const std::stop_token& stop) {
    const DocumentContext context = contextOf(request.reading, stop, &session);
    std::shared_ptr<const Provenance> known = session.provenance;
    if (!request.capturePath.empty()) {
        known = TRY(namedBy("--capture", openCapture(request.capturePath, context)));
    }
    if (!request.compileLogPath.empty()) {
        known =
            TRY(namedBy("--compile-log", openLogOf(request.compileLogPath, known.get(), context)));
    }
    return known;
}

}  // namespace gaplight::ui
