// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/detail_levels.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/index/level_of_detail.h"

namespace gaplight {
namespace {

// Marks of the next level for one of this: a little more than a quarter, so that crowded rows, of
// which twice the bucket has half the samples, have a level for every second power of two, and no
// pixel more than 4 samples. Twice the levels would halve that, and cost half as much memory again.
constexpr double kCoarser = 0.3;
constexpr std::size_t kMinSamples = 256;  // less than a view has pixels: no coarser level helps
constexpr int kUnitBits = 8;              // a unit is 1/256 bucket

// The narrowest bucket at or above `shift` with at most `limit` runs; kMaxBucketShift + 1 if none.
int narrowestWithin(const RunBounds& bounds, int shift, std::size_t limit) {
    while (shift <= kMaxBucketShift && bounds[static_cast<std::size_t>(shift)] > limit) {
        ++shift;
    }
    return shift;
}

DetailLevel emptyLevel(const Row& row, int shift) {
    DetailLevel level;
    level.shift = shift;
    level.unitShift = std::max(0, shift - kUnitBits);
    level.originNs = bucketOf(ns(row.start(0)), shift) << shift;
    return level;
}

}  // namespace

std::optional<DetailLevel> planFinestLevel(const Row& row, const RunBounds& bounds,
                                           std::size_t slicesPerSample) {
    if (row.size() < kMinSlicesForLevels) {
        return std::nullopt;
    }
    const auto length = static_cast<std::uint64_t>(ns(row.end(row.size() - 1) - row.start(0)));
    // Units must count in 32 bits; the origin may lie a bucket before the first start.
    const int countable = static_cast<int>(std::bit_width(length)) + 1 - (32 - kUnitBits);
    const int shift = narrowestWithin(bounds, std::max(0, countable), row.size() / slicesPerSample);
    return shift <= kMaxBucketShift ? std::optional(emptyLevel(row, shift)) : std::nullopt;
}

void appendCoarserLevels(const Row& row, const RunBounds& bounds, std::vector<DetailLevel>& levels,
                         std::vector<Column<DetailSample>>& samples) {
    while (!levels.empty()) {
        const DetailLevel& finer = levels.back();
        const auto limit =
            static_cast<std::size_t>(kCoarser * static_cast<double>(finer.samples.size()));
        const int shift = narrowestWithin(bounds, finer.shift + 1, limit);
        if (limit < kMinSamples || shift > kMaxBucketShift) {
            return;
        }
        DetailLevel level = emptyLevel(row, shift);
        Column<DetailSample>& own = samples.emplace_back();
        own.reserve(bounds[static_cast<std::size_t>(shift)]);
        RunWalk walk(row, finer, shift);
        DetailRun run;
        while (walk.next(run)) {
            own.push_back(level.sampleOf(run.beginNs, run.endNs, run.name, run.duration));
        }
        own.shrink_to_fit();
        level.samples = own;
        levels.push_back(level);
    }
}

}  // namespace gaplight
