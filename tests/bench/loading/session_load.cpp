// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/session_load.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "core/session/session.h"
#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/process_memory.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kFigures = sizeof(SessionLoad) / sizeof(double);

// When each stage was first reported.
struct StageTimes {
    static constexpr auto kStages = static_cast<std::size_t>(LoadStage::Analyzing) + 1;  // the last

    StageTimes() { first.fill(-1); }

    std::array<double, kStages> first{};

    // Seconds from a stage's first report to the next one's, or to `end`.
    double length(LoadStage stage, double end) const {
        const auto at = static_cast<std::size_t>(stage);
        if (first[at] < 0) {
            return 0;
        }
        for (std::size_t next = at + 1; next < first.size(); ++next) {
            if (first[next] >= 0) {
                return first[next] - first[at];
            }
        }
        return end - first[at];
    }
};

double launchedActivities(const Session& session) {
    std::size_t count = 0;
    for (std::size_t activity = 0; activity < session.trace->gpuActivities().size(); ++activity) {
        count += session.indexes->launches.launchOf(ActivityId(activity)).isValid() ? 1 : 0;
    }
    return static_cast<double>(count);
}

SessionLoad loadHere(const std::string& path) {
    SessionLoad load;
    StageTimes stages;
    PeakMemory peak;
    const auto before = static_cast<double>(anonymousBytes());
    const double cpuBefore = processorSeconds();
    const Stopwatch watch;
    OpenOptions options;
    options.onProgress = [&](const LoadProgress& progress) {
        double& first = stages.first[static_cast<std::size_t>(progress.stage)];
        first = first < 0 ? watch.seconds() : first;
    };
    const auto session = openSession(path, options);
    load.seconds = watch.seconds();
    load.cpuSeconds = processorSeconds() - cpuBefore;
    if (!session) {
        throw std::runtime_error(session.error().message);
    }
    load.anonymousBytes = static_cast<double>(anonymousBytes()) - before;
    load.peakBytes = static_cast<double>(peak.stop()) - before;
    load.readingSeconds = stages.length(LoadStage::Reading, load.seconds);
    load.sortingSeconds = stages.length(LoadStage::Sorting, load.seconds);
    load.analyzingSeconds = stages.length(LoadStage::Analyzing, load.seconds);
    const Trace& trace = *(*session)->trace;
    load.events = static_cast<double>(trace.facts().events);
    load.slices = static_cast<double>(trace.slices().size());
    load.activities = static_cast<double>(trace.gpuActivities().size());
    load.launchedActivities = launchedActivities(**session);
    load.stringBytes = static_cast<double>(trace.strings().memoryBytes());
    load.tableBytes = static_cast<double>(trace.memoryBytes());
    return load;
}

}  // namespace

SessionLoad loadSession(const std::string& path) {
    const auto figures = isolatedRun("loading " + path, [&] {
        const auto flat = std::bit_cast<std::array<double, kFigures>>(loadHere(path));
        return std::vector<double>(flat.begin(), flat.end());
    });
    if (!figures || figures->size() != kFigures) {
        throw std::runtime_error(figures ? "loading: figures are missing"
                                         : figures.error().message);
    }
    std::array<double, kFigures> flat{};
    std::copy(figures->begin(), figures->end(), flat.begin());
    return std::bit_cast<SessionLoad>(flat);
}

}  // namespace gaplight::bench
