// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/python/trace_opening.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/io/config_directory.h"
#include "core/remote/fetch_pack.h"
#include "core/remote/remote_path.h"
#include "core/report/text/escaped_text.h"
#include "core/report/trace/report.h"
#include "core/session/efficiency_of.h"
#include "core/session/pack_cache.h"
#include "core/session/place_text.h"

namespace gaplight::python {
namespace {

using OpenedSession = Result<std::shared_ptr<const Session>>;

Result<TraceSettings> settingsOf(const OpenRequest& request) {
    Result<TraceSettings> settings =
        request.usesSettingsFiles ? settingsFor(request.path, configDirectory()) : TraceSettings{};
    for (const std::string& assignment : request.settings) {
        if (!settings) {
            return settings;
        }
        if (const Result<void> set = settings->settings.set(assignment); !set) {
            return fail(ErrorCode::BadArgument, "settings: " + set.error().message);
        }
    }
    return settings;
}

// Fetches the pack of a trace on another machine; ssh asks on the terminal.
OpenedSession remoteSession(const std::string& path, const OpenOptions& options) {
    const RemotePath remote = TRY(parseRemotePath(path));
    FetchOptions fetch;
    fetch.stop = options.stop;
    fetch.ssh = sshOfUser(false);
    const Result<std::unique_ptr<ByteSource>> source = fetchPack(remote, fetch);
    return source ? openSession(path, **source, options)
                  : OpenedSession(tl::unexpected<Error>(source.error()));
}

OpenedSession wholeSession(const OpenRequest& request, const Settings& settings,
                           const std::stop_token& stop) {
    OpenOptions options;
    options.stop = stop;
    options.settings = settings;
    if (isRemotePath(request.path)) {
        return remoteSession(request.path, options);
    }
    const PackCache cache(request.usesCache ? packDirectory() : std::string());
    return cache.openKeptOrFile(request.path, options).loaded;
}

OpenedSession withinRange(const Session& session, const OpenRequest& request,
                          const Settings& settings, const std::stop_token& stop) {
    const TimeRange range = TRY(rangeFromText(request.range, *session.trace, session.analysis));
    return reassess(session, {settings, range, stop, session.provenance});
}

ReportSubject subjectOf(const OpenedTrace& opened, const SessionEfficiency* efficiency) {
    const Session& session = *opened.session;
    return {*session.trace, session.analysis, session.findings,        std::nullopt,
            nullptr,        nullptr,          opened.settingsFiles,    nullptr,
            nullptr,        efficiency,       session.provenance.get()};
}

}  // namespace

Result<OpenedTrace> openTraceFor(const OpenRequest& request, std::stop_token stop) {
    TraceSettings settings = TRY(settingsOf(request));
    OpenedSession session = wholeSession(request, settings.settings, stop);
    if (session && !request.range.empty()) {
        session = withinRange(**session, request, settings.settings, stop);
    }
    if (!session) {
        return tl::unexpected<Error>(session.error());
    }
    constexpr auto kMaxSlices = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    if ((*session)->trace->slices().size() > kMaxSlices) {
        return fail(ErrorCode::TooLarge, request.path +
                                             " has more than 2147483647 slices; cut it "
                                             "with 'gaplight cut'");
    }
    return OpenedTrace{*std::move(session), std::move(settings.files)};
}

std::string analysisJsonOf(const OpenedTrace& opened) {
    const SessionEfficiency efficiency = efficiencyOf(*opened.session);
    return withPlainSpaces(analyzeJson(subjectOf(opened, &efficiency)));
}

std::string infoJsonOf(const OpenedTrace& opened) {
    return withPlainSpaces(infoJson(subjectOf(opened, nullptr)));
}

}  // namespace gaplight::python
