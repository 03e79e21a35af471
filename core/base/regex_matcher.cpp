// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/regex_matcher.h"

#include <algorithm>
#include <utility>

namespace gaplight {

RegexMatcher::RegexMatcher(RegexProgram program) : m_program(std::move(program)) {
    m_seen.assign(m_program.instructions.size(), 0);
}

void RegexMatcher::reach(std::uint16_t instruction, bool atBegin, bool atEnd,
                         std::vector<std::uint16_t>& into) {
    m_pending.assign(1, instruction);
    while (!m_pending.empty()) {
        const std::uint16_t at = m_pending.back();
        m_pending.pop_back();
        if (m_seen[at] == m_round) {
            continue;
        }
        m_seen[at] = m_round;
        const RegexProgram::Instruction& here = m_program.instructions[at];
        switch (here.op) {
            case RegexProgram::Op::Split:
                m_pending.push_back(here.other);
                m_pending.push_back(here.next);
                break;
            case RegexProgram::Op::Begin:
                if (atBegin) {
                    m_pending.push_back(here.next);
                }
                break;
            case RegexProgram::Op::End:
                if (atEnd) {
                    m_pending.push_back(here.next);
                } else {
                    into.push_back(at);
                }
                break;
            case RegexProgram::Op::Bytes:
            case RegexProgram::Op::Match:
                into.push_back(at);
                break;
        }
    }
}

std::uint32_t RegexMatcher::stateOf(std::vector<std::uint16_t> instructions) {
    std::sort(instructions.begin(), instructions.end());
    if (const auto known = m_known.find(instructions); known != m_known.end()) {
        return known->second;
    }
    State state;
    state.next.fill(kUnknown);
    std::vector<std::uint16_t> atEnd;
    ++m_round;
    for (const std::uint16_t at : instructions) {
        const RegexProgram::Op op = m_program.instructions[at].op;
        state.matches = state.matches || op == RegexProgram::Op::Match;
        if (op == RegexProgram::Op::End) {
            reach(at, false, true, atEnd);
        }
    }
    state.matchesAtEnd =
        state.matches || std::any_of(atEnd.begin(), atEnd.end(), [&](std::uint16_t at) {
            return m_program.instructions[at].op == RegexProgram::Op::Match;
        });
    const auto id = static_cast<std::uint32_t>(m_states.size());
    m_known.emplace(instructions, id);
    state.instructions = std::move(instructions);
    m_states.push_back(std::move(state));
    return id;
}

std::uint32_t RegexMatcher::beginState() {
    // The first state is that of the beginning of a text.
    if (m_states.empty()) {
        std::vector<std::uint16_t> begin;
        ++m_round;
        reach(m_program.start, true, false, begin);
        return stateOf(std::move(begin));
    }
    return 0;
}

std::uint32_t RegexMatcher::step(std::uint32_t from, unsigned char byte) {
    std::vector<std::uint16_t> reached;
    ++m_round;
    for (const std::uint16_t at : m_states[from].instructions) {
        const RegexProgram::Instruction& here = m_program.instructions[at];
        if (here.op == RegexProgram::Op::Bytes && m_program.sets[here.set][byte]) {
            reach(here.next, false, false, reached);
        }
    }
    if (m_states.size() >= kMostStates) {
        // Forget all and go on: the set itself says where the text is.
        m_states.clear();
        m_known.clear();
        (void)beginState();
        return stateOf(std::move(reached));
    }
    const std::uint32_t to = stateOf(std::move(reached));
    m_states[from].next[byte] = to;
    return to;
}

bool RegexMatcher::matches(std::string_view text) {
    std::uint32_t state = beginState();
    for (const char c : text) {
        if (m_states[state].matches) {
            return true;
        }
        const auto byte = static_cast<unsigned char>(c);
        const std::uint32_t next = m_states[state].next[byte];
        state = next != kUnknown ? next : step(state, byte);
    }
    return m_states[state].matchesAtEnd;
}

}  // namespace gaplight
