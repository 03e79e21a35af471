// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/args/trace_reading.h"
#include "app/loading/cached_opening.h"
#include "core/detectors/engine/settings.h"
#include "core/ranks/rank_set.h"

namespace gaplight::ui {

struct LoadedRanks {
    std::shared_ptr<const RankSet> set;
    Settings settings;  // of the first file
};

// Opens the ranks that a command line names by `opening`, with progress on standard error where
// that is a terminal and not `quiet`. Names on standard error the ranks that were left out. Errors:
// those of tracesNamed, settingsWith and openRankSet.
[[nodiscard]] Result<LoadedRanks> loadRanks(std::span<const std::string> paths,
                                            const TraceReading& reading, CachedOpening& opening);

}  // namespace gaplight::ui
