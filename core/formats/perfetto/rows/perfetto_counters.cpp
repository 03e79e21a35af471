// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/perfetto_counters.h"

#include <algorithm>
#include <utility>

#include "core/base/id_hash.h"
#include "core/formats/perfetto/rows/labeled_tracks.h"

namespace gaplight {
namespace {

constexpr std::size_t kValuesOfBatch = 65'536;

}  // namespace

void PerfettoCounters::add(const PerfettoPart::Counter& value, PerfettoTrackId track,
                           const StringPool<BatchStringTag>& strings) {
    Value& added = m_values.emplace_back();
    added.time = value.moment.time;
    added.value = value.value;
    added.count = value.count;
    added.track = track;
    added.sequence = value.moment.sequence;
    added.state = value.state;
    if (value.name.isValid()) {
        const auto [at, isNew] = m_numbers.try_emplace(std::string(strings.view(value.name)),
                                                       static_cast<std::uint32_t>(m_names.size()));
        if (isNew) {
            m_names.push_back(at->first);
        }
        added.name = at->second;
    }
}

// Descriptors, which may come behind the values, say which of them are differences.
void PerfettoCounters::resolveCounts(const PerfettoTracks& tracks) {
    struct Sum {
        std::uint32_t state = 0;
        std::int64_t count = 0;
    };
    std::unordered_map<std::uint64_t, Sum, IdHash> sums;  // by sequence and track
    for (Value& value : m_values) {
        if (value.state == 0) {
            continue;
        }
        const PerfettoTracks::Counter counter = tracks.counter(value.track);
        if (counter.isIncremental) {
            Sum& sum = sums[std::uint64_t{value.sequence} << 32U | value.track.value];
            sum = sum.state == value.state ? sum : Sum{value.state, 0};
            sum.count = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.count) +
                                                  static_cast<std::uint64_t>(value.count));
            value.count = sum.count;
        }
        value.value = static_cast<double>(value.count) *
                      static_cast<double>(counter.multiplier == 0 ? 1 : counter.multiplier);
    }
}

void PerfettoCounters::addTo(TraceBuilder& builder, const PerfettoTracks& tracks,
                             const std::vector<PerfettoTracks::Label>& labels,
                             std::int64_t originNs) {
    resolveCounts(tracks);
    for (std::size_t first = 0; first < m_values.size();) {
        EventBatch batch;
        LabeledTracks known(batch, labels);
        std::unordered_map<std::uint32_t, BatchString, IdHash> names;  // by track
        const BatchString series = batch.strings.intern({});
        const std::size_t last = std::min(first + kValuesOfBatch, m_values.size());
        for (; first < last; ++first) {
            const Value& value = m_values[first];
            BatchString name;
            if (value.name != 0) {
                name = batch.strings.intern(m_names[value.name]);
            } else {
                BatchString& cached = names[value.track.value];
                cached = cached.isValid() ? cached
                                          : batch.strings.intern(tracks.counterName(value.track));
                name = cached;
            }
            batch.counters.push_back({timeAfter(originNs, value.time), value.value, name, series,
                                      known.of(value.track)});
        }
        builder.add(std::move(batch));
    }
    m_values = {};
}

}  // namespace gaplight
