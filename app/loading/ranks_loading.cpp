// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/loading.h"

#include <utility>
#include <vector>

#include <unistd.h>

#include "app/loading/progress_line.h"
#include "app/loading/remote_opening.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/base/result.h"

namespace gaplight::ui {

Result<LoadedRanks> loadRanks(std::span<const std::string> paths, const TraceReading& reading,
                              CachedOpening& opening) {
    const std::vector<std::string> files = TRY(tracesNamed(paths, remoteReading(reading)));
    const TraceSettings settings = TRY(settingsWith(files.front(), reading));
    if (const auto& own = settings.settings.ownRules(); own && !own->facts.empty()) {
        printLine(
            "rules of your own are run on one trace, not on ranks together: 'gaplight analyze " +
            files.front() + "' runs them");
    }
    const InterruptWatch interrupts;
    ProgressLine line;
    RankSetOptions options;
    options.stop = interrupts.token();
    options.settings = settings.settings;
    options.inflation = reading.inflation;
    if (!reading.quiet && ::isatty(STDERR_FILENO) == 1) {
        options.onProgress = [&](std::size_t, const LoadProgress& progress) {
            line.show(progress);
        };
    }
    options.open = [&opening](const std::string& path, const OpenOptions& asked) {
        return opening.open(path, asked);
    };
    std::shared_ptr<const RankSet> set = TRY(openRankSet(files, options));
    for (const UnreadRank& unread : set->unread) {
        printLine("left out: " + unread.error.message);
    }
    return LoadedRanks{std::move(set), settings.settings};
}

}  // namespace gaplight::ui
