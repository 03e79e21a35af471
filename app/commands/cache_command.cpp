// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/commands.h"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "app/commands/page_style.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/io/config_directory.h"
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

// What became of a trace that was to be kept. One that is not kept is read all the same: how long
// that takes is what a pack could have gained.
Result<std::string> keep(const PackCache& cache, const std::string& path,
                         const std::stop_token& stop) {
    const std::string key = cache.keyOf(path);
    OpenOptions options;
    options.stop = stop;
    const auto begin = std::chrono::steady_clock::now();
    const LoadedTrace trace = TRY(readTrace(path, options));
    const Duration took = std::chrono::steady_clock::now() - begin;
    if (key.empty()) {
        return "not kept: " + cache.reasonNotToKeep(path) + "; opens in " + durationText(took) +
               " anyway";
    }
    const std::uint64_t bytes =
        TRY(cache.keep(*trace.trace, trace.details.of(SourceId()), key, stop));
    return bytes == 0 ? "not kept: it was written to while it was read"
                      : "kept as a pack of " + bytesText(bytes);
}

// At the lowest priority: nobody waits for it. A line for each trace; the code of the first error.
int keepAll(const PackCache& cache, const std::vector<std::string>& paths) {
    (void)::setpriority(PRIO_PROCESS, 0, kLowestPriority);
    const InterruptWatch interrupts;
    int exitCode = kExitFine;
    for (const std::string& path : paths) {
        const Result<std::string> line =
            keep(cache, path, interrupts.token()).map([&](const std::string& text) {
                return printableLines(path + ": " + text) + "\n";
            });
        const int code = writeReport(line, {});
        exitCode = exitCode == kExitFine ? code : exitCode;
        if (code == kExitInterrupted || (line && code != kExitFine)) {
            break;
        }
    }
    return exitCode;
}

}  // namespace

int runCache(const CacheRequest& request) {
    const PackCache cache(packDirectory());
    if (request.action == CacheRequest::Action::Keep) {
        return keepAll(cache, request.tracePaths);
    }
    const ReportExports exports(exportDirectory());
    const std::string text = request.action == CacheRequest::Action::Clear
                                 ? clearText(cache, exports)
                                 : listText(cache) + listText(exports);
    return writeReport(text, {});
}

}  // namespace gaplight::ui
