// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/collective_rates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/analysis/kernels/gpu_peaks.h"
#include "core/base/statistics.h"
#include "core/index/device_properties.h"

namespace gaplight {
namespace {

bool isAllToAll(const JointCollective& joint) {
    return joint.operation.find("all_to_all") != std::string_view::npos ||
           joint.operation.find("alltoall") != std::string_view::npos;
}

// Whether what the ranks get differs at least as much among them as what they give: both have the
// same sum.
bool distributes(const RankSetAnalysis& set, const JointCollective& joint) {
    std::int64_t given = 0;
    std::int64_t received = 0;
    for (const RankPart& part : joint.parts) {
        const CommCall& call = set.calls[part.rank].calls[part.call];
        given = std::max(given, call.inputs);
        received = std::max(received, call.outputs);
    }
    return received >= given;
}

std::int64_t sumOf(const std::vector<std::int64_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
}

}  // namespace

std::int64_t AllToAllSizes::meanReceived(const RankSetAnalysis& set) const {
    const auto members = static_cast<std::int64_t>(set.communicators[communicator].ranks.size());
    return members == 0 ? 0 : sumOf(received) / members;
}

std::size_t AllToAllSizes::mostReceived() const {
    return static_cast<std::size_t>(std::max_element(received.begin(), received.end()) -
                                    received.begin());
}

std::vector<AllToAllSizes> allToAllSizes(const RankSetAnalysis& set) {
    std::vector<AllToAllSizes> all(set.communicators.size());
    for (std::size_t group = 0; group < all.size(); ++group) {
        all[group].communicator = group;
        all[group].sent.assign(set.ranks.size(), 0);
        all[group].received.assign(set.ranks.size(), 0);
    }
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        const JointCollective& joint = set.collectives[at];
        if (joint.isSendReceive) {
            continue;
        }
        AllToAllSizes& sizes = all[joint.communicator];
        const bool counts = isAllToAll(joint) && distributes(set, joint);
        const std::int64_t size = counts ? bytesOfType(joint.type) : 0;
        for (const RankPart& part : joint.parts) {
            const CommCall& call = set.calls[part.rank].calls[part.call];
            sizes.waits += part.exposedWait;
            sizes.sent[part.rank] += std::max<std::int64_t>(call.inputs, 0) * size;
            sizes.received[part.rank] += std::max<std::int64_t>(call.outputs, 0) * size;
        }
        if (counts) {
            sizes.operations.push_back(at);
        }
    }
    std::erase_if(all, [](const AllToAllSizes& sizes) { return sumOf(sizes.received) == 0; });
    return all;
}

namespace {

constexpr double kNsPerSecond = 1e9;
// Messages that differ by up to 1 % are alike: DDP's buckets, of which each has another remainder.
constexpr std::int64_t kAlikeFraction = 100;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// GPUs of the host that the file lists.
int gpusOfHost(const Trace& trace, SourceId source) {
    const auto& devices = trace.facts().devices;
    return static_cast<int>(
        std::count_if(devices.begin(), devices.end(),
                      [&](const DeviceProperties& one) { return one.gpu.source == source; }));
}

int worldSizeOf(const Trace& trace, SourceId source) {
    return trace.sources()[source.index()].worldSize.value_or(trace.facts().worldSize.value_or(0));
}

// 0: not recorded.
std::int64_t bytesOfMessage(const CommCall& call) {
    return std::max<std::int64_t>({call.inputs, call.outputs, 0}) * bytesOfType(call.type);
}

// Between two ranks, whatever the size of their group.
bool isToOne(std::string_view operation) {
    return operation == "send_recv" || operation == "send" || operation == "recv";
}

void setLink(const Trace& trace, const DeviceProperties* properties, const CommGroup& group,
             CollectiveRate& rate) {
    const GpuPeaks* peaks = properties == nullptr ? nullptr : gpuPeaksOf(properties->name);
    const bool areAllKnown = group.members.size() == rate.ranks;
    if (!isOnOneHost(trace, rate.gpu,
                     areAllKnown ? std::span<const int>(group.members) : std::span<const int>())) {
        rate.unknownLink = "its ranks may be on several hosts";
    } else if (properties == nullptr || properties->name.empty()) {
        rate.unknownLink = "the trace does not name the GPU";
    } else if (peaks == nullptr || peaks->link.empty()) {
        rate.unknownLink = "no figure is known of " + properties->name;
    } else {
        rate.link = peaks->link;
        rate.linkBytes = peaks->linkBytesIn(isToOne(rate.operation) ? 2 : rate.ranks);
    }
}

struct Sample {
    std::int64_t bytes = 0;
    Duration duration{};
    SliceId kernel;
};

class RateGathering {
public:
    RateGathering(const Trace& trace, const CommCalls& communications, TimeRange range)
        : m_trace(trace), m_gpus(trace), m_communications(communications), m_range(range) {}

    [[nodiscard]] std::vector<CollectiveRate> run() {
        std::map<SliceId, std::size_t> callsOf;
        for (const CommCall& call : m_communications.calls) {
            ++callsOf[call.kernel];
        }
        for (const CommCall& call : m_communications.calls) {
            if (call.kernel.isValid() && callsOf[call.kernel] == 1) {
                addSample(call);
            }
        }
        std::vector<CollectiveRate> rates;
        for (auto& [key, samples] : m_samples) {
            addRates(key, samples, rates);
        }
        std::stable_sort(rates.begin(), rates.end(),
                         [](const auto& a, const auto& b) { return a.total > b.total; });
        return rates;
    }

private:
    // GPU, operation, group, ranks of the group.
    using Key = std::tuple<GpuId, std::string_view, std::size_t, std::size_t>;

    void addSample(const CommCall& call) {
        const CommCallFacts* facts = m_trace.commCalls().find(call.slice);
        const std::optional<GpuId> gpu = m_trace.tracks()[m_trace.trackOf(call.kernel).index()].gpu;
        const Time start = m_trace.slices().start(call.kernel);
        const std::int64_t bytes = bytesOfMessage(call);
        if (facts == nullptr || facts->groupSize < 2 || !gpu || bytes == 0 ||
            !m_range.contains(start)) {
            return;
        }
        const auto ranks = static_cast<std::size_t>(facts->groupSize);
        m_samples[{*gpu, call.operation, call.group, ranks}].push_back(
            {bytes, call.kernelEnd - start, call.kernel});
    }

    void addRates(const Key& key, std::vector<Sample>& samples,
                  std::vector<CollectiveRate>& rates) const {
        std::stable_sort(samples.begin(), samples.end(),
                         [](const Sample& a, const Sample& b) { return a.bytes < b.bytes; });
        for (auto first = samples.begin(); first != samples.end();) {
            const std::int64_t largest = first->bytes + first->bytes / kAlikeFraction;
            const auto last = std::find_if(
                first, samples.end(), [&](const Sample& sample) { return sample.bytes > largest; });
            if (auto rate = rateOf(key, std::span(first, last))) {
                rates.push_back(std::move(*rate));
            }
            first = last;
        }
    }

    std::optional<CollectiveRate> rateOf(const Key& key, std::span<Sample> samples) const {
        CollectiveRate rate;
        std::tie(rate.gpu, rate.operation, rate.group, rate.ranks) = key;
        const std::optional<double> factor = busFactor(rate.operation, rate.ranks);
        if (!factor) {
            return std::nullopt;
        }
        const Sample shortest = *std::ranges::min_element(samples, {}, &Sample::duration);
        rate.bytes = shortest.bytes;
        rate.sentBytes = static_cast<double>(rate.bytes) * *factor;
        rate.count = samples.size();
        rate.kernel = shortest.kernel;
        rate.shortest = shortest.duration;
        rate.median = lowerMedian(samples, &Sample::duration).duration;
        for (const Sample& sample : samples) {
            rate.total += sample.duration;
        }
        setLink(m_trace, m_gpus.of(rate.gpu), m_communications.groups[rate.group], rate);
        return rate;
    }

    const Trace& m_trace;
    DevicePropertiesTable m_gpus;
    const CommCalls& m_communications;
    TimeRange m_range;
    std::map<Key, std::vector<Sample>> m_samples;
};

}  // namespace

std::optional<double> busFactor(std::string_view operation, std::size_t ranks) {
    if (ranks < 2) {
        return std::nullopt;
    }
    const double others = static_cast<double>(ranks - 1) / static_cast<double>(ranks);
    if (has(operation, "reduce_scatter") || has(operation, "gather") ||
        has(operation, "all_to_all") || has(operation, "alltoall") ||
        operation.starts_with("scatter")) {
        return others;
    }
    if (has(operation, "allreduce") || has(operation, "all_reduce")) {
        return 2 * others;
    }
    const bool isWhole =
        has(operation, "broadcast") || has(operation, "reduce") || isToOne(operation);
    return isWhole ? std::optional(1.0) : std::nullopt;
}

bool isOnOneHost(const Trace& trace, GpuId gpu, std::span<const int> members) {
    const int gpus = gpusOfHost(trace, gpu.source);
    const int world = worldSizeOf(trace, gpu.source);
    if (gpus > 1 && world > 1 && world <= gpus) {
        return true;
    }
    return gpus > 1 && !members.empty() &&
           std::all_of(members.begin(), members.end(), [&](int member) {
               return member >= 0 && member / gpus == members.front() / gpus;
           });
}

double CollectiveRate::minBytesPerSecond() const {
    return shortest > Duration::zero()
               ? sentBytes * kNsPerSecond / static_cast<double>(shortest.count())
               : 0;
}

std::optional<double> CollectiveRate::minEfficiency() const {
    return linkBytes > 0 && shortest > Duration::zero()
               ? std::optional(minBytesPerSecond() / linkBytes)
               : std::nullopt;
}

std::vector<CollectiveRate> collectiveRates(const Trace& trace, const CommCalls& communications,
                                            TimeRange range) {
    return RateGathering(trace, communications, range).run();
}

}  // namespace gaplight
