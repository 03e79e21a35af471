// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/analysis/replay_pricing.h"

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/replay.h"
#include "core/base/parallel.h"
#include "core/formats/open_trace.h"
#include "core/index/launch_index.h"
#include "core/io/byte_source.h"
#include "core/session/session_replay.h"
#include "core/trace/trace_builder.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kPricedFindings = 30;

std::vector<std::vector<ReplayEdit>> editSets(const Trace& trace, const Analysis& analysis) {
    std::vector<std::vector<ReplayEdit>> sets(kPricedFindings);
    constexpr std::size_t kParts = kPricedFindings / 3;
    for (std::size_t i = 0; i < analysis.blockingCalls.size(); ++i) {
        const ReplayEdit drop{
            ReplayEdit::Kind::DropWait, analysis.blockingCalls[i].slice, {}, {}, 0};
        sets[0].push_back(drop);
        sets[1 + i % kParts].push_back(drop);
    }
    for (std::size_t i = 1 + kParts; i < sets.size(); ++i) {
        for (std::size_t track = 0; track < trace.tracks().size(); ++track) {
            sets[i].push_back({ReplayEdit::Kind::ScaleHost,
                               {},
                               TrackId(track),
                               trace.range(),
                               static_cast<double>(i) / kPricedFindings});
        }
    }
    return sets;
}

}  // namespace

ReplayPricing priceByReplay(const std::string& path) {
    auto source = openByteSource(path);
    if (!source) {
        throw std::runtime_error(source.error().message);
    }
    TraceBuilder builder;
    auto read = openTrace(**source, builder, {});
    if (!read) {
        throw std::runtime_error(read.error().message);
    }
    const auto trace = builder.finish(std::move(read->result.facts));
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const Analysis analysis = analyze(*trace, launches);

    ReplayPricing pricing;
    const Stopwatch building;
    const Replay replay = Replay::build(*trace, launches, analysis);
    pricing.buildSeconds = building.seconds();
    const auto sets = editSets(*trace, analysis);
    std::vector<Duration> windows(sets.size());
    const Stopwatch running;
    parallelFor(std::size_t{0}, sets.size(),
                [&](std::size_t i) { windows[i] = replay.windowWith(sets[i]); });
    pricing.findingsSeconds = running.seconds();
    const std::vector<ReplayEdit> half{
        {ReplayEdit::Kind::ScaleActivity, trace->gpuActivities().front().slice, {}, {}, 0.5}};
    const Stopwatch answering;
    WhatIfRun answer;
    answer.timeline = replay.timeline(half);
    const ReplayIntervals intervals = replayIntervals(*trace, answer, true, true);
    pricing.answerSeconds = answering.seconds();
    pricing.findings = static_cast<double>(sets.size());
    pricing.slices = static_cast<double>(trace->slices().size());
    pricing.activities = static_cast<double>(trace->gpuActivities().size());
    return pricing;
}

}  // namespace gaplight::bench
