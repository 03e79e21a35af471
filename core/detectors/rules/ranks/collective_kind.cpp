// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/ranks/collective_kind.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Of the sizes read, those of the longest occurrences: they have the waiting. The others are the
// shortest ones', which have the floor.
constexpr std::size_t kLongestRead = 48;

constexpr std::string_view kSendReceive = "send/receive";

using Operation = std::pair<std::string_view, std::string_view>;

std::string_view operationIn(std::string_view text, std::span<const Operation> operations) {
    const auto at = std::find_if(operations.begin(), operations.end(), [&](const Operation& one) {
        return text.find(one.first) != std::string_view::npos;
    });
    return at == operations.end() ? std::string_view{} : at->second;
}

// By the kernel's name; where that serves several operations (ncclDevKernel_SendRecv, RCCL's
// ncclDevKernel_Generic), by the annotation that PyTorch puts around the launch. Empty where
// neither gives it.
std::string_view recordedOperation(const CollectiveContext& context, SliceId kernel) {
    constexpr std::array kOfKernels{
        Operation{"AllReduce", "all-reduce"}, Operation{"AllGather", "all-gather"},
        Operation{"ReduceScatter", "reduce-scatter"}, Operation{"Broadcast", "broadcast"},
        Operation{"AllToAll", "all-to-all"}, Operation{"all_reduce", "all-reduce"},
        Operation{"allreduce", "all-reduce"}, Operation{"cross_device_reduce", "all-reduce"},
        Operation{"all_gather", "all-gather"}, Operation{"reduce_scatter", "reduce-scatter"},
        // DeepEP, MORI, TensorRT-LLM, pplx
        Operation{"notify", "expert notification"}, Operation{"ispatch", "expert dispatch"},
        Operation{"ombine", "expert combine"}};
    constexpr std::array kOfAnnotations{
        Operation{"all_to_all", "all-to-all"}, Operation{"alltoall", "all-to-all"},
        Operation{"all_reduce", "all-reduce"}, Operation{"all_gather", "all-gather"},
        Operation{"gather", "gather"},         Operation{"reduce_scatter", "reduce-scatter"},
        Operation{"scatter", "scatter"},       Operation{"broadcast", "broadcast"},
        Operation{"barrier", "barrier"},       Operation{"send", kSendReceive},
        Operation{"recv", kSendReceive},       Operation{"coalesced", kSendReceive}};
    const std::string_view operation = operationIn(context.trace.name(kernel), kOfKernels);
    const SliceId launch = context.launches.launchOf(kernel);
    if (!operation.empty() || !launch.isValid()) {
        return operation;
    }
    const std::string_view around = context.trace.text(context.places.placeOf(launch).annotation);
    return around.starts_with("nccl:") ? operationIn(around, kOfAnnotations) : std::string_view{};
}

// Of each collective, in their order.
std::vector<std::string_view> operationsOf(const CollectiveContext& context,
                                           std::span<const Collective> collectives) {
    std::vector<std::string_view> operations;
    std::map<StringId, std::set<std::string_view>> ofName;
    for (const Collective& collective : collectives) {
        operations.push_back(recordedOperation(context, collective.slice));
        if (!operations.back().empty()) {
            ofName[context.trace.slices().name(collective.slice)].insert(operations.back());
        }
    }
    for (std::size_t at = 0; at < operations.size(); ++at) {
        if (!operations[at].empty()) {
            continue;
        }
        const SliceId kernel = collectives[at].slice;
        const auto& known = ofName[context.trace.slices().name(kernel)];
        const bool isPair = context.trace.name(kernel).find("SendRecv") != std::string_view::npos;
        const std::string_view other = isPair ? kSendReceive : "collective";
        operations[at] = known.size() == 1 ? *known.begin() : other;
    }
    return operations;
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

// What is known of the size of each collective.
struct Sizes {
    std::vector<CollectiveSample> samples;
    std::vector<std::optional<TransferBound>> bounds;
};

// -1: not recorded.
std::int64_t messageSize(std::span<const CollectiveMessage> messages) {
    std::int64_t size = 0;
    for (const CollectiveMessage& message : messages) {
        size += message.elements * std::max<std::int64_t>(1, message.bytesPerElement);
    }
    return size > 0 ? size : -1;
}

Sizes sizesOf(const CollectiveContext& context, const CollectiveKind& kind) {
    Sizes sizes;
    std::map<std::pair<StringId, std::uint32_t>, std::size_t> kindOf;
    for (const Collective& collective : kind.collectives) {
        // NCCL chooses the number of blocks by what there is to send.
        const KernelConfig* config = context.trace.kernelConfigs().find(collective.slice);
        const std::pair key(context.trace.slices().name(collective.slice),
                            config == nullptr ? 0 : config->grid[0]);
        sizes.samples.push_back({kindOf.try_emplace(key, kindOf.size()).first->second, 0,
                                 context.trace.slices().duration(collective.slice)});
    }
    sizes.bounds.resize(sizes.samples.size());
    for (const std::size_t at : worthReading(context.trace, kind.collectives)) {
        const std::vector<CollectiveMessage> messages =
            messagesOf(context.trace, context.launches, context.args, kind.collectives[at].slice);
        sizes.samples[at].size = messageSize(messages);
        sizes.bounds[at] = transferBound(context.trace, context.gpu, kind.operation, messages);
    }
    return sizes;
}

// The collective of median duration among those with a bound.
void setBound(const Sizes& sizes, CollectiveKind& kind) {
    std::vector<std::size_t> bounded;
    for (std::size_t at = 0; at < sizes.bounds.size(); ++at) {
        if (sizes.bounds[at]) {
            bounded.push_back(at);
        }
    }
    if (!bounded.empty()) {
        const std::size_t median =
            lowerMedian(bounded, [&](std::size_t at) { return sizes.samples[at].duration; });
        kind.bound = sizes.bounds[median];
        kind.boundDuration = sizes.samples[median].duration;
    }
}

std::optional<Duration> smaller(std::optional<Duration> floor,
                                const std::optional<TransferBound>& bound) {
    if (!bound) {
        return floor;
    }
    return floor ? std::min(*floor, bound->time) : bound->time;
}

void measure(const CollectiveContext& context, const MergedRanges& others, CollectiveKind& kind) {
    const Sizes sizes = sizesOf(context, kind);
    kind.floors = transferFloors(sizes.samples);
    std::vector<Duration> durations;
    for (std::size_t at = 0; at < sizes.samples.size(); ++at) {
        const Collective& collective = kind.collectives[at];
        std::optional<Duration>& floor = kind.floors[at];
        kind.fastest = std::max(kind.fastest, floor.value_or(Duration::zero()));
        floor = smaller(floor, sizes.bounds[at]);
        const Duration duration = sizes.samples[at].duration;
        durations.push_back(duration);
        kind.total += duration;
        kind.exposed += collective.exposed;
        kind.unknownSizes += sizes.samples[at].size <= 0 ? 1 : 0;
        TimeRange wait = context.trace.slices().range(collective.slice);
        wait.end -= std::min(floor.value_or(duration), duration);
        kind.waiting += wait.length();
        kind.exposedWaits.push_back(std::min(collective.exposed, others.uncovered(wait)));
        kind.exposedWaiting += kind.exposedWaits.back();
    }
    setBound(sizes, kind);
    kind.median = lowerMedian(durations);
    kind.longest = *std::max_element(durations.begin(), durations.end());
}

}  // namespace

std::vector<CollectiveKind> collectiveKinds(const CollectiveContext& context,
                                            const CollectiveTime& time) {
    std::map<std::string_view, std::size_t> indexOf;
    std::vector<CollectiveKind> kinds;
    const std::vector<std::string_view> operations = operationsOf(context, time.collectives);
    for (std::size_t at = 0; at < operations.size(); ++at) {
        const auto [entry, isNew] = indexOf.try_emplace(operations[at], kinds.size());
        if (isNew) {
            kinds.emplace_back().operation = operations[at];
        }
        kinds[entry->second].collectives.push_back(time.collectives[at]);
    }
    for (CollectiveKind& kind : kinds) {
        measure(context, time.others, kind);
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
