// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_keys.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/trace/run_merge_sort.h"

namespace gaplight {
namespace {

// How many times the first part the second publication of keys covers.
constexpr std::size_t kSecondShare = 32;

}  // namespace

// One reading. Details are asked for in the order of the source, since a compressed one is
// inflated on the way.
class ArgKeyReader {
public:
    ArgKeyReader(const Trace& trace, const ArgKeys::Listener& listener)
        : m_slices(trace.slices()), m_listener(listener) {
        m_keys.m_sets.emplace_back();
        m_keys.m_setOf.assign(m_slices.size(), 0);
    }

    Result<ArgKeys> read(const EventDetails& details, const std::stop_token& stop) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        const std::vector<EventId> events = orderByEvent();
        const Result<void> got =
            details.forEachKeySet(events, stop, [this](const KeySetPart& part) { take(part); });
        if (!got) {
            return tl::unexpected<Error>(got.error());
        }
        return std::move(m_keys);
    }

private:
    std::vector<EventId> orderByEvent() {
        m_order.resize(m_slices.size());
        std::iota(m_order.begin(), m_order.end(), std::uint32_t{0});
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

    void take(const KeySetPart& part) {
        for (std::size_t at = 0; at < part.sets.size(); ++at) {
            m_keys.m_setOf[m_order[part.first + at]] = part.sets[at];
        }
        const std::size_t known = m_keys.m_sets.size();
        m_keys.m_sets.insert(m_keys.m_sets.end(),
                             part.keys.begin() + static_cast<std::ptrdiff_t>(known),
                             part.keys.end());
        const std::size_t read = part.first + part.sets.size();
        if (m_listener.onProgress) {
            m_listener.onProgress(static_cast<double>(read) / static_cast<double>(m_order.size()));
        }
        if (m_listener.onSome && read >= m_nextSome && read < m_order.size()) {
            m_listener.onSome(m_keys);
            m_nextSome = m_nextSome == 0 ? kSecondShare * read : 2 * m_nextSome;
        }
    }

    const SliceTable& m_slices;
    const ArgKeys::Listener& m_listener;
    ArgKeys m_keys;
    Column<std::uint32_t> m_order;  // slices by event
    std::size_t m_nextSome = 0;     // slices read by which keys are published again
};

Result<ArgKeys> ArgKeys::read(const Trace& trace, const EventDetails& details,
                              const std::stop_token& stop, const Listener& listener) {
    return ArgKeyReader(trace, listener).read(details, stop);
}

std::vector<SliceId> ArgKeys::search(TextPattern pattern, std::size_t max) const {
    std::unordered_map<std::string_view, bool> answers;
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

std::span<const std::string> ArgKeys::keysOf(SliceId slice) const {
    return m_sets[m_setOf[slice.index()]];
}

}  // namespace gaplight
