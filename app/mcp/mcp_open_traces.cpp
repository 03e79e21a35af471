// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_open_traces.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "app/figures/figures.h"
#include "app/loading/loading.h"
#include "app/mcp/mcp_tools.h"
#include "core/base/result.h"
#include "core/ranks/rank_files.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {

Result<std::string> paintedPicture(std::shared_ptr<const Session> session,
                                   const McpJson& arguments) {
#ifdef GAPLIGHT_HAS_WINDOW
    constexpr std::int64_t kMinWidth = 400;
    constexpr std::int64_t kWidth = 1'100;
    constexpr std::int64_t kMaxWidth = 2'400;
    ExportRequest request;
    request.range = textArgument(arguments, "range");
    request.finding = textArgument(arguments, "finding");
    request.figure.width = static_cast<float>(
        std::max(kMinWidth, numberArgument(arguments, "width", kWidth, kMaxWidth)));
    const ExportedTraces traces{session, SceneData::build(session), nullptr, std::nullopt};
    const Result<FigurePlan> plan = exportPlan(request, traces);
    const Result<Theme> theme = builtInTheme(false);
    if (!plan || !theme) {
        return tl::unexpected<Error>(plan ? theme.error() : plan.error());
    }
    return paintedFigure(*plan, *theme, FigureFormat::Png, 1);
#else
    (void)session;
    (void)arguments;
    return fail(ErrorCode::BadArgument, "this build paints no images: it has no window");
#endif
}

namespace {

constexpr std::size_t kOpenTraces = 4;  // or sets of ranks

// Whether the kernel makes the content of files there while they are read. Such files are regular,
// too, and some wait for ever (/proc/kmsg) or tell of other programs.
bool isMadeByKernel(const std::string& path) {
    constexpr std::array<std::uint32_t, 14> kKinds{
        PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEBUGFS_MAGIC, TRACEFS_MAGIC,  SECURITYFS_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC,  EFIVARFS_MAGIC, SELINUX_MAGIC,
        SMACK_MAGIC,        PSTOREFS_MAGIC,      NSFS_MAGIC,    BINFMTFS_MAGIC};
    struct statfs system {};
    return ::statfs(path.c_str(), &system) != 0 ||
           std::ranges::find(kKinds, static_cast<std::uint32_t>(system.f_type)) != kKinds.end();
}

}  // namespace

namespace {

// Size and time of the last write of a file, or of the traces in a folder. Errors: NotFound.
Result<std::string> versionOf(const std::string& argument, const std::string& path) {
    struct stat status {};
    if (path.find('\0') != std::string::npos || ::stat(path.c_str(), &status) != 0 ||
        !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        return fail(ErrorCode::NotFound,
                    argument + " '" + path + "': there is no such file on this machine");
    }
    if (isMadeByKernel(path)) {
        return fail(ErrorCode::NotFound,
                    argument + " '" + path + "': not a file on a disk but of the system");
    }
    if (S_ISREG(status.st_mode)) {
        return fmt::format("{}.{:09} {}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                           status.st_size);
    }
    std::string version;
    for (const std::string& file :
         traceFilesIn(std::span(&path, 1)).value_or(std::vector<std::string>{})) {
        version += file + " " + TRY(versionOf(argument, file)) + "\n";
    }
    return version;
}

TraceReading mcpReading() {
    TraceReading reading;
    reading.quiet = true;
    return reading;
}

Result<McpDocument> readRanks(const std::vector<std::string>& files, const std::stop_token& stop) {
    const TraceReading reading = mcpReading();
    const TraceSettings settings = TRY(settingsWith(files.front(), reading));
    CachedOpening opening(reading);
    RankSetOptions options;
    options.stop = stop;
    options.settings = settings.settings;
    options.open = [&](const std::string& file, const OpenOptions& asked) {
        return opening.open(file, asked);
    };
    auto ranks = std::make_shared<McpRanks>();
    ranks->set = TRY(openRankSet(files, options));
    const JointReplay replay(rankTraces(*ranks->set), ranks->set->analysis);
    ranks->cost = stragglerCost(*ranks->set, replay);
    ranks->assessment =
        assessRanks(*ranks->set, settings.settings, ranks->cost ? &*ranks->cost : nullptr, &replay);
    opening.keepOthers();
    return std::shared_ptr<const McpRanks>(std::move(ranks));
}

}  // namespace

Result<McpDocument> McpOpenTraces::read(const std::string& path) {
    const TraceReading reading = mcpReading();
    const DocumentKind kind = TRY(documentFor(DocumentUse::Mcp, path));
    if (kind == DocumentKind::Ranks) {
        const std::vector<std::string> files = TRY(traceFilesIn(std::span(&path, 1)));
        return files.size() == 1 ? read(files.front()) : readRanks(files, m_stop);
    }
    DocumentContext context = contextOf(reading, m_stop);
    if (kind == DocumentKind::Snapshot) {
        context.reading.settings = TRY(settingsWith(path, reading)).settings;
        McpDocument snapshot = TRY(MemoryData::open(path, context));
        return snapshot;
    }
    if (kind == DocumentKind::KernelReport) {
        MatchedReport report = TRY(openMatchedReport(path, context));
        return std::make_shared<const MatchedReport>(std::move(report));
    }
    const NamedTrace trace = TRY(loadTrace(DocumentUse::Mcp, path, reading, m_stop));
    if (trace.isToKeep) {
        keepInBackground(std::span(&path, 1));
    }
    return trace.session;
}

Result<McpDocument> McpOpenTraces::open(const std::string& argument, const std::string& path) {
    std::string version = TRY(versionOf(argument, path));
    const auto found = std::find_if(m_open.begin(), m_open.end(), [&](const OpenDocument& one) {
        return one.path == path && one.version == version;
    });
    if (found != m_open.end()) {
        std::rotate(found, found + 1, m_open.end());
        return m_open.back().document;
    }
    std::erase_if(m_open, [&](const OpenDocument& one) { return one.path == path; });
    McpDocument document = TRY(read(path));
    m_open.push_back({path, std::move(version), document});
    if (m_open.size() > kOpenTraces) {
        m_open.erase(m_open.begin());
    }
    return document;
}

}  // namespace gaplight::ui
