// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_machine.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace gaplight {

namespace {

constexpr std::uint64_t kBaseMemory = std::uint64_t{64} << 20U;
constexpr std::uint64_t kMemoryPerByte = 4;
constexpr int kOldestProtocol = 2;
constexpr int kNewestProtocol = 5;

}  // namespace

using Kind = PickleValue::Kind;

Result<PickleRoot> PickleMachine::run() {
    while (true) {
        executeFrequent();
        m_opcodeAt = m_bytes.position();
        const auto opcode = m_bytes.byte();
        Step step = opcode ? execute(*opcode) : Step::Truncated;
        if (step == Step::Continue && ++m_steps >= kStepsBetweenChecks) {
            m_steps = 0;
            step = checkLimits();
        }
        switch (step) {
            case Step::Continue:
                break;
            case Step::Failed:
                return tl::unexpected<Error>(std::move(m_error));
            case Step::Stop:
                return PickleRoot{m_stack.back(), false};
            case Step::Truncated:
                if (m_bytes.error()) {
                    return tl::unexpected<Error>(*m_bytes.error());
                }
                closeMarks();
                return PickleRoot{m_stack.empty() ? PickleValue{} : m_stack.front(), true};
        }
    }
}

PickleMachine::Step PickleMachine::execute(std::uint8_t opcode) {
    const auto op = static_cast<PickleOp>(opcode);
    switch (op) {
        case PickleOp::BinInt:
        case PickleOp::BinInt1:
        case PickleOp::BinInt2:
        case PickleOp::Long1:
        case PickleOp::Long4:
        case PickleOp::BinFloat:
        case PickleOp::None:
        case PickleOp::NewTrue:
        case PickleOp::NewFalse:
            return executeNumber(op);
        case PickleOp::ShortBinString:
        case PickleOp::BinString:
        case PickleOp::ShortBinBytes:
        case PickleOp::BinBytes:
        case PickleOp::BinBytes8:
        case PickleOp::ByteArray8:
        case PickleOp::ShortBinUnicode:
        case PickleOp::BinUnicode:
        case PickleOp::BinUnicode8:
            return executeText(op);
        case PickleOp::EmptyList:
        case PickleOp::Append:
        case PickleOp::Appends:
        case PickleOp::List:
        case PickleOp::EmptyTuple:
        case PickleOp::Tuple:
        case PickleOp::Tuple1:
        case PickleOp::Tuple2:
        case PickleOp::Tuple3:
        case PickleOp::EmptyDict:
        case PickleOp::Dict:
        case PickleOp::SetItem:
        case PickleOp::SetItems:
        case PickleOp::EmptySet:
        case PickleOp::AddItems:
        case PickleOp::FrozenSet:
            return executeContainer(op);
        case PickleOp::Memoize:
        case PickleOp::BinPut:
        case PickleOp::LongBinPut:
        case PickleOp::BinGet:
        case PickleOp::LongBinGet:
            return executeMemo(op);
        case PickleOp::Proto:
        case PickleOp::Frame:
        case PickleOp::Stop:
        case PickleOp::Mark:
        case PickleOp::Pop:
        case PickleOp::PopMark:
        case PickleOp::Dup:
            return executeStack(op);
    }
    return refused(opcode);
}

PickleMachine::Step PickleMachine::executeStack(PickleOp op) {
    std::size_t begin = 0;
    switch (op) {
        case PickleOp::Proto: {
            const auto protocol = m_bytes.byte();
            return !protocol ? Step::Truncated
                   : *protocol < kOldestProtocol || *protocol > kNewestProtocol
                       ? malformed("a protocol that is none of 2 to 5")
                       : Step::Continue;
        }
        case PickleOp::Frame:  // a hint about the length of what follows
            return m_bytes.take(sizeof(std::uint64_t)) ? Step::Continue : Step::Truncated;
        case PickleOp::Mark:
            m_marks.push_back(m_stack.size());
            return m_marks.size() > kMaxMarks ? malformed("more than 10,000 open marks")
                                              : Step::Continue;
        case PickleOp::PopMark:
            if (takeMarked(begin) != Step::Continue) {
                return Step::Failed;
            }
            m_stack.resize(begin);
            return Step::Continue;
        default:
            break;
    }
    // As in Python, POP removes a mark where that is on top.
    if (op == PickleOp::Pop && !m_marks.empty() && m_marks.back() == m_stack.size()) {
        m_marks.pop_back();
        return Step::Continue;
    }
    if (m_stack.empty()) {
        return malformed("an empty stack");
    }
    if (op == PickleOp::Dup) {
        return push(m_stack.back());
    }
    if (op == PickleOp::Pop) {
        m_stack.pop_back();
    }
    return op == PickleOp::Stop ? Step::Stop : Step::Continue;
}

PickleMachine::Step PickleMachine::push(PickleValue value) {
    m_stack.push_back(value);
    return m_stack.size() > kMaxStack ? malformed("more than 16,777,216 values on the stack")
                                      : Step::Continue;
}

PickleMachine::Step PickleMachine::checkLimits() {
    const std::uint64_t held = m_heap.memoryBytes() + m_memo.memoryBytes();
    if (held > kBaseMemory + kMemoryPerByte * m_bytes.position() || m_heap.isFull()) {
        m_error = {
            ErrorCode::TooLarge,
            fmt::format("the pickle holds more objects than a snapshot of its length can, at "
                        "byte {}",
                        m_opcodeAt),
            m_opcodeAt};
        return Step::Failed;
    }
    if (m_progress && !m_progress(m_bytes.position())) {
        m_error = {ErrorCode::Cancelled, "loading was cancelled"};
        return Step::Failed;
    }
    return Step::Continue;
}

PickleMachine::Step PickleMachine::malformed(const char* what) {
    m_error = {ErrorCode::Corrupt,
               fmt::format("the pickle is damaged at byte {}: {}; write the snapshot again",
                           m_opcodeAt, what),
               m_opcodeAt};
    return Step::Failed;
}

PickleMachine::Step PickleMachine::refused(std::uint8_t opcode) {
    const std::string_view name = refusedOpcodeName(opcode);
    m_error = {
        name.empty() ? ErrorCode::Corrupt : ErrorCode::NotATrace,
        name.empty()
            ? fmt::format("the pickle is damaged: byte {} ({:#04x}) is no opcode of a pickle",
                          m_opcodeAt, opcode)
            : fmt::format("the pickle has the opcode {} ({:#04x}) at byte {}; only the data "
                          "opcodes of protocols 2 to 5 are read, since others may run code",
                          name, opcode, m_opcodeAt),
        m_opcodeAt};
    return Step::Failed;
}

void PickleMachine::closeMarks() {
    while (!m_marks.empty() && m_marks.back() <= m_stack.size()) {
        const std::size_t begin = m_marks.back();
        m_marks.pop_back();
        if (begin == 0) {
            break;
        }
        const PickleValue container = m_stack[begin - 1];
        const auto items = above(begin);
        if (container.is(Kind::Dict)) {
            m_heap.setItems(container, items.first(items.size() / 2 * 2));
        } else if (container.is(Kind::List)) {
            m_heap.append(container, items);
        }
        m_stack.resize(begin);
    }
}

}  // namespace gaplight
