// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/ranks/collective_kind.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace gaplight {
namespace {

// Of the sizes read, those of the longest occurrences: they have the waiting. The others are the
// shortest ones', which have the floor.
constexpr std::size_t kLongestRead = 48;

using Operation = std::pair<std::string_view, std::string_view>;

std::string_view operationIn(std::string_view text, std::span<const Operation> operations) {
    const auto at = std::find_if(operations.begin(), operations.end(), [&](const Operation& one) {
        return text.find(one.first) != std::string_view::npos;
    });
    return at == operations.end() ? std::string_view{} : at->second;
}

// By the kernel's name; where that serves several operations (ncclDevKernel_SendRecv, RCCL's
// ncclDevKernel_Generic), by the annotation that PyTorch puts around the launch.
std::string operationOf(const CollectiveContext& context, SliceId kernel) {
    constexpr std::array kOfKernels{Operation{"AllReduce", "all-reduce"},
                                    Operation{"AllGather", "all-gather"},
                                    Operation{"ReduceScatter", "reduce-scatter"},
                                    Operation{"Broadcast", "broadcast"},
                                    Operation{"AllToAll", "all-to-all"},
                                    Operation{"all_reduce", "all-reduce"},
                                    Operation{"allreduce", "all-reduce"},
                                    Operation{"cross_device_reduce", "all-reduce"},
                                    Operation{"all_gather", "all-gather"},
                                    Operation{"reduce_scatter", "reduce-scatter"}};
    constexpr std::array kOfAnnotations{
        Operation{"all_to_all", "all-to-all"}, Operation{"alltoall", "all-to-all"},
        Operation{"all_reduce", "all-reduce"}, Operation{"all_gather", "all-gather"},
        Operation{"gather", "gather"},         Operation{"reduce_scatter", "reduce-scatter"},
        Operation{"scatter", "scatter"},       Operation{"broadcast", "broadcast"},
        Operation{"barrier", "barrier"}};
    std::string_view operation = operationIn(context.trace.name(kernel), kOfKernels);
    const SliceId launch = context.launches.launchOf(kernel);
    if (operation.empty() && launch.isValid()) {
        const std::string_view around =
            context.trace.text(context.places.placeOf(launch).annotation);
        operation = around.starts_with("nccl:") ? operationIn(around, kOfAnnotations) : operation;
    }
    if (operation.empty()) {
        const bool isPair = context.trace.name(kernel).find("SendRecv") != std::string_view::npos;
        operation = isPair ? "send/receive" : "collective";
    }
    return std::string(operation);
}

std::int64_t numberIn(const std::string& text) {
    constexpr std::int64_t kTooLarge = std::int64_t{1} << 50U;
    std::int64_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9' || number > kTooLarge) {
            return 0;
        }
        number = number * 10 + (c - '0');
    }
    return number;
}

// Which collectives to read the size of: all if they are few, else the longest and the shortest.
// In the order of the file, which a compressed one gives at once.
std::vector<std::size_t> worthReading(const Trace& trace, std::span<const Collective> all) {
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (all.size() > kMaxSizeReads) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return trace.slices().duration(all[a].slice) > trace.slices().duration(all[b].slice);
        });
        const auto shortest = static_cast<std::ptrdiff_t>(kMaxSizeReads - kLongestRead);
        order.erase(order.begin() + kLongestRead, order.end() - shortest);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return trace.slices().event(all[a].slice) < trace.slices().event(all[b].slice);
        });
    }
    return order;
}

std::vector<CollectiveSample> samplesOf(const CollectiveContext& context,
                                        std::span<const Collective> collectives) {
    std::vector<CollectiveSample> samples;
    std::map<std::pair<StringId, std::uint32_t>, std::size_t> kindOf;
    for (const Collective& collective : collectives) {
        // NCCL chooses the number of blocks by what there is to send.
        const KernelConfig* config = context.trace.kernelConfigs().find(collective.slice);
        const std::pair key(context.trace.slices().name(collective.slice),
                            config == nullptr ? 0 : config->grid[0]);
        samples.push_back({kindOf.try_emplace(key, kindOf.size()).first->second, 0,
                           context.trace.slices().duration(collective.slice)});
    }
    for (const std::size_t at : worthReading(context.trace, collectives)) {
        // Kineto writes it to the kernel where it saw the call.
        samples[at].elements =
            numberIn(context.args(collectives[at].slice, DetailField::CollectiveElements));
    }
    return samples;
}

void measure(const CollectiveContext& context, CollectiveKind& kind) {
    const std::vector<CollectiveSample> samples = samplesOf(context, kind.collectives);
    kind.floors = transferFloors(samples);
    std::vector<Duration> durations;
    for (std::size_t at = 0; at < samples.size(); ++at) {
        durations.push_back(samples[at].duration);
        kind.total += samples[at].duration;
        kind.exposed += kind.collectives[at].exposed;
        kind.unknownSizes += samples[at].elements == 0 ? 1 : 0;
        if (kind.floors[at]) {
            kind.waiting += samples[at].duration - *kind.floors[at];
            kind.fastest = std::max(kind.fastest, *kind.floors[at]);
        }
    }
    std::sort(durations.begin(), durations.end());
    kind.median = durations[(durations.size() - 1) / 2];
    kind.longest = durations.back();
}

}  // namespace

std::vector<CollectiveKind> collectiveKinds(const CollectiveContext& context,
                                            const CollectiveTime& time) {
    std::map<std::string, std::size_t> indexOf;
    std::vector<CollectiveKind> kinds;
    for (const Collective& collective : time.collectives) {
        std::string operation = operationOf(context, collective.slice);
        const auto [entry, isNew] = indexOf.try_emplace(operation, kinds.size());
        if (isNew) {
            kinds.emplace_back().operation = std::move(operation);
        }
        kinds[entry->second].collectives.push_back(collective);
    }
    for (CollectiveKind& kind : kinds) {
        measure(context, kind);
    }
    std::stable_sort(
        kinds.begin(), kinds.end(),
        [](const CollectiveKind& a, const CollectiveKind& b) { return a.exposed > b.exposed; });
    return kinds;
}

std::vector<TimeRange> waitsOf(const Trace& trace, const CollectiveKind& kind) {
    std::vector<TimeRange> waits;
    for (std::size_t at = 0; at < kind.collectives.size(); ++at) {
        TimeRange range = trace.slices().range(kind.collectives[at].slice);
        range.end -= kind.floors[at].value_or(range.length());
        if (range.end > range.begin) {
            waits.push_back(range);
        }
    }
    return waits;
}

}  // namespace gaplight
