// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/base/regex_program.h"

namespace gaplight {

// Runs a program over texts. Which instructions it can be in at once is worked out once for each
// such set and byte, and remembered: usually one table look-up a byte. Not for several threads at
// once; make one for each.
class RegexMatcher {
public:
    explicit RegexMatcher(RegexProgram program);

    // Whether the expression matches anywhere in the text. O(text) amortised, O(text × program) at
    // worst; never recursive, whatever expression and text.
    [[nodiscard]] bool matches(std::string_view text);

private:
    static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
    // More are not remembered at a time: 1 KiB each.
    static constexpr std::size_t kMostStates = 1000;

    struct State {
        std::vector<std::uint16_t> instructions;  // ascending; Bytes, End and Match alone
        bool matches = false;
        bool matchesAtEnd = false;
        std::array<std::uint32_t, 256> next{};
    };

    [[nodiscard]] std::uint32_t stateOf(std::vector<std::uint16_t> instructions);
    [[nodiscard]] std::uint32_t step(std::uint32_t from, unsigned char byte);
    // Adds what is reached from an instruction without reading.
    void reach(std::uint16_t instruction, bool atBegin, bool atEnd,
               std::vector<std::uint16_t>& into);
    [[nodiscard]] std::uint32_t beginState();

    RegexProgram m_program;
    std::vector<State> m_states;
    std::map<std::vector<std::uint16_t>, std::uint32_t> m_known;
    std::vector<std::uint32_t> m_seen;  // per instruction: when it was last reached
    std::vector<std::uint16_t> m_pending;
    std::uint32_t m_round = 0;
};

}  // namespace gaplight
