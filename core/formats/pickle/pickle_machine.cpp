// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_machine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr ReadPickleValue kEnded{};
constexpr ReadPickleValue kNegativeLength{std::nullopt, "a negative length"};

ReadPickleValue valueOf(PickleValue::Kind kind, std::int64_t payload) {
    return {PickleValue(kind, payload)};
}

}  // namespace

ReadPickleValue PickleValueReader::readNumber(PickleOp op) {
    using Kind = PickleValue::Kind;
    const auto integer = [](const auto& value) {
        return value ? ReadPickleValue{PickleValue::integer(*value)} : kEnded;
    };
    switch (op) {
        case PickleOp::BinInt:
            return integer(m_bytes.integer<std::int32_t>());
        case PickleOp::BinInt1:
            return integer(m_bytes.byte());
        case PickleOp::BinInt2:
            return integer(m_bytes.integer<std::uint16_t>());
        case PickleOp::Long1: {
            const auto length = m_bytes.byte();
            return length ? readLong(*length) : kEnded;
        }
        case PickleOp::Long4: {
            const auto length = m_bytes.integer<std::int32_t>();
            return !length       ? kEnded
                   : *length < 0 ? kNegativeLength
                                 : readLong(static_cast<std::uint64_t>(*length));
        }
        case PickleOp::BinFloat:
            return m_bytes.take(sizeof(double)) ? valueOf(Kind::Other, 0) : kEnded;
        case PickleOp::NewTrue:
            return valueOf(Kind::Bool, 1);
        case PickleOp::NewFalse:
            return valueOf(Kind::Bool, 0);
        default:
            return {PickleValue{}};
    }
}

// A two's complement number, little endian.
ReadPickleValue PickleValueReader::readLong(std::uint64_t bytes) {
    if (bytes > sizeof(std::int64_t)) {
        return m_bytes.skip(bytes) ? valueOf(PickleValue::Kind::LargeInt, 0) : kEnded;
    }
    const auto digits = m_bytes.take(bytes);
    if (!digits) {
        return kEnded;
    }
    const bool isNegative = !digits->empty() && (digits->back() & 0x80) != 0;
    std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
    for (std::size_t at = digits->size(); at-- > 0;) {
        value = (value << 8U) | static_cast<std::uint8_t>((*digits)[at]);
    }
    return {PickleValue::integer(static_cast<std::int64_t>(value))};
}

ReadPickleValue PickleValueReader::readText(PickleOp op) {
    const auto withLength = [](const auto& length, auto&& use) {
        return length ? use(static_cast<std::uint64_t>(*length)) : kEnded;
    };
    const auto kept = [&](std::uint64_t length) { return keepText(length); };
    const auto skipped = [&](std::uint64_t length) { return skipBytes(length); };
    switch (op) {
        case PickleOp::ShortBinUnicode:
        case PickleOp::ShortBinString:
            return withLength(m_bytes.byte(), kept);
        case PickleOp::BinUnicode:
            return withLength(m_bytes.integer<std::uint32_t>(), kept);
        case PickleOp::BinUnicode8:
            return withLength(m_bytes.integer<std::uint64_t>(), kept);
        case PickleOp::BinString: {
            const auto length = m_bytes.integer<std::int32_t>();
            return length && *length < 0 ? kNegativeLength : withLength(length, kept);
        }
        case PickleOp::ShortBinBytes:
            return withLength(m_bytes.byte(), skipped);
        case PickleOp::BinBytes:
            return withLength(m_bytes.integer<std::uint32_t>(), skipped);
        default:
            return withLength(m_bytes.integer<std::uint64_t>(), skipped);
    }
}

ReadPickleValue PickleValueReader::keepText(std::uint64_t bytes) {
    const std::size_t kept = std::min<std::uint64_t>(bytes, PickleBytes::kMaxView);
    const auto text = m_bytes.take(kept);
    if (!text) {
        return kEnded;
    }
    const PickleValue value = m_heap.addText(*text);
    return m_bytes.skip(bytes - kept) ? ReadPickleValue{value} : kEnded;
}

ReadPickleValue PickleValueReader::skipBytes(std::uint64_t bytes) {
    return m_bytes.skip(bytes) ? valueOf(PickleValue::Kind::Other, 0) : kEnded;
}

namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t kLongestOpcode = 10;  // LONG1 with 8 digits
constexpr std::size_t kStackRoom = 8192;    // values; each opcode pushes at most one

template <class T>
T integerAt(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

class FrequentOpcodes {
public:
    FrequentOpcodes(PickleHeap& heap, ChunkedColumn<PickleValue>& memo,
                    std::vector<std::size_t>& marks, PickleValue* bottom, std::size_t stacked,
                    const char* bytes)
        : m_heap(heap),
          m_memo(memo),
          m_marks(marks),
          m_bottom(bottom),
          m_top(bottom + stacked),
          m_at(bytes) {}

    const char* at() const { return m_at; }
    std::size_t stacked() const { return static_cast<std::size_t>(m_top - m_bottom); }

    // Executes one opcode, and pushes at most one value; false, with nothing changed, if it is none
    // of the frequent ones or not as it should be. kLongestOpcode bytes can be read.
    bool step() {
        switch (static_cast<PickleOp>(*m_at)) {
            case PickleOp::BinGet:
                return get(integerAt<std::uint8_t>(m_at + 1), 2);
            case PickleOp::LongBinGet:
                return get(integerAt<std::uint32_t>(m_at + 1), 5);
            case PickleOp::BinInt1:
                return push(PickleValue::integer(integerAt<std::uint8_t>(m_at + 1)), 2);
            case PickleOp::BinInt2:
                return push(PickleValue::integer(integerAt<std::uint16_t>(m_at + 1)), 3);
            case PickleOp::BinInt:
                return push(PickleValue::integer(integerAt<std::int32_t>(m_at + 1)), 5);
            case PickleOp::Long1:
                return pushLong(integerAt<std::uint8_t>(m_at + 1));
            case PickleOp::EmptyDict:
                return push(m_heap.addDict(), 1);
            case PickleOp::Memoize:
                return memoize();
            case PickleOp::Mark:
                return mark();
            case PickleOp::SetItems:
                return setItems();
            default:
                return false;
        }
    }

private:
    bool push(PickleValue value, std::size_t length) {
        *m_top++ = value;
        m_at += length;
        return true;
    }
    bool get(std::size_t index, std::size_t length) {
        return index < m_memo.size() && push(m_memo[index], length);
    }
    // A two's complement number of 1 to 8 bytes, little endian.
    bool pushLong(unsigned length) {
        if (length < 1 || length > sizeof(std::int64_t)) {
            return false;
        }
        const unsigned unused = 64 - 8 * length;
        const auto digits = integerAt<std::uint64_t>(m_at + 2) << unused;
        return push(PickleValue::integer(static_cast<std::int64_t>(digits) >> unused), 2U + length);
    }
    bool memoize() {
        if (m_top == m_bottom) {
            return false;
        }
        m_memo.push_back(m_top[-1]);
        ++m_at;
        return true;
    }
    bool mark() {
        if (m_marks.size() >= PickleStack::kMaxMarks) {
            return false;
        }
        m_marks.push_back(stacked());
        ++m_at;
        return true;
    }
    bool setItems() {
        const std::size_t begin = m_marks.empty() ? 0 : m_marks.back();
        if (begin == 0 || begin > stacked() || (stacked() - begin) % 2 != 0 ||
            !m_bottom[begin - 1].is(Kind::Dict)) {
            return false;
        }
        m_marks.pop_back();
        m_heap.setItems(m_bottom[begin - 1], {m_bottom + begin, m_top});
        m_top = m_bottom + begin;
        ++m_at;
        return true;
    }

    PickleHeap& m_heap;
    ChunkedColumn<PickleValue>& m_memo;
    std::vector<std::size_t>& m_marks;
    PickleValue* m_bottom;
    PickleValue* m_top;
    const char* m_at;
};

// Executes the next opcodes, at most `limit` (up to 8192), and returns how many. It knows only the
// ten opcodes that write keys and values of events, which nearly all of a large snapshot consists
// of. It stops before any other opcode, before one that has an error, and before one that is not
// completely in the buffer: the caller executes that one.
//
// Why: position and stack stay in registers; with a call and a check of each step's outcome the
// same opcodes take about twice as long.
std::uint64_t executeFrequentOpcodes(PickleBytes& bytes, PickleHeap& heap, PickleStack& stack,
                                     std::uint64_t limit) {
    const std::string_view ahead = bytes.buffered();
    const std::size_t before = stack.size();
    if (ahead.size() < kLongestOpcode || before + kStackRoom > PickleStack::kMaxValues) {
        return 0;
    }
    FrequentOpcodes opcodes(heap, stack.memo(), stack.marks(), stack.reserve(kStackRoom), before,
                            ahead.data());
    const char* const last = ahead.data() + ahead.size() - kLongestOpcode;
    const std::uint64_t most = std::min<std::uint64_t>(limit, kStackRoom);
    std::uint64_t steps = 0;
    while (steps < most && opcodes.at() <= last && opcodes.step()) {
        ++steps;
    }
    bytes.drop(static_cast<std::size_t>(opcodes.at() - ahead.data()));
    stack.keep(opcodes.stacked());
    return steps;
}

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
