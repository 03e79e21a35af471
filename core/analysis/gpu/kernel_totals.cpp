// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/kernel_totals.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <tuple>

namespace gaplight {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Looks configurations up by slice. Activities of one stream come in the order of the column, so
// the next row is nearly always the one asked for.
class ConfigReader {
public:
    explicit ConfigReader(const Trace& trace) : m_configs(trace.kernelConfigs()) {}

    const KernelConfig* find(SliceId slice) {
        const auto slices = m_configs.slices();
        if (m_next >= slices.size() || slices[m_next] != slice) {
            const auto at = std::lower_bound(slices.begin(), slices.end(), slice);
            if (at == slices.end() || *at != slice) {
                return nullptr;
            }
            m_next = static_cast<std::size_t>(at - slices.begin());
        }
        return &m_configs.value(m_next++);
    }

private:
    const RepeatedColumn<KernelConfig>& m_configs;
    std::size_t m_next = 0;
};

using VariantKey = std::tuple<StringId, std::array<std::uint32_t, 3>, std::array<std::uint16_t, 3>,
                              std::uint16_t, std::uint32_t>;

VariantKey keyOf(StringId name, const KernelConfig& config) {
    return {name, config.grid, config.block, config.registersPerThread, config.sharedMemoryBytes};
}

bool isAlike(const KernelConfig& a, const KernelConfig& b) {
    return a.grid == b.grid && a.block == b.block && a.registersPerThread == b.registersPerThread &&
           a.sharedMemoryBytes == b.sharedMemoryBytes;
}

bool hasGrid(const KernelConfig& config) {
    return config.grid[0] != 0 && config.block[0] != 0;
}

}  // namespace

Duration timeInside(const Trace& trace, SliceId slice, TimeRange range) {
    const TimeRange whole = trace.slices().range(slice);
    return std::max(Duration::zero(),
                    std::min(whole.end, range.end) - std::max(whole.begin, range.begin));
}

std::vector<KernelTotal> kernelTotals(const Trace& trace, std::span<const ActivityId> activities,
                                      TimeRange range) {
    KernelGroups groups(trace);
    std::vector<std::uint32_t> indexOfName(trace.strings().size(), kNone);
    std::vector<KernelTotal> totals;
    for (const ActivityId id : activities) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        if (trace.kind(slice) != SliceKind::Kernel) {
            continue;
        }
        const StringId name = trace.slices().name(slice);
        std::uint32_t& index = indexOfName[name.index()];
        if (index == kNone) {
            index = static_cast<std::uint32_t>(totals.size());
            totals.push_back({name, groups.of(name), 0, {}});
        }
        ++totals[index].count;
        totals[index].time += timeInside(trace, slice, range);
    }
    std::stable_sort(totals.begin(), totals.end(),
                     [](const KernelTotal& a, const KernelTotal& b) { return a.time > b.time; });
    return totals;
}

std::vector<KernelVariant> kernelVariants(const Trace& trace,
                                          std::span<const ActivityId> activities, TimeRange range,
                                          const std::function<bool(StringId)>& isWanted) {
    std::map<VariantKey, std::uint32_t> indexOf;
    std::vector<std::uint32_t> lastOfName(trace.strings().size(), kNone);
    std::vector<KernelVariant> variants;
    ConfigReader configs(trace);
    for (const ActivityId id : activities) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        const StringId name = trace.slices().name(slice);
        if (trace.kind(slice) != SliceKind::Kernel || !isWanted(name)) {
            continue;
        }
        const KernelConfig* config = configs.find(slice);
        if (config == nullptr || !hasGrid(*config)) {
            continue;
        }
        std::uint32_t& last = lastOfName[name.index()];
        if (last == kNone || !isAlike(variants[last].config, *config)) {
            const auto next = static_cast<std::uint32_t>(variants.size());
            const auto [entry, isNew] = indexOf.try_emplace(keyOf(name, *config), next);
            if (isNew) {
                variants.push_back({name, *config, {}, {}});
            }
            last = entry->second;
        }
        variants[last].time += timeInside(trace, slice, range);
        variants[last].slices.push_back(slice);
    }
    std::stable_sort(
        variants.begin(), variants.end(),
        [](const KernelVariant& a, const KernelVariant& b) { return a.time > b.time; });
    return variants;
}

}  // namespace gaplight
