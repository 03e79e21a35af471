// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/chrome_details.h"

#include <algorithm>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "core/formats/chrome/event_args.h"
#include "core/formats/kineto_fields.h"

namespace gaplight {
namespace {

constexpr std::uint64_t kKeyWindow = std::uint64_t{8} << 20U;
constexpr std::uint64_t kFirstKeyWindow = std::uint64_t{1} << 20U;  // of a source of several
constexpr std::size_t kOverhang = std::size_t{64} << 10U;           // of a window's last event
constexpr std::size_t kTextEnd = 64;                                // readable behind any text

struct SpellingHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};
// Keys as they are spelled, joined -> number of the set.
using SetNumbers = std::unordered_map<std::string, std::uint16_t, SpellingHash, std::equal_to<>>;

// Which keys events have. Reads the source in order, since a compressed one is inflated on the way;
// the events of a window are looked at on all cores.
class KeySetReader {
public:
    KeySetReader(const RandomAccess& source, std::span<const EventId> events)
        : m_source(source), m_events(events), m_buffer(kKeyWindow + kOverhang + kTextEnd) {}

    Result<void> read(const std::stop_token& stop, const KeySetSink& sink) {
        std::uint64_t size = m_source.size() > kKeyWindow ? kFirstKeyWindow : kKeyWindow;
        for (std::size_t first = 0; first < m_events.size(); first += m_sets.size()) {
            if (stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "the reading of args was stopped");
            }
            const std::uint64_t begin = m_events[first].number();
            const auto last =
                std::lower_bound(m_events.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                 m_events.end(), EventId(begin + size));
            const Result<void> got = readWindow(
                begin, size, {m_events.begin() + static_cast<std::ptrdiff_t>(first), last});
            if (!got) {
                return got;
            }
            sink({first, m_sets, m_keys});
            size = kKeyWindow;
        }
        return {};
    }

private:
    // Sets of `events`, which begin in the `size` bytes from `begin` on.
    Result<void> readWindow(std::uint64_t begin, std::uint64_t size,
                            std::span<const EventId> events) {
        const auto got = m_source.readAt(begin, {m_buffer.data(), size + kOverhang});
        if (!got) {
            return tl::unexpected(got.error());
        }
        std::fill_n(m_buffer.data() + *got, kTextEnd, '\0');
        const std::string_view text(m_buffer.data(), *got);
        m_sets.resize(events.size());
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, events.size(), 1024),
                          [&](const tbb::blocked_range<std::size_t>& range) {
                              SetNumbers& known = m_known.local();
                              std::string joined;
                              for (std::size_t at = range.begin(); at < range.end(); ++at) {
                                  m_sets[at] =
                                      setOf(text, begin, events[at].number(), joined, known);
                              }
                          });
        return {};
    }

    std::uint16_t setOf(std::string_view text, std::uint64_t begin, std::uint64_t offset,
                        std::string& joined, SetNumbers& known) {
        joined.clear();
        if (offset - begin >= text.size() ||
            !joinArgKeys(text.substr(offset - begin), m_source.size() == begin + text.size(),
                         joined)) {
            return setOfLongEvent(offset, joined, known);
        }
        return numberOf(joined, known);
    }

    // One that the window cuts.
    std::uint16_t setOfLongEvent(std::uint64_t offset, std::string& joined, SetNumbers& known) {
        Result<std::string> event = readEventText(m_source, offset);
        if (!event) {
            return 0;
        }
        const std::size_t size = event->size();
        event->append(kTextEnd, '\0');
        joined.clear();
        return joinArgKeys(std::string_view(*event).substr(0, size), true, joined)
                   ? numberOf(joined, known)
                   : std::uint16_t{0};
    }

    std::uint16_t numberOf(const std::string& joined, SetNumbers& known) {
        if (joined.empty()) {
            return 0;
        }
        if (const auto at = known.find(std::string_view(joined)); at != known.end()) {
            return at->second;
        }
        const std::uint16_t number = sharedNumberOf(joined);
        known.emplace(joined, number);
        return number;
    }

    std::uint16_t sharedNumberOf(const std::string& joined) {
        const std::scoped_lock lock(m_mutex);
        if (const auto at = m_shared.find(std::string_view(joined)); at != m_shared.end()) {
            return at->second;
        }
        if (m_keys.size() >= EventDetails::kMaxKeySets) {
            return 0;
        }
        const auto number = static_cast<std::uint16_t>(m_keys.size());
        m_shared.emplace(joined, number);
        m_keys.push_back(splitArgKeys(joined));
        return number;
    }

    const RandomAccess& m_source;
    std::span<const EventId> m_events;
    std::vector<char> m_buffer;
    std::vector<std::uint16_t> m_sets;  // of the window's events
    std::mutex m_mutex;                 // of m_shared and m_keys while a window is looked at
    SetNumbers m_shared;
    std::vector<std::vector<std::string>> m_keys{{}};
    tbb::enumerable_thread_specific<SetNumbers> m_known;
};

}  // namespace

Result<std::string> ChromeDetails::raw(EventId event) const {
    return readEventText(*m_source, event.number());
}

Result<std::vector<Arg>> ChromeDetails::args(EventId event) const {
    const Result<std::string> text = raw(event);
    return text ? parseArgs(*text) : tl::unexpected<Error>(text.error());
}

Result<std::string> ChromeDetails::field(EventId event, DetailField field) const {
    const Result<std::vector<Arg>> all = args(event);
    if (!all) {
        return tl::unexpected<Error>(all.error());
    }
    return fieldOfKinetoArgs(*all, field);
}

Result<void> ChromeDetails::forEachKeySet(std::span<const EventId> events,
                                          const std::stop_token& stop,
                                          const KeySetSink& sink) const {
    return KeySetReader(*m_source, events).read(stop, sink);
}

}  // namespace gaplight
