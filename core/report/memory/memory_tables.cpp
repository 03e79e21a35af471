// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/memory/memory_tables.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr std::size_t kWidestLine = 60;

}  // namespace

Table snapshotDevicesTable(const MemorySubject& subject) {
    std::vector<const MemoryModel*> shown;
    for (const MemoryModel& model : subject.snapshot.devices) {
        if (subject.includes(model.device)) {
            shown.push_back(&model);
        }
    }
    return tableOf(
        shown, column("device", "GPU", Unit::Number, &MemoryModel::device),
        column("events", "events", Unit::Count, [](auto* gpu) { return gpu->events.size(); }),
        column("allocations", "allocations", Unit::Count,
               [](auto* gpu) { return gpu->allocations.size(); }),
        column("segments", "segments", Unit::Count,
               [](auto* gpu) { return gpu->segments.size(); }));
}

Table holdersTable(const MemorySubject& subject, const DeviceMemoryFacts& facts) {
    const OwnFrames& frames = subject.assessment.frames;
    return tableOf(
        facts.holders,
        column("line", "", Unit::Code,
               [&](auto& row) { return knownIf(row.frame.isValid(), frames.text(row.frame)); }),
        column("bytes", "held at the peak", Unit::Bytes, &MemoryHolder::bytes),
        column("", "share", Unit::Share,
               [&](auto& row) {
                   return ShareValue{row.bytes, facts.peak.allocated};
               }),
        column("count", "blocks", Unit::Count, &MemoryHolder::count),
        column("largest", "largest", Unit::Bytes, &MemoryHolder::largest),
        column("", "line", {Unit::Code, kWidestLine},
               [&](auto& row) {
                   const bool isOld = row.fromBefore == row.count && !row.frame.isValid();
                   return isOld ? "allocated before the history" : frames.text(row.frame);
               }),
        column("from_before", "", Unit::Count, &MemoryHolder::fromBefore));
}

Table poolsTable(const MemorySubject& subject, const DeviceMemoryFacts& facts) {
    const auto streamOf = [&](const PoolTotals& pool) {
        const auto& streams = subject.snapshot.streams;
        return pool.stream < streams.size() ? streams[pool.stream] : 0;
    };
    return tableOf(facts.pools, column("stream", "", Unit::Number, streamOf),
                   column("", "stream", Unit::Text,
                          [&](auto& pool) {
                              const auto stream = streamOf(pool);
                              return stream == 0 ? "default" : fmt::format("{:#x}", stream);
                          }),
                   column("pool", "pool", Unit::Text,
                          [](auto& pool) { return pool.isSmallPool ? "small" : "large"; }),
                   column("", "segments", Unit::Count, &PoolTotals::segments),
                   column("allocated", "", Unit::Bytes, &PoolTotals::allocated),
                   column("reserved", "reserved", Unit::Bytes, &PoolTotals::reserved),
                   column("segments", "", Unit::Count, &PoolTotals::segments),
                   column("", "allocated", Unit::Bytes, &PoolTotals::allocated));
}

Table lifetimesTable(const MemorySubject& subject, const DeviceMemoryFacts& facts) {
    const OwnFrames& frames = subject.assessment.frames;
    return tableOf(
        facts.lifetimes,
        column("line", "", Unit::Code,
               [&](auto& row) { return knownIf(row.frame.isValid(), frames.text(row.frame)); }),
        column("", "allocated in all", Unit::Bytes, &FrameLifetime::bytes),
        column("count", "blocks", Unit::Count, &FrameLifetime::count),
        column("bytes", "", Unit::Bytes, &FrameLifetime::bytes),
        column("freed", "", Unit::Count, &FrameLifetime::freed),
        column("median_lifetime_us", "", Unit::Count,
               [](auto& row) { return knownIf(row.freed > 0, row.medianLifetimeUs); }),
        column("", "median lifetime", {Unit::Nanoseconds, 0, "held"},
               [](auto& row) {
                   return knownIf(row.freed > 0, Duration(row.medianLifetimeUs * 1000));
               }),
        column("", "line", {Unit::Code, kWidestLine},
               [&](auto& row) { return frames.text(row.frame); }));
}

Table stepsMemoryTable(const DeviceMemoryFacts& facts) {
    const auto growthOf = [&](const RangeMemory& step) {
        const bool isFirst = &step == facts.steps.data();
        return knownIf(!isFirst, step.growth(isFirst ? 0 : (&step)[-1].heldAtEnd));
    };
    return tableOf(
        facts.steps, column("label", "step", {Unit::Text, kWidestLine}, &RangeMemory::label),
        column("allocated", "allocated", Unit::Bytes, &RangeMemory::allocatedBytes),
        column("freed", "freed", Unit::Bytes, &RangeMemory::freedBytes),
        column("peak", "peak", Unit::Bytes, &RangeMemory::peak),
        column("held_at_end", "held at its end", Unit::Bytes, &RangeMemory::heldAtEnd),
        column("growth", "growth", Unit::Bytes, growthOf),
        column("allocations", "", Unit::Count, &RangeMemory::allocations),
        column("segments_taken", "", Unit::Count, &RangeMemory::segmentsTaken),
        column("segment_bytes_taken", "driver", Unit::Bytes, &RangeMemory::segmentBytesTaken),
        column("segments_returned", "", Unit::Count, &RangeMemory::segmentsReturned));
}

Table annotationMemoryTable(const DeviceMemoryFacts& facts, bool isLargestFirst) {
    struct Annotation {
        std::string_view name;
        std::uint64_t count = 0;
        std::int64_t allocated = 0;
        std::int64_t freed = 0;
        std::int64_t peak = 0;
    };
    std::map<std::string_view, std::size_t> places;
    std::vector<Annotation> rows;
    for (const RangeMemory& range : facts.annotations) {
        const auto [place, isNew] = places.try_emplace(range.label, rows.size());
        Annotation& row = isNew ? rows.emplace_back() : rows[place->second];
        row.name = range.label;
        ++row.count;
        row.allocated += range.allocatedBytes;
        row.freed += range.freedBytes;
        row.peak = std::max(row.peak, range.peak);
    }
    if (isLargestFirst) {
        std::ranges::sort(rows, {}, [](auto& row) { return std::tuple(-row.allocated, row.name); });
    }
    return tableOf(rows, column("name", "annotation", {Unit::Text, kWidestLine}, &Annotation::name),
                   column("count", "count", Unit::Count, &Annotation::count),
                   column("allocated", "allocated", Unit::Bytes, &Annotation::allocated),
                   column("freed", "freed", Unit::Bytes, &Annotation::freed),
                   column("peak", "peak", Unit::Bytes, &Annotation::peak));
}

}  // namespace gaplight
