// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_keys.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/trace/run_merge_sort.h"

namespace gaplight {
namespace {

bool isIn(const std::vector<std::string>& set, std::string_view key) {
    return std::any_of(set.begin(), set.end(), [&](const std::string& one) {
        return std::ranges::equal(one, key, {}, lowerAscii, lowerAscii);
    });
}

// How many times the first part the second publication of keys covers.
constexpr std::size_t kSecondShare = 32;

}  // namespace

// One call of ArgKeys::read(): source by source, the events of each in the order of the source,
// which a compressed one gives at the cost of one pass.
class ArgKeyReader {
public:
    ArgKeyReader(const TraceDetails& details, const ArgKeys::Listener& listener)
        : m_details(details), m_slices(details.trace().slices()), m_listener(listener) {
        m_keys.m_sets.emplace_back();
        m_keys.m_setOf.assign(m_slices.size(), 0);
    }

    Result<ArgKeys> read(const std::stop_token& stop) {
        for (std::size_t source = 0; source < m_details.trace().sources().size(); ++source) {
            if (stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "the reading of args was stopped");
            }
            TRY(readSource(SourceId(source), stop));
        }
        return std::move(m_keys);
    }

private:
    Result<void> readSource(SourceId source, const std::stop_token& stop) {
        const std::vector<EventId> events = orderByEvent(source);
        // Sets are numbered per source; 0 is the empty set of all.
        const std::size_t known = m_keys.m_sets.size() - 1;
        Result<void> got = m_details.of(source).forEachKeySet(
            events, stop, [&](const KeySetPart& part) { add(part, known); });
        m_readBefore += events.size();
        return got;
    }

    std::vector<EventId> orderByEvent(SourceId source) {
        m_order.clear();
        const Trace& trace = m_details.trace();
        for (std::size_t id = 0; id < trace.tracks().size(); ++id) {
            const Track& track = trace.tracks()[id];
            if (trace.sourceOf(TrackId(id)) == source) {
                const auto first = static_cast<std::uint32_t>(track.firstSlice.index());
                const std::size_t before = m_order.size();
                m_order.resize(before + track.sliceCount);
                std::iota(m_order.begin() + static_cast<std::ptrdiff_t>(before), m_order.end(),
                          first);
            }
        }
        sortByRuns(std::span(m_order), [this](std::uint32_t left, std::uint32_t right) {
            const EventId a = m_slices.event(SliceId(left));
            const EventId b = m_slices.event(SliceId(right));
            return a != b ? a < b : left < right;
        });
        std::vector<EventId> events(m_order.size());
        std::transform(m_order.begin(), m_order.end(), events.begin(),
                       [this](std::uint32_t slice) { return m_slices.event(SliceId(slice)); });
        return events;
    }

    // `known`: sets of the sources before.
    void add(const KeySetPart& part, std::size_t known) {
        std::vector<std::vector<std::string>>& sets = m_keys.m_sets;
        for (std::size_t set = sets.size() - known; set < part.keys.size(); ++set) {
            sets.push_back(part.keys[set]);
        }
        for (std::size_t at = 0; at < part.sets.size(); ++at) {
            const std::size_t set = part.sets[at] == 0 ? 0 : known + part.sets[at];
            m_keys.m_setOf[m_order[part.first + at]] = set <= EventDetails::kMaxKeySets
                                                           ? static_cast<std::uint16_t>(set)
                                                           : std::uint16_t{0};
        }
        publish(m_readBefore + part.first + part.sets.size());
    }

    void publish(std::size_t read) {
        if (m_listener.onProgress) {
            m_listener.onProgress(static_cast<double>(read) / static_cast<double>(m_slices.size()));
        }
        if (m_listener.onPartialKeys && read >= m_nextPartial && read < m_slices.size()) {
            m_listener.onPartialKeys(m_keys);
            m_nextPartial = m_nextPartial == 0 ? kSecondShare * read : 2 * m_nextPartial;
        }
    }

    const TraceDetails& m_details;
    const SliceTable& m_slices;
    const ArgKeys::Listener& m_listener;
    ArgKeys m_keys;
    Column<std::uint32_t> m_order;  // slices of one source by event
    std::size_t m_readBefore = 0;   // slices of the sources before
    std::size_t m_nextPartial = 0;  // slices read by which keys are published again
};

Result<ArgKeys> ArgKeys::read(const TraceDetails& details, const std::stop_token& stop,
                              const Listener& listener) {
    return ArgKeyReader(details, listener).read(stop);
}

std::vector<SliceId> ArgKeys::search(TextPattern pattern, std::size_t max) const {
    std::unordered_map<std::string_view, bool, TextHash> answers;
    const auto matches = [&](const std::string& key) {
        const auto [at, isNew] = answers.emplace(key, false);
        if (isNew) {
            at->second = pattern.matches(key);
        }
        return at->second;
    };
    std::vector<std::uint8_t> wanted;
    for (const std::vector<std::string>& keys : m_sets) {
        wanted.push_back(std::any_of(keys.begin(), keys.end(), matches) ? 1 : 0);
    }
    std::vector<SliceId> found;
    for (std::size_t slice = 0; slice < m_setOf.size() && found.size() < max; ++slice) {
        if (wanted[m_setOf[slice]] != 0) {
            found.emplace_back(slice);
        }
    }
    return found;
}

bool ArgKeys::hasKey(std::string_view key) const {
    return std::any_of(m_sets.begin(), m_sets.end(),
                       [&](const std::vector<std::string>& set) { return isIn(set, key); });
}

std::vector<SliceId> ArgKeys::withKeys(std::span<const std::string> keys,
                                       std::span<const SliceId> slices) const {
    std::vector<std::uint8_t> wanted;
    for (const std::vector<std::string>& set : m_sets) {
        const bool hasAll = std::all_of(keys.begin(), keys.end(),
                                        [&](const std::string& key) { return isIn(set, key); });
        wanted.push_back(hasAll ? 1 : 0);
    }
    std::vector<SliceId> found;
    for (const SliceId slice : slices) {
        if (wanted[m_setOf[slice.index()]] != 0) {
            found.push_back(slice);
        }
    }
    return found;
}

std::span<const std::string> ArgKeys::keysOf(SliceId slice) const {
    return m_sets[m_setOf[slice.index()]];
}

}  // namespace gaplight
