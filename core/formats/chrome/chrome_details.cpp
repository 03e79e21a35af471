// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/chrome_details.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/formats/chrome/event_args.h"
#include "core/formats/chrome/event_scan.h"
#include "core/formats/kineto_fields.h"

namespace gaplight {
namespace {

constexpr std::uint64_t kKeyWindow = std::uint64_t{8} << 20U;
constexpr std::uint64_t kFirstKeyWindow = std::uint64_t{1} << 20U;  // of a source of several
constexpr std::size_t kOverhang = std::size_t{64} << 10U;           // of a window's last event
constexpr std::size_t kTextEnd = 64;                                // readable after any text

// Keys as they are spelled, joined -> number of the set.
using SetNumbers = std::unordered_map<std::string, std::uint16_t, TextHash, std::equal_to<>>;

// A part of a source, and the events that begin in it.
struct EventWindow {
    std::size_t first = 0;  // number of the first of `events`
    std::span<const EventId> events;
    std::uint64_t begin = 0;  // of the text, in the source
    std::string_view text;    // kTextEnd bytes of 0 after it
    bool reachesEnd = false;  // of the source

    // The text from the event's begin on; empty where it begins after the window's text.
    std::string_view from(EventId event) const {
        const std::uint64_t offset = event.number() - begin;
        return offset < text.size() ? text.substr(offset) : std::string_view();
    }
};

// Reads a source in order, since a compressed one is inflated on the way.
Result<void> forEachWindow(const RandomAccess& source, std::span<const EventId> events,
                           const std::stop_token& stop,
                           const std::function<Result<void>(const EventWindow&)>& visit) {
    std::vector<char> buffer(kKeyWindow + kOverhang + kTextEnd);
    std::uint64_t size = source.size() > kKeyWindow ? kFirstKeyWindow : kKeyWindow;
    EventWindow window;
    for (; window.first < events.size(); window.first += window.events.size()) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        window.begin = events[window.first].number();
        const auto from = events.begin() + static_cast<std::ptrdiff_t>(window.first);
        window.events = {from,
                         std::lower_bound(from + 1, events.end(), EventId(window.begin + size))};
        const auto got = TRY(source.readAt(window.begin, {buffer.data(), size + kOverhang}));
        std::fill_n(buffer.data() + got, kTextEnd, '\0');
        window.text = {buffer.data(), got};
        window.reachesEnd = source.size() == window.begin + got;
        if (Result<void> visited = visit(window); !visited) {
            return visited;
        }
        size = kKeyWindow;
    }
    return {};
}

// Which keys events have; the events of a window are looked at on all cores.
class KeySetReader {
public:
    KeySetReader(const RandomAccess& source, std::span<const EventId> events)
        : m_source(source), m_events(events) {}

    Result<void> read(const std::stop_token& stop, const KeySetSink& sink) {
        return forEachWindow(m_source, m_events, stop,
                             [&](const EventWindow& window) -> Result<void> {
                                 readWindow(window);
                                 sink({window.first, m_sets, m_keys});
                                 return {};
                             });
    }

private:
    void readWindow(const EventWindow& window) {
        m_sets.resize(window.events.size());
        parallelFor(tbb::blocked_range<std::size_t>(0, window.events.size(), 1024),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                        SetNumbers& known = m_known.local();
                        std::string joined;
                        for (std::size_t at = range.begin(); at < range.end(); ++at) {
                            m_sets[at] = setOf(window, window.events[at], joined, known);
                        }
                    });
    }

    std::uint16_t setOf(const EventWindow& window, EventId event, std::string& joined,
                        SetNumbers& known) {
        joined.clear();
        const std::string_view text = window.from(event);
        if (text.empty() || !joinArgKeys(text, window.reachesEnd, joined)) {
            return setOfLongEvent(event.number(), joined, known);
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
    std::vector<std::uint16_t> m_sets;  // of the window's events
    std::mutex m_mutex;                 // of m_shared and m_keys while a window is looked at
    SetNumbers m_shared;
    std::vector<std::vector<std::string>> m_keys{{}};
    tbb::enumerable_thread_specific<SetNumbers> m_known;
};

// The args of an event whose text begins `text`; none where the window cuts it.
std::optional<std::vector<Arg>> argsAt(std::string_view text, bool reachesEnd) {
    EventScan scan;
    if (text.empty() || text.front() != '{' ||
        scan.scan(text, reachesEnd) != EventScan::Outcome::Ended) {
        return std::nullopt;
    }
    return parseArgs(text.substr(0, scan.position())).value_or(std::vector<Arg>());
}

}  // namespace

Result<void> ChromeDetails::listArgs(std::span<const EventId> events, const std::stop_token& stop,
                                     const ArgsSink& sink) const {
    std::vector<std::vector<Arg>> read;
    return forEachWindow(*m_source, events, stop, [&](const EventWindow& window) {
        read.assign(window.events.size(), {});
        parallelFor(std::size_t{0}, read.size(), [&](std::size_t at) {
            std::optional<std::vector<Arg>> found =
                argsAt(window.from(window.events[at]), window.reachesEnd);
            read[at] =
                found ? *std::move(found) : args(window.events[at]).value_or(std::vector<Arg>());
        });
        return sink({window.first, read});
    });
}

Result<std::string> ChromeDetails::raw(EventId event) const {
    return readEventText(*m_source, event.number());
}

Result<std::vector<Arg>> ChromeDetails::args(EventId event) const {
    const Result<std::string> text = raw(event);
    return text ? parseArgs(*text) : tl::unexpected<Error>(text.error());
}

Result<std::string> ChromeDetails::field(EventId event, DetailField field) const {
    const std::vector<Arg> all = TRY(args(event));
    return fieldOfKinetoArgs(all, field);
}

Result<void> ChromeDetails::forEachKeySet(std::span<const EventId> events,
                                          const std::stop_token& stop,
                                          const KeySetSink& sink) const {
    return KeySetReader(*m_source, events).read(stop, sink);
}

}  // namespace gaplight
