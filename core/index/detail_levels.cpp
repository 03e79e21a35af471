// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "core/index/level_of_detail.h"

namespace gaplight {
namespace {

constexpr std::size_t kMinSlicesForLevels =
    1024;  // shorter rows are walked slice by slice at any zoom
// Marks of the next level for one of this: a little more than a quarter, so that crowded rows, of
// which twice the bucket has half the samples, have a level for every second power of two, and no
// pixel more than 4 samples. Twice the levels would halve that, and cost half as much memory again.
constexpr double kCoarser = 0.3;
constexpr std::size_t kMinSamples = 256;  // less than a view has pixels: no coarser level helps
constexpr int kUnitBits = 8;              // a unit is 1/256 bucket
constexpr int kMaxShift = 62;

using RunCounts = std::array<std::size_t, kMaxShift + 1>;

// Upper bounds of the number of runs per bucket width: buckets in which a slice starts, plus
// slices of at least a bucket. Two neighbors start in different buckets of every width up to
// the highest bit in which their starts differ.
RunCounts countRuns(const Row& row) {
    RunCounts bySplit{};
    RunCounts byLength{};
    std::int64_t previous = ns(row.start(0));
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::int64_t start = ns(row.start(i));
        if (start != previous) {
            const auto differ = static_cast<std::uint64_t>(start ^ previous);
            ++bySplit[std::min<std::size_t>(std::bit_width(differ) - 1, kMaxShift)];
        }
        previous = start;
        const auto duration = static_cast<std::uint64_t>(ns(row.duration(i)));
        if (duration != 0) {
            ++byLength[std::min<std::size_t>(std::bit_width(duration) - 1, kMaxShift)];
        }
    }
    RunCounts counts{};
    std::size_t sum = 1;
    for (int shift = kMaxShift; shift >= 0; --shift) {
        const auto at = static_cast<std::size_t>(shift);
        sum += bySplit[at] + byLength[at];
        counts[at] = sum;
    }
    return counts;
}

// The narrowest bucket at or above `shift` with at most `limit` runs; kMaxShift + 1 if none.
int narrowestWithin(const RunCounts& counts, int shift, std::size_t limit) {
    while (shift <= kMaxShift && counts[static_cast<std::size_t>(shift)] > limit) {
        ++shift;
    }
    return shift;
}

DetailLevel collect(RunWalk walk, int shift, std::int64_t firstNs, std::size_t expected) {
    DetailLevel level;
    level.shift = shift;
    level.unitShift = std::max(0, shift - kUnitBits);
    level.originNs = bucketOf(firstNs, shift) << shift;
    level.samples.reserve(expected);
    const std::int64_t unit = std::int64_t{1} << level.unitShift;
    DetailRun run;
    while (walk.next(run)) {
        const std::int64_t begin = (run.beginNs - level.originNs) >> level.unitShift;
        const std::int64_t end = (run.endNs - level.originNs + unit - 1) >> level.unitShift;
        level.samples.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                                 run.name, run.duration});
    }
    level.samples.shrink_to_fit();
    return level;
}

}  // namespace

std::vector<DetailLevel> buildDetailLevels(const Row& row, std::size_t slicesPerSample) {
    std::vector<DetailLevel> levels;
    if (row.size() < kMinSlicesForLevels) {
        return levels;
    }
    const std::int64_t firstNs = ns(row.start(0));
    const auto length = static_cast<std::uint64_t>(ns(row.end(row.size() - 1)) - firstNs);
    // Units must count in 32 bits; the origin may lie a bucket before the first start.
    const int countable = static_cast<int>(std::bit_width(length)) + 1 - (32 - kUnitBits);
    const RunCounts counts = countRuns(row);
    std::size_t limit = row.size() / slicesPerSample;
    int shift = narrowestWithin(counts, std::max(0, countable), limit);
    while (shift <= kMaxShift) {
        const std::size_t expected = counts[static_cast<std::size_t>(shift)];
        const TimeRange all{row.start(0), timeFromNs(std::numeric_limits<std::int64_t>::max())};
        levels.push_back(
            collect(levels.empty() ? RunWalk(row, all, shift) : RunWalk(row, levels.back(), shift),
                    shift, firstNs, expected));
        limit =
            static_cast<std::size_t>(kCoarser * static_cast<double>(levels.back().samples.size()));
        if (limit < kMinSamples) {
            break;
        }
        shift = narrowestWithin(counts, shift + 1, limit);
    }
    return levels;
}

}  // namespace gaplight
