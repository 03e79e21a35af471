// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/views/memory_view_build.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/scene/display/text_measure.h"
#include "core/scene/memory/memory_view_scene.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kHeld = 3000;  // most allocations held for less than so many others
constexpr std::size_t kViewPlaces = 4096;
constexpr unsigned kPlaceShift = 30;  // of addresses
constexpr int kMemoryViewBuilds = 7;

// An allocation at each even event, 512 B to 268 MB large; one in a thousand is held a thousand
// times as long. The same ones each time.
Allocation madeAllocation(std::size_t event, std::size_t events) {
    const std::uint64_t random = event * 2'654'435'761ULL;
    Allocation one;
    one.size = std::int64_t{512} << (random >> 7U) % 20;
    one.address = ((random >> 3U) % kViewPlaces) << kPlaceShift;
    one.begin = static_cast<Moment>(event + 1);
    const std::size_t factor = (random >> 20U) % 1000 == 0 ? 1000 : 1;
    const std::size_t end = event + 2 + 2 * ((random >> 9U) % kHeld) * factor;
    one.end = end <= events ? static_cast<Moment>(end) : kNoMoment;
    return one;
}

MemoryModel madeModel(std::size_t allocations) {
    const std::size_t events = 2 * allocations;
    MemoryModel model;
    std::vector<std::int64_t> freed(events + 2);
    model.allocated.push_back(0);
    for (std::size_t at = 0; at < events; ++at) {
        AllocatorEvent event;
        event.timeUs = static_cast<std::int64_t>(at);
        event.action = at % 2 == 0 ? AllocatorAction::Alloc : AllocatorAction::FreeRequested;
        model.events.push_back(event);
        std::int64_t bytes = model.allocated.back();
        if (at % 2 == 0) {
            const Allocation one = madeAllocation(at, events);
            bytes += one.size;
            if (one.end != kNoMoment) {
                freed[one.end] += one.size;
            }
            model.allocations.push_back(one);
        }
        model.allocated.push_back(bytes - freed[at + 1]);
    }
    model.reserved = {{0, model.allocated[model.peak()]}};
    for (std::size_t place = 0; place < kViewPlaces; ++place) {
        SegmentSpan segment;
        segment.address = std::uint64_t{place} << kPlaceShift;
        segment.size = std::int64_t{1} << (kPlaceShift - 1);
        model.segments.push_back(segment);
    }
    return model;
}

MemoryViewBuild measureView(const MemoryViewInput& input) {
    const InterTextMeasure measure;
    DisplayList list;
    MemoryViewLayout layout;
    MemoryViewBuild build{{}, std::numeric_limits<double>::max(), 0};
    for (int repeat = 0; repeat < kMemoryViewBuilds; ++repeat) {
        const double begin = threadSeconds();
        buildMemoryView(input, measure, list, layout);
        build.milliseconds = std::min(build.milliseconds, (threadSeconds() - begin) * 1000);
    }
    build.items = list.rects.size() + list.hatches.size() + list.texts.size();
    return build;
}

}  // namespace

std::vector<MemoryViewBuild> memoryViewBuilds(std::size_t allocations) {
    const MemoryModel model = madeModel(allocations);
    const MemoryIndex index(model);
    const AddressMap addresses(model);
    const CallStacks stacks;
    const OwnFrames frames(stacks);
    const std::int64_t span = model.timeUs(model.lastMoment()) * 1000;
    const Moment peak = model.peak();
    std::vector<MemoryViewBuild> builds;
    for (const auto& [order, name] : {std::pair{StackOrder::Age, "age"},
                                      {StackOrder::Size, "size"},
                                      {StackOrder::Address, "address"}}) {
        const std::int64_t bytes =
            order == StackOrder::Address ? addresses.bytes() : model.allocated[peak] * 11 / 10;
        for (const auto& [part, bytePart] : {std::pair{1, 1}, {1, 30}, {30, 30}, {1000, 1}}) {
            MemoryViewInput input{.model = model,
                                  .index = index,
                                  .frames = frames,
                                  .addresses = addresses,
                                  .viewport = {},
                                  .order = order,
                                  .steps = {},
                                  .ticks = {},
                                  .peak = peak,
                                  .cursor = {}};
            input.viewport.namesWidth = 120;
            input.viewport.width = 1600;
            input.viewport.height = 900;
            input.viewport.begin = timeFromNs(part == 1 ? 0 : span / 2);
            input.viewport.nsPerPixel = static_cast<double>(span) / part / 1480;
            input.bytes = bytes / bytePart;
            input.bottom = bytePart == 1 ? 0 : bytes / 3;
            MemoryViewBuild build = measureView(input);
            build.view = fmt::format("by {}, {} of the time, {} of the bytes", name,
                                     part == 1 ? "all" : fmt::format("1/{}", part),
                                     bytePart == 1 ? "all" : fmt::format("1/{}", bytePart));
            builds.push_back(std::move(build));
        }
    }
    return builds;
}

}  // namespace gaplight::bench
