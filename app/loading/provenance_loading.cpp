// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/loading.h"

#include <string>
#include <utility>

#include "core/formats/open_compile_log.h"
#include "core/session/provenance_of.h"

namespace gaplight::ui {
namespace {

using Known = std::shared_ptr<const Provenance>;

tl::unexpected<Error> failedOption(const std::string& option, Error error) {
    error.message = option + " " + error.message;
    return tl::unexpected<Error>(std::move(error));
}

Result<Known> loadCapture(const Session& session, const ReportRequest& request,
                          const std::stop_token& stop) {
    const Result<LoadedTrace> capture = readCapture(request.capturePath, request.reading, stop);
    if (!capture) {
        return tl::unexpected<Error>(capture.error());
    }
    const Result<Known> known = withCapture(session, *capture);
    if (!known) {
        return failedOption("--capture " + request.capturePath + ":", known.error());
    }
    return known;
}

Result<Known> loadCompileLog(const Session& session, const Provenance* before,
                             const ReportRequest& request, const std::stop_token& stop) {
    Result<CompileLog> log =
        openCompileLog(request.compileLogPath, request.reading.inflation, stop);
    if (!log) {
        return failedOption("--compile-log", log.error());
    }
    const Result<Known> known = withCompileLog(session, before, *std::move(log));
    if (!known) {
        return failedOption("--compile-log " + request.compileLogPath + ":", known.error());
    }
    return known;
}

}  // namespace

Result<LoadedTrace> readCapture(const std::string& path, const TraceReading& reading,
                                const std::stop_token& stop) {
    OpenOptions options;
    options.stop = stop;
    options.inflation = reading.inflation;
    Result<LoadedTrace> capture = readTrace(path, options);
    if (!capture) {
        return failedOption("--capture", capture.error());
    }
    return capture;
}

Result<Known> loadProvenanceOf(const Session& session, const ReportRequest& request,
                               const std::stop_token& stop) {
    Result<Known> known = session.provenance;
    if (!request.capturePath.empty()) {
        known = loadCapture(session, request, stop);
    }
    if (known && !request.compileLogPath.empty()) {
        const Known before = *known;
        known = loadCompileLog(session, before.get(), request, stop);
    }
    return known;
}

}  // namespace gaplight::ui
