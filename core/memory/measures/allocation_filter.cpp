// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/allocation_filter.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMaxValue = std::numeric_limits<std::int64_t>::max();

// Bytes, or ns.
Result<std::int64_t> valueOf(bool isSize, std::string_view text) {
    if (!isSize) {
        return parseDuration(text).map([](Duration life) { return ns(life); });
    }
    return parseBytes(text).map([](std::uint64_t bytes) {
        return static_cast<std::int64_t>(
            std::min<std::uint64_t>(bytes, static_cast<std::uint64_t>(kMaxValue)));
    });
}

}  // namespace

Result<std::optional<AllocationFilter::Limit>> AllocationFilter::limitOf(std::string_view term) {
    const bool isSize = term.starts_with("size");
    const std::string_view rest = term.substr(std::min<std::size_t>(4, term.size()));
    if ((!isSize && !term.starts_with("life")) || rest.empty() ||
        std::string_view("<>=").find(rest.front()) == std::string_view::npos) {
        return std::nullopt;
    }
    const bool hasEqual = rest.size() > 1 && rest[1] == '=';
    const Result<std::int64_t> value = valueOf(isSize, rest.substr(hasEqual ? 2 : 1));
    if (!value) {
        return fail(ErrorCode::BadArgument,
                    std::string(term) + ": expected " +
                        (isSize ? "a size such as size>1MB" : "a lifetime such as life<1ms"));
    }
    Limit limit{isSize ? Quantity::Size : Quantity::Life, 0, kMaxValue};
    const std::int64_t strict = hasEqual ? 0 : 1;
    switch (rest.front()) {
        case '<':
            limit.most = *value - strict;
            break;
        case '>':
            limit.least = *value == kMaxValue ? kMaxValue : *value + strict;
            break;
        default:
            limit.least = limit.most = *value;
    }
    return limit;
}

Result<AllocationFilter> AllocationFilter::parse(std::string_view text) {
    AllocationFilter filter;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view term = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (term.empty()) {
            continue;
        }
        if (const std::optional<Limit> limit = TRY(limitOf(term))) {
            filter.m_limits.push_back(*limit);
        } else {
            filter.m_texts.push_back(TextPattern::substring(term));
        }
    }
    return filter;
}

std::vector<bool> AllocationFilter::stacksWithTexts(const CallStacks& stacks) const {
    std::vector<bool> matches(stacks.size(), true);
    for (std::size_t at = 0; at < stacks.size(); ++at) {
        matches[at] = std::ranges::all_of(m_texts, [&](const TextPattern& text) {
            return std::ranges::any_of(stacks.frames(StackId(at)), [&](FrameId frame) {
                return text.matches(stacks.frameText(frame));
            });
        });
    }
    return matches;
}

bool AllocationFilter::isWithinLimits(const MemoryModel& model, const Allocation& one) const {
    return std::ranges::all_of(m_limits, [&](const Limit& limit) {
        if (limit.quantity == Quantity::Size) {
            return limit.least <= one.size && one.size <= limit.most;
        }
        const bool isHeld = one.end > model.lastMoment();
        const std::int64_t us =
            model.timeUs(isHeld ? model.lastMoment() : one.end) - model.timeUs(one.begin);
        const std::int64_t life = us > kMaxValue / 1000 ? kMaxValue : us * 1000;
        // What is held lives on.
        return limit.least <= life && (isHeld ? limit.most == kMaxValue : life <= limit.most);
    });
}

std::vector<bool> AllocationFilter::matchesOf(const MemoryModel& model,
                                              const CallStacks& stacks) const {
    const std::vector<bool> ofStack = stacksWithTexts(stacks);
    std::vector<bool> matches(model.allocations.size());
    for (std::size_t at = 0; at < matches.size(); ++at) {
        const Allocation& one = model.allocations[at];
        const bool hasTexts = one.stack.isValid() ? ofStack[one.stack.index()] : m_texts.empty();
        matches[at] = hasTexts && isWithinLimits(model, one);
    }
    return matches;
}

}  // namespace gaplight
