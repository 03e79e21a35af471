// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// Conditions on allocations, separated by spaces; all have to hold:
//     size>1MB   size<=1MiB     the bytes that were requested
//     life<1ms   life>=2s       from the allocation to the request of its free; what is held at the
//                               end of the history lived at least until then
//     train.py                  a text that occurs in a frame of its call stack
class AllocationFilter {
public:
    // Errors: BadArgument: a size or lifetime that is none.
    [[nodiscard]] static Result<AllocationFilter> parse(std::string_view text);

    bool isEmpty() const { return m_limits.empty() && m_texts.empty(); }
    // By allocation. O(allocations × conditions + frames of all stacks × texts).
    std::vector<bool> matchesOf(const MemoryModel& model, const CallStacks& stacks) const;

private:
    enum class Quantity : std::uint8_t { Size, Life };
    // At least, or at most, a value in bytes or ns.
    struct Limit {
        Quantity quantity = Quantity::Size;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    [[nodiscard]] static Result<std::optional<Limit>> limitOf(std::string_view term);
    std::vector<bool> stacksWithTexts(const CallStacks& stacks) const;
    bool isWithinLimits(const MemoryModel& model, const Allocation& one) const;

    std::vector<Limit> m_limits;
    std::vector<TextPattern> m_texts;
};

}  // namespace gaplight
