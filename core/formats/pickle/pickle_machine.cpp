// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_machine.h"

#include <utility>

#include <fmt/format.h>

#include "core/formats/pickle/pickle_frequent.h"

namespace gaplight {

namespace {

constexpr std::uint64_t kBaseMemory = std::uint64_t{64} << 20U;
constexpr std::uint64_t kMemoryPerByte = 4;
constexpr int kOldestProtocol = 2;
constexpr int kNewestProtocol = 5;

Error damagedAt(std::uint64_t position, PickleFault fault) {
    return {ErrorCode::Corrupt,
            fmt::format("the pickle is damaged at byte {}: {}; write the snapshot again", position,
                        fault),
            position};
}

Error refusedAt(std::uint64_t position, std::uint8_t opcode) {
    const std::string_view name = refusedOpcodeName(opcode);
    return {name.empty() ? ErrorCode::Corrupt : ErrorCode::NotATrace,
            name.empty()
                ? fmt::format("the pickle is damaged: byte {} ({:#04x}) is no opcode of a pickle",
                              position, opcode)
                : fmt::format("the pickle has the opcode {} ({:#04x}) at byte {}; only the data "
                              "opcodes of protocols 2 to 5 are read, since others may run code",
                              name, opcode, position),
            position};
}

}  // namespace

Result<PickleRoot> PickleMachine::run() {
    while (true) {
        // One step less than to the next check of the limits, which follows execute().
        m_steps +=
            executeFrequentOpcodes(m_bytes, m_heap, m_stack, kStepsBetweenChecks - 1 - m_steps);
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
                return PickleRoot{m_stack.top(), false};
            case Step::Truncated:
                if (m_bytes.error()) {
                    return tl::unexpected<Error>(*m_bytes.error());
                }
                m_stack.closeMarks();
                return PickleRoot{m_stack.isEmpty() ? PickleValue{} : m_stack.bottom(), true};
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
            return push(m_values.readNumber(op));
        case PickleOp::ShortBinString:
        case PickleOp::BinString:
        case PickleOp::ShortBinBytes:
        case PickleOp::BinBytes:
        case PickleOp::BinBytes8:
        case PickleOp::ByteArray8:
        case PickleOp::ShortBinUnicode:
        case PickleOp::BinUnicode:
        case PickleOp::BinUnicode8:
            return push(m_values.readText(op));
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
    m_error = refusedAt(m_opcodeAt, opcode);
    return Step::Failed;
}

PickleMachine::Step PickleMachine::executeStack(PickleOp op) {
    switch (op) {
        case PickleOp::Proto: {
            const auto protocol = m_bytes.byte();
            return !protocol ? Step::Truncated
                   : *protocol < kOldestProtocol || *protocol > kNewestProtocol
                       ? malformedIf("a protocol that is none of 2 to 5")
                       : Step::Continue;
        }
        case PickleOp::Frame:  // a hint about the length of what follows
            return m_bytes.take(sizeof(std::uint64_t)) ? Step::Continue : Step::Truncated;
        case PickleOp::Mark:
            return malformedIf(m_stack.mark());
        case PickleOp::PopMark:
            return malformedIf(m_stack.dropMarked());
        case PickleOp::Pop:
            return malformedIf(m_stack.pop());
        case PickleOp::Dup:
            return malformedIf(m_stack.duplicateTop());
        default:
            return m_stack.isEmpty() ? malformedIf("an empty stack") : Step::Stop;
    }
}

PickleMachine::Step PickleMachine::executeContainer(PickleOp op) {
    using Kind = PickleValue::Kind;
    switch (op) {
        case PickleOp::EmptyList:
        case PickleOp::EmptyTuple:
        case PickleOp::EmptySet:
            return malformedIf(m_stack.push(m_heap.addList()));
        case PickleOp::EmptyDict:
            return malformedIf(m_stack.push(m_heap.addDict()));
        case PickleOp::Tuple1:
            return malformedIf(m_stack.listTop(1));
        case PickleOp::Tuple2:
            return malformedIf(m_stack.listTop(2));
        case PickleOp::Tuple3:
            return malformedIf(m_stack.listTop(3));
        case PickleOp::Append:
            return malformedIf(m_stack.fillTop(Kind::List, 1));
        case PickleOp::SetItem:
            return malformedIf(m_stack.fillTop(Kind::Dict, 2));
        case PickleOp::SetItems:
            return malformedIf(m_stack.fillMarked(Kind::Dict));
        case PickleOp::Dict:
            return malformedIf(m_stack.dictMarked());
        case PickleOp::Tuple:
        case PickleOp::List:
        case PickleOp::FrozenSet:
            return malformedIf(m_stack.listMarked());
        default:  // APPENDS, ADDITEMS
            return malformedIf(m_stack.fillMarked(Kind::List));
    }
}

PickleMachine::Step PickleMachine::executeMemo(PickleOp op) {
    const auto store = [&](const auto& index) {
        return index ? malformedIf(m_stack.store(*index)) : Step::Truncated;
    };
    const auto load = [&](const auto& index) {
        return index ? malformedIf(m_stack.load(*index)) : Step::Truncated;
    };
    switch (op) {
        case PickleOp::Memoize:
            return malformedIf(m_stack.store());
        case PickleOp::BinPut:
            return store(m_bytes.byte());
        case PickleOp::LongBinPut:
            return store(m_bytes.integer<std::uint32_t>());
        case PickleOp::BinGet:
            return load(m_bytes.byte());
        default:
            return load(m_bytes.integer<std::uint32_t>());
    }
}

PickleMachine::Step PickleMachine::push(const ReadPickleValue& read) {
    if (read.value) {
        return malformedIf(m_stack.push(*read.value));
    }
    return read.fault == nullptr ? Step::Truncated : malformedIf(read.fault);
}

PickleMachine::Step PickleMachine::checkLimits() {
    const std::uint64_t held = m_heap.memoryBytes() + m_stack.memoBytes();
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

PickleMachine::Step PickleMachine::malformedIf(PickleFault fault) {
    if (fault == nullptr) {
        return Step::Continue;
    }
    m_error = damagedAt(m_opcodeAt, fault);
    return Step::Failed;
}

}  // namespace gaplight
