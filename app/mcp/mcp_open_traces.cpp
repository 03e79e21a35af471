// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_open_traces.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "app/figures/figures.h"
#include "app/loading/loading.h"
#include "app/mcp/mcp_tools.h"
#include "core/base/result.h"
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

constexpr std::size_t kOpenTraces = 4;

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

Result<std::shared_ptr<const Session>> McpOpenTraces::open(const std::string& argument,
                                                           const std::string& path) {
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
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    OpenTrace wanted{path, status.st_mtim.tv_sec * kNsPerSecond + status.st_mtim.tv_nsec,
                     static_cast<std::uint64_t>(status.st_size), nullptr};
    const auto found = std::find_if(m_open.begin(), m_open.end(), [&](const OpenTrace& one) {
        return one.path == path && one.writtenNs == wanted.writtenNs && one.bytes == wanted.bytes;
    });
    if (found != m_open.end()) {
        std::rotate(found, found + 1, m_open.end());
        return m_open.back().session;
    }
    std::erase_if(m_open, [&](const OpenTrace& one) { return one.path == path; });
    TraceReading reading;
    reading.quiet = true;
    const NamedTrace trace = TRY(loadTrace(DocumentUse::Mcp, path, reading, m_stop));
    if (trace.isToKeep) {
        keepInBackground(std::span(&path, 1));
    }
    wanted.session = trace.session;
    m_open.push_back(std::move(wanted));
    if (m_open.size() > kOpenTraces) {
        m_open.erase(m_open.begin());
    }
    return trace.session;
}

}  // namespace gaplight::ui
