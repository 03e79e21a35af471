// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/serving/graph_buckets.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace gaplight {
namespace {

// What of a kernel depends on the size of its work: two replays of one graph have equal ones.
using Launch = std::tuple<StringId, std::array<std::uint32_t, 3>>;
using LaunchCountOf = std::map<Launch, std::size_t>;

LaunchCountOf countLaunches(const Trace& trace, std::span<const SliceId> kernels) {
    LaunchCountOf counts;
    for (const SliceId kernel : kernels) {
        const KernelConfig* config = trace.kernelConfigs().find(kernel);
        ++counts[{trace.slices().name(kernel),
                  config == nullptr ? std::array<std::uint32_t, 3>{} : config->grid}];
    }
    return counts;
}

// Equal for the same launches in any order: kernels of several streams change places. Two graphs
// with other kernels have equal ones about once in 10^19 pairs.
std::uint64_t hashOfLaunches(const Trace& trace, std::span<const SliceId> kernels) {
    const auto mix = [](std::uint64_t value) {  // the finalizer of MurmurHash3
        value = (value ^ (value >> 33U)) * 0xff51afd7ed558ccdULL;
        value = (value ^ (value >> 33U)) * 0xc4ceb9fe1a85ec53ULL;
        return value ^ (value >> 33U);
    };
    std::uint64_t sum = kernels.size();
    for (const SliceId kernel : kernels) {
        std::uint64_t hash = mix(trace.slices().name(kernel).value);
        if (const KernelConfig* config = trace.kernelConfigs().find(kernel)) {
            for (const std::uint32_t size : config->grid) {
                hash = mix(hash + size);
            }
        }
        sum += hash;
    }
    return sum;
}

// The size of an iteration that its graph has to hold.
std::int64_t sizeOf(const ServingIteration& row) {
    return row.name.tokens.value_or(row.name.requests);
}

struct GraphClass {
    LaunchCountOf launches;
    ServingPhase phase = ServingPhase::Decode;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();  // sizeOf() of iterations
    std::int64_t largest = 0;
    std::optional<std::int64_t> named;
};

// The largest size that the bucket of a class can have. A server replays the smallest graph that
// holds an iteration: what a graph of larger iterations was taken for, this one does not hold.
std::int64_t limitOf(std::span<const GraphClass> classes, const GraphClass& one) {
    std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    for (const GraphClass& other : classes) {
        if (other.phase == one.phase && other.smallest > one.largest) {
            limit = std::min(limit, other.smallest - 1);
        }
    }
    return limit;
}

std::vector<GraphClass> numberClasses(const Trace& trace,
                                      std::span<const std::vector<SliceId>> replayed,
                                      ServingIterations& iterations) {
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    std::vector<GraphClass> classes;
    for (std::size_t at = 0; at < iterations.rows.size(); ++at) {
        ServingIteration& row = iterations.rows[at];
        const bool isReplay = row.mode == LaunchMode::Full || row.mode == LaunchMode::Piecewise;
        if (!isReplay || replayed[at].empty()) {
            continue;
        }
        const auto [known, isNew] = numbers.try_emplace(hashOfLaunches(trace, replayed[at]),
                                                        static_cast<std::uint32_t>(classes.size()));
        if (isNew) {
            classes.emplace_back().launches = countLaunches(trace, replayed[at]);
            classes.back().phase = row.name.phase;
        }
        GraphClass& own = classes[known->second];
        own.smallest = std::min(own.smallest, sizeOf(row));
        own.largest = std::max(own.largest, sizeOf(row));
        own.named = own.named ? own.named : row.name.bucket;
        row.graphClass = known->second;
    }
    return classes;
}

// The launches that all of several classes have.
std::vector<Launch> sharedLaunches(std::span<const GraphClass> classes) {
    std::vector<Launch> shared;
    if (classes.size() < 2) {
        return shared;
    }
    for (const auto& [launch, count] : classes.front().launches) {
        const bool isShared = std::ranges::all_of(
            classes, [&](const GraphClass& one) { return one.launches.contains(launch); });
        if (isShared) {
            shared.push_back(launch);
        }
    }
    return shared;
}

// A kernel that works row by row has a block for each row of its batch, so that most kernels of a
// graph have the bucket as a size of their grid; of one row, one block.
std::optional<std::int64_t> sizeOfGrids(const GraphClass& one, std::int64_t limit,
                                        std::span<const Launch> shared) {
    std::map<std::int64_t, std::size_t> kernelsOfSize;
    for (const auto& [launch, count] : one.launches) {
        if (std::ranges::binary_search(shared, launch)) {
            continue;
        }
        std::array<std::uint32_t, 3> grid = std::get<1>(launch);
        const bool isOneBlock = grid == std::array<std::uint32_t, 3>{1, 1, 1};
        std::ranges::sort(grid);
        for (std::size_t at = 0; at < grid.size(); ++at) {
            const std::int64_t size = grid.at(at);
            const bool isNew = at == 0 || size != grid.at(at - 1);
            if (isNew && (size > 1 || isOneBlock) && size >= one.largest && size <= limit) {
                kernelsOfSize[size] += count;
            }
        }
    }
    const auto most =
        std::max_element(kernelsOfSize.begin(), kernelsOfSize.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == kernelsOfSize.end() ? std::nullopt : std::optional(most->first);
}

std::optional<std::int64_t> inferredBucket(const GraphClass& one, std::int64_t limit,
                                           std::span<const Launch> shared,
                                           std::span<const std::int64_t> captured) {
    if (one.named) {
        return one.named;
    }
    const auto size = std::ranges::lower_bound(captured, one.largest);
    return size != captured.end() ? std::optional(*size) : sizeOfGrids(one, limit, shared);
}

}  // namespace

void findBuckets(const Trace& trace, std::span<const std::vector<SliceId>> replayed,
                 ServingIterations& iterations) {
    const std::vector<GraphClass> classes = numberClasses(trace, replayed, iterations);
    const std::vector<Launch> shared = sharedLaunches(classes);
    std::vector<std::optional<std::int64_t>> buckets;
    for (const GraphClass& one : classes) {
        buckets.push_back(
            inferredBucket(one, limitOf(classes, one), shared, iterations.capturedSizes));
    }
    for (ServingIteration& row : iterations.rows) {
        row.bucket = row.name.bucket;
        if (!row.bucket && row.graphClass) {
            row.bucket = buckets[*row.graphClass];
            row.isBucketInferred = row.bucket.has_value();
        }
    }
}

}  // namespace gaplight
