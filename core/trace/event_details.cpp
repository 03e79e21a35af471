// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/event_details.h"

#include <algorithm>
#include <utility>

namespace gaplight {
namespace {

constexpr std::size_t kEventsOfPart = 4096;
constexpr std::string_view kLevelSeparator = " / ";

std::vector<std::string> outermostKeys(std::span<const Arg> args) {
    std::vector<std::string> keys;
    for (const Arg& arg : args) {
        std::string key = arg.path.substr(0, arg.path.find(kLevelSeparator));
        if (keys.empty() || keys.back() != key) {
            keys.push_back(std::move(key));
        }
    }
    return keys;
}

}  // namespace

std::uint16_t KeySetNumbers::numberOf(std::vector<std::string> keys) {
    if (const auto known = m_numbers.find(keys); known != m_numbers.end()) {
        return known->second;
    }
    if (m_keys.size() >= EventDetails::kMaxKeySets) {
        return 0;
    }
    const auto number = static_cast<std::uint16_t>(m_keys.size());
    m_keys.push_back(keys);
    m_numbers.emplace(std::move(keys), number);
    return number;
}

Result<std::string> EventDetails::raw(EventId /*event*/) const {
    return fail(ErrorCode::BadArgument, "events of this format have no text of their own");
}

Result<std::string> EventDetails::field(EventId /*event*/, DetailField /*field*/) const {
    return std::string();
}

Result<void> EventDetails::forEachKeySet(std::span<const EventId> events,
                                         const std::stop_token& stop,
                                         const KeySetSink& sink) const {
    KeySetNumbers known;
    std::vector<std::uint16_t> sets;
    for (std::size_t first = 0; first < events.size(); first += sets.size()) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the reading of args was stopped");
        }
        sets.clear();
        for (const EventId event :
             events.subspan(first, std::min(kEventsOfPart, events.size() - first))) {
            const Result<std::vector<Arg>> read = args(event);
            sets.push_back(read ? known.numberOf(outermostKeys(*read)) : std::uint16_t{0});
        }
        sink({first, sets, known.keys()});
    }
    return {};
}

}  // namespace gaplight
