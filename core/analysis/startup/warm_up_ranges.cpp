// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/warm_up_ranges.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/base/ascii_case.h"
#include "core/base/time.h"

namespace gaplight {
namespace {

// Removes the first word of `text` and returns it in lower case; empty where there is none left.
std::string takeWord(std::string_view& text) {
    std::string word;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char letter = lowerAscii(text[at]);
        if (letter >= 'a' && letter <= 'z') {
            word += letter;
        } else if (!word.empty()) {
            break;
        }
    }
    text.remove_prefix(at);
    return word;
}

}  // namespace

bool isWarmUpName(std::string_view name) {
    std::string before;
    for (std::string word = takeWord(name); !word.empty(); word = takeWord(name)) {
        if (word == "warmup" || (before == "warm" && word == "up")) {
            return true;
        }
        before = std::move(word);
    }
    return false;
}

std::vector<SliceId> warmUpRanges(const Trace& trace, const LaunchIndex& launches,
                                  const SteadyLoop& loop, std::span<const SliceId> annotations) {
    std::unordered_map<StringId, bool> isNamed;
    std::vector<SliceId> found;
    for (const SliceId slice : annotations) {
        const StringId name = trace.slices().name(slice);
        const auto [at, isNew] = isNamed.try_emplace(name, false);
        if (isNew) {
            at->second = isWarmUpName(trace.text(name));
        }
        if (at->second && loop.isBefore(slice)) {
            found.push_back(slice);
        }
    }
    if (found.empty()) {
        return found;
    }
    std::vector<Time> lastLaunch(trace.sources().size(), Time::min());
    for (const SliceId launch : launches.launches()) {
        Time& last = lastLaunch[trace.sourceOf(launch).index()];
        last = std::max(last, trace.slices().start(launch));
    }
    std::erase_if(found, [&](SliceId slice) {
        return trace.slices().end(slice) > lastLaunch[trace.sourceOf(slice).index()];
    });
    return found;
}

}  // namespace gaplight
