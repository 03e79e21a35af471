// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The opcodes of PickleMachine that create values, fill containers and use the memo.
#include <algorithm>

#include "core/formats/pickle/pickle_machine.h"

namespace gaplight {

using Kind = PickleValue::Kind;

PickleMachine::Step PickleMachine::executeNumber(PickleOp op) {
    const auto pushInteger = [&](const auto& value) {
        return value ? push(PickleValue::integer(*value)) : Step::Truncated;
    };
    switch (op) {
        case PickleOp::BinInt:
            return pushInteger(m_bytes.integer<std::int32_t>());
        case PickleOp::BinInt1:
            return pushInteger(m_bytes.byte());
        case PickleOp::BinInt2:
            return pushInteger(m_bytes.integer<std::uint16_t>());
        case PickleOp::Long1: {
            const auto length = m_bytes.byte();
            return length ? pushLong(*length) : Step::Truncated;
        }
        case PickleOp::Long4: {
            const auto length = m_bytes.integer<std::int32_t>();
            return !length       ? Step::Truncated
                   : *length < 0 ? malformed("a negative length")
                                 : pushLong(static_cast<std::uint64_t>(*length));
        }
        case PickleOp::BinFloat:
            return m_bytes.take(sizeof(double)) ? push({Kind::Other, 0}) : Step::Truncated;
        case PickleOp::NewTrue:
            return push({Kind::Bool, 1});
        case PickleOp::NewFalse:
            return push({Kind::Bool, 0});
        default:
            return push({});
    }
}

// A two's complement number, little endian.
PickleMachine::Step PickleMachine::pushLong(std::uint64_t bytes) {
    if (bytes > sizeof(std::int64_t)) {
        return m_bytes.skip(bytes) ? push({Kind::LargeInt, 0}) : Step::Truncated;
    }
    const auto digits = m_bytes.take(bytes);
    if (!digits) {
        return Step::Truncated;
    }
    const bool isNegative = !digits->empty() && (digits->back() & 0x80) != 0;
    std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
    for (std::size_t at = digits->size(); at-- > 0;) {
        value = (value << 8U) | static_cast<std::uint8_t>((*digits)[at]);
    }
    return push(PickleValue::integer(static_cast<std::int64_t>(value)));
}

PickleMachine::Step PickleMachine::executeText(PickleOp op) {
    const auto withLength = [](const auto& length, auto&& use) {
        return length ? use(static_cast<std::uint64_t>(*length)) : Step::Truncated;
    };
    const auto text = [&](std::uint64_t length) { return pushText(length); };
    const auto skipped = [&](std::uint64_t length) { return skipBytes(length); };
    switch (op) {
        case PickleOp::ShortBinUnicode:
        case PickleOp::ShortBinString:
            return withLength(m_bytes.byte(), text);
        case PickleOp::BinUnicode:
            return withLength(m_bytes.integer<std::uint32_t>(), text);
        case PickleOp::BinUnicode8:
            return withLength(m_bytes.integer<std::uint64_t>(), text);
        case PickleOp::BinString: {
            const auto length = m_bytes.integer<std::int32_t>();
            return length && *length < 0 ? malformed("a negative length")
                                         : withLength(length, text);
        }
        case PickleOp::ShortBinBytes:
            return withLength(m_bytes.byte(), skipped);
        case PickleOp::BinBytes:
            return withLength(m_bytes.integer<std::uint32_t>(), skipped);
        default:
            return withLength(m_bytes.integer<std::uint64_t>(), skipped);
    }
}

PickleMachine::Step PickleMachine::pushText(std::uint64_t bytes) {
    const std::size_t kept = std::min<std::uint64_t>(bytes, PickleBytes::kMaxView);
    const auto text = m_bytes.take(kept);
    if (!text) {
        return Step::Truncated;
    }
    const PickleValue value = m_heap.addText(*text);
    return m_bytes.skip(bytes - kept) ? push(value) : Step::Truncated;
}

PickleMachine::Step PickleMachine::skipBytes(std::uint64_t bytes) {
    return m_bytes.skip(bytes) ? push({Kind::Other, 0}) : Step::Truncated;
}

PickleMachine::Step PickleMachine::pushTuple(std::size_t items) {
    if (m_stack.size() < items) {
        return malformed("too few values on the stack");
    }
    const std::size_t begin = m_stack.size() - items;
    const PickleValue list = m_heap.addList();
    m_heap.append(list, above(begin));
    m_stack.resize(begin);
    return push(list);
}

PickleMachine::Step PickleMachine::executeContainer(PickleOp op) {
    switch (op) {
        case PickleOp::EmptyList:
        case PickleOp::EmptyTuple:
        case PickleOp::EmptySet:
            return push(m_heap.addList());
        case PickleOp::EmptyDict:
            return push(m_heap.addDict());
        case PickleOp::Tuple1:
            return pushTuple(1);
        case PickleOp::Tuple2:
            return pushTuple(2);
        case PickleOp::Tuple3:
            return pushTuple(3);
        case PickleOp::Append:
            return m_stack.size() < 2 ? malformed("too few values on the stack")
                                      : fillContainer(op, m_stack.size() - 1);
        case PickleOp::SetItem:
            return m_stack.size() < 3 ? malformed("too few values on the stack")
                                      : fillContainer(op, m_stack.size() - 2);
        default:
            break;
    }
    std::size_t begin = 0;
    const Step taken = takeMarked(begin);
    if (taken != Step::Continue) {
        return taken;
    }
    if (op == PickleOp::Tuple || op == PickleOp::List || op == PickleOp::FrozenSet) {
        return pushTuple(m_stack.size() - begin);
    }
    if (op == PickleOp::Dict) {
        m_stack.insert(m_stack.begin() + static_cast<std::ptrdiff_t>(begin), m_heap.addDict());
        return fillContainer(op, begin + 1);
    }
    return begin == 0 ? malformed("no list or dict below the mark") : fillContainer(op, begin);
}

PickleMachine::Step PickleMachine::takeMarked(std::size_t& begin) {
    if (m_marks.empty()) {
        return malformed("no mark on the stack");
    }
    begin = m_marks.back();
    m_marks.pop_back();
    return begin > m_stack.size() ? malformed("a mark above the stack") : Step::Continue;
}

// Moves the values from `begin` on into the list or dict below them.
PickleMachine::Step PickleMachine::fillContainer(PickleOp op, std::size_t begin) {
    const PickleValue container = m_stack[begin - 1];
    const bool isDict = op == PickleOp::SetItem || op == PickleOp::SetItems || op == PickleOp::Dict;
    if (!container.is(isDict ? Kind::Dict : Kind::List)) {
        return malformed(isDict ? "no dict below the values" : "no list below the values");
    }
    if (isDict && above(begin).size() % 2 != 0) {
        return malformed("a key without a value");
    }
    if (isDict) {
        m_heap.setItems(container, above(begin));
    } else {
        m_heap.append(container, above(begin));
    }
    m_stack.resize(begin);
    return Step::Continue;
}

PickleMachine::Step PickleMachine::executeMemo(PickleOp op) {
    const auto with = [&](const auto& index, Step (PickleMachine::*use)(std::size_t)) {
        return index ? (this->*use)(*index) : Step::Truncated;
    };
    switch (op) {
        case PickleOp::Memoize:
            return store(m_memo.size());
        case PickleOp::BinPut:
            return with(m_bytes.byte(), &PickleMachine::store);
        case PickleOp::LongBinPut:
            return with(m_bytes.integer<std::uint32_t>(), &PickleMachine::store);
        case PickleOp::BinGet:
            return with(m_bytes.byte(), &PickleMachine::load);
        default:
            return with(m_bytes.integer<std::uint32_t>(), &PickleMachine::load);
    }
}

// Every program that writes pickles numbers the memo from 0 without holes; other numbers would let
// a few bytes claim gigabytes.
PickleMachine::Step PickleMachine::store(std::size_t index) {
    if (m_stack.empty()) {
        return malformed("an empty stack");
    }
    if (index > m_memo.size()) {
        return malformed("a number in the memo that skips others");
    }
    if (index == m_memo.size()) {
        m_memo.push_back(m_stack.back());
    } else {
        m_memo[index] = m_stack.back();
    }
    return Step::Continue;
}

PickleMachine::Step PickleMachine::load(std::size_t index) {
    return index < m_memo.size() ? push(m_memo[index])
                                 : malformed("a number that is not in the memo");
}

}  // namespace gaplight
