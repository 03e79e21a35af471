// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>

#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/io/config_directory.h"
#include "core/io/output_writer.h"
#include "core/session/pack_cache.h"
#include "core/session/report_export.h"
#include "core/session/session.h"

namespace gaplight::ui {
namespace {

constexpr int kLowestPriority = 19;

std::string listText(const PackCache& cache) {
    std::string text;
    std::uint64_t bytes = 0;
    const std::vector<CachedPack> packs = cache.list();
    for (const CachedPack& pack : packs) {
        bytes += pack.bytes;
        text += bytesText(pack.bytes) + "  " +
                printable(pack.tracePath.empty() ? pack.file : pack.tracePath) + "\n";
    }
    return text + countText(packs.size(), "pack", "packs") + ", " + bytesText(bytes) + "\n";
}

// Nothing where no report was exported.
std::string listText(const ReportExports& exports) {
    std::string text;
    std::uint64_t bytes = 0;
    const std::vector<KeptExport> kept = exports.list();
    for (const KeptExport& one : kept) {
        bytes += one.bytes;
        text += bytesText(one.bytes) + "  " + printable(one.file) + "\n";
    }
    return kept.empty() ? text
                        : text + countText(kept.size(), "exported report", "exported reports") +
                              ", " + bytesText(bytes) + "\n";
}

std::string clearText(const PackCache& cache, const ReportExports& exports) {
    const std::string packs = countText(cache.clear(), "pack", "packs");
    const std::size_t removed = exports.clear();
    return removed == 0
               ? packs + " removed\n"
               : packs + " and " + countText(removed, "exported report", "exported reports") +
                     " removed\n";
}

Result<void> keep(const PackCache& cache, const std::string& path, const std::stop_token& stop) {
    const std::string key = cache.keyOf(path);
    if (key.empty()) {
        return {};
    }
    OpenOptions options;
    options.stop = stop;
    const Result<LoadedTrace> trace = readTrace(path, options);
    return trace ? cache.keep(*trace->trace, trace->details.of(SourceId()), key, options.stop)
                 : tl::unexpected(trace.error());
}

// At the lowest priority: nobody waits for it. Gives the first error; the others are kept.
Result<void> keepAll(const PackCache& cache, const std::vector<std::string>& paths) {
    (void)::setpriority(PRIO_PROCESS, 0, kLowestPriority);
    const InterruptWatch interrupts;
    Result<void> first;
    for (const std::string& path : paths) {
        const Result<void> kept = keep(cache, path, interrupts.token());
        first = first ? kept : std::move(first);
        if (!kept && kept.error().code == ErrorCode::Cancelled) {
            break;
        }
    }
    return first;
}

}  // namespace

int runCache(const CacheRequest& request) {
    const PackCache cache(packDirectory());
    if (request.action == CacheRequest::Action::Keep) {
        const Result<void> kept = keepAll(cache, request.tracePaths);
        return kept ? kExitFine : failWith(exitCodeOf(kept.error()), kept.error().message);
    }
    const ReportExports exports(exportDirectory());
    const std::string text = request.action == CacheRequest::Action::Clear
                                 ? clearText(cache, exports)
                                 : listText(cache) + listText(exports);
    const Result<void> written = writeStandardOutput(text);
    return written ? kExitFine : failWith(kExitUnwritable, written.error().message);
}

}  // namespace gaplight::ui
