// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {

// A trace with its launches and its analysis.
struct Analyzed {
    explicit Analyzed(std::shared_ptr<const Trace> from)
        : trace(std::move(from)),
          launches(LaunchIndex::build(*trace)),
          analysis(analyze(*trace, launches)) {}
    explicit Analyzed(const TraceDsl& dsl) : Analyzed(dsl.trace()) {}

    const DeviceAnalysis& device(std::size_t index = 0) const { return analysis.devices.at(index); }
    std::int64_t filled(GapActivity activity, std::size_t index = 0) const {
        return device(index).idleByActivity[static_cast<std::size_t>(activity)].count();
    }
    std::int64_t triggered(GapTrigger trigger, std::size_t index = 0) const {
        return device(index).idleByTrigger[static_cast<std::size_t>(trigger)].count();
    }

    std::shared_ptr<const Trace> trace;
    LaunchIndex launches;
    Analysis analysis;
};

inline std::vector<TrackId> allTracks(const Trace& trace) {
    std::vector<TrackId> tracks;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        tracks.emplace_back(i);
    }
    return tracks;
}

}  // namespace gaplight::test
