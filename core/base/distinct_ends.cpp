// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/distinct_ends.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace gaplight {

std::map<std::string, std::string> distinctEnds(std::span<const std::string> names) {
    constexpr std::size_t kLong = 16;
    const auto commonEnd = [](std::string_view a, std::string_view b) {
        const std::size_t shorter = std::min(a.size(), b.size());
        const auto end = std::ranges::mismatch(a, b).in1;
        const std::string_view common =
            a.substr(0, std::min(static_cast<std::size_t>(end - a.begin()),
                                 shorter > kLong ? shorter - kLong : 0));
        return common.find_last_of("_:<, ") + 1;  // whole words; 0 where there is none
    };
    std::map<std::string, std::string> labels;
    for (const std::string& name : names) {
        labels.emplace(name, name);
    }
    for (auto first = labels.begin(); first != labels.end();) {
        auto last = std::next(first);
        std::size_t common = first->first.size();
        while (last != labels.end() && commonEnd(first->first, last->first) >= kLong) {
            common = std::min(common, commonEnd(first->first, last->first));
            ++last;
        }
        const bool isAlone = std::next(first) == last;
        for (; first != last; ++first) {
            first->second = isAlone ? first->first : "…" + first->first.substr(common);
        }
    }
    return labels;
}

}  // namespace gaplight
