// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/snapshot_load.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/formats/open_snapshot.h"
#include "core/memory/rules/memory_rules.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/memory/memory_stack_scene.h"
#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/process_memory.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr int kFrames = 10;

double frameMilliseconds(const MemoryStackInput& input) {
    const InterTextMeasure measure;
    DisplayList list;
    std::vector<MemoryBox> boxes;
    double best = std::numeric_limits<double>::max();
    for (int frame = 0; frame < kFrames; ++frame) {
        const double begin = threadSeconds();
        buildMemoryStack(input, measure, list, boxes);
        best = std::min(best, (threadSeconds() - begin) * 1000);
    }
    return best;
}

std::vector<double> measureLoad(const std::string& path) {
    PeakMemory memory;
    const double start = threadSeconds();
    Result<AllocatorHistory> history = openSnapshot(path, {});
    if (!history) {
        return {};
    }
    const MemorySnapshot snapshot = buildMemorySnapshot(*std::move(history), path);
    const double seconds = threadSeconds() - start;
    const auto peak = static_cast<double>(memory.stop());
    const MemoryModel& model = snapshot.devices.front();
    const double loaded = threadSeconds();
    const MemoryAssessment assessment = assessMemory(snapshot, {});
    const double assessed = threadSeconds() - loaded;
    const double ruled = threadSeconds();
    const MemoryIndex index(model);
    const double indexed = threadSeconds() - ruled;
    const std::int64_t begin = model.timeUs(0);
    const std::int64_t span = model.timeUs(model.lastMoment()) - begin;
    const auto frame = [&](std::int64_t from, std::int64_t to) {
        return frameMilliseconds(
            {model, index, assessment.frames, {from * 1000, to * 1000, 0, 0, 1600, 900}});
    };
    return {seconds,
            static_cast<double>(model.events.size()),
            static_cast<double>(model.allocations.size()),
            peak,
            assessed,
            indexed,
            frame(begin, begin + span),
            frame(begin + span / 2, begin + span / 2 + span / 1000)};
}

}  // namespace

SnapshotLoad loadSnapshotFile(const std::string& path) {
    const auto figures = isolatedRun("the load of a snapshot", [&] { return measureLoad(path); });
    if (!figures) {
        throw std::runtime_error(figures.error().message);
    }
    const std::vector<double>& all = *figures;
    return {all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7]};
}

}  // namespace gaplight::bench
