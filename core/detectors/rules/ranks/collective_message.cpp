// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/ranks/collective_message.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "core/analysis/ranks/comm_calls.h"
#include "core/analysis/ranks/comm_operation.h"

namespace gaplight {
namespace {

// Of slices in front of a launch that are searched for its calls.
constexpr std::size_t kMaxSlicesBack = 512;

// 0 where the text is no number that fits.
std::int64_t numberIn(std::string_view text) {
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return isWhole && number > 0 && number <= kMaxCommElements ? number : 0;
}

// "[0, 1, 2]"; empty for a list that Kineto cut ("[0, 1, ..., 63]").
std::vector<int> ranksIn(std::string_view text) {
    std::vector<int> ranks;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '.') {
            return {};
        }
        int rank = 0;
        const char* begin = text.data() + at;
        const auto parsed = std::from_chars(begin, text.data() + text.size(), rank);
        if (parsed.ec == std::errc()) {
            ranks.push_back(rank);
            at += static_cast<std::size_t>(parsed.ptr - begin);
        } else {
            ++at;
        }
    }
    return ranks;
}

// The slice named kCoalescedRange around a launch; invalid where there is none.
SliceId coalescedAround(const Trace& trace, SliceId launch) {
    SliceId at = launch;
    while (at.isValid() && trace.name(at) != kCoalescedRange) {
        at = trace.slices().parent(at);
    }
    return at;
}

}  // namespace

CollectiveMessage collectiveMessageIn(std::string_view text) {
    std::array<std::string_view, 6> fields;
    for (std::string_view& field : fields) {
        const auto end = std::min(text.find(';'), text.size());
        field = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    CollectiveMessage message;
    message.name = fields[0];
    message.elements = std::max(numberIn(fields[1]), numberIn(fields[2]));
    message.bytesPerElement = bytesOfType(fields[3]);
    message.groupSize = static_cast<int>(std::min<std::int64_t>(numberIn(fields[4]), 1'000'000));
    message.ranks = ranksIn(fields[5]);
    return message;
}

std::vector<CollectiveMessage> messagesOf(const Trace& trace, const LaunchIndex& launches,
                                          const ArgLookup& args, SliceId kernel) {
    const std::string own = args(kernel, DetailField::CollectiveMessage);
    if (!own.empty()) {
        return {collectiveMessageIn(own)};
    }
    const SliceId launch = launches.launchOf(kernel);
    const SliceId group = launch.isValid() ? coalescedAround(trace, launch) : SliceId{};
    std::vector<CollectiveMessage> messages;
    if (!group.isValid()) {
        return messages;
    }
    const std::size_t first = trace.firstIndex(trace.trackOf(group));
    for (std::size_t at = group.index(); at > first && group.index() - at < kMaxSlicesBack;) {
        const SliceId slice(--at);
        if (trace.name(slice) == kCoalescedRange) {
            break;
        }
        if (trace.name(slice) != kCommOperator) {
            continue;
        }
        CollectiveMessage message =
            collectiveMessageIn(args(slice, DetailField::CollectiveMessage));
        if (message.name == "send" || message.name == "recv") {
            messages.push_back(std::move(message));
        }
    }
    return messages;
}

}  // namespace gaplight
