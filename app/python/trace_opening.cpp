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
#include "core/ranks/rank_files.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/remote/fetch_pack.h"
#include "core/remote/remote_path.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/escaped_text.h"
#include "core/session/pack_cache.h"
#include "core/session/place_text.h"

namespace gaplight::python {
namespace {

using OpenedSession = Result<std::shared_ptr<const Session>>;

Result<TraceSettings> settingsOf(const OpenRequest& request) {
    Result<TraceSettings> settings =
        request.usesSettingsFiles
            ? settingsFor(request.path, configDirectory(), request.ruleFolders)
            : TraceSettings{settingsOfRules(request.ruleFolders), {}};
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

Result<OpenedRanks> openRanksFor(const std::vector<std::string>& paths, const OpenRequest& request,
                                 std::stop_token stop) {
    const std::vector<std::string> files = TRY(traceFilesIn(paths));
    OpenRequest first = request;
    first.path = files.front();
    const TraceSettings settings = TRY(settingsOf(first));
    RankSetOptions options;
    options.stop = stop;
    options.settings = settings.settings;
    options.open = [&](const std::string& path, const OpenOptions& asked) {
        OpenRequest one = request;
        one.path = path;
        return wholeSession(one, asked.settings, asked.stop);
    };
    const std::shared_ptr<const RankSet> set = TRY(openRankSet(files, options));
    const JointReplay replay(rankTraces(*set), set->analysis);
    const std::optional<JointAnswer> cost = stragglerCost(*set, replay);
    const JointAnswer* known = cost ? &*cost : nullptr;
    const RankAssessment assessment = assessRanks(*set, settings.settings, known, &replay);
    OpenedRanks opened;
    opened.json = withPlainSpaces(analyzeRanksJson({*set, known, {}, &assessment}));
    for (const RankSession& rank : set->ranks) {
        opened.ranks.push_back({rank.session, settings.files});
        opened.numbers.push_back(rank.rank);
    }
    return opened;
}

}  // namespace gaplight::python
