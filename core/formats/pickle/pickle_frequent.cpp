// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_frequent.h"

#include <algorithm>
#include <cstring>

#include "core/formats/pickle/pickle_opcodes.h"

namespace gaplight {
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

    [[nodiscard]] const char* at() const { return m_at; }
    [[nodiscard]] std::size_t stacked() const { return static_cast<std::size_t>(m_top - m_bottom); }

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

}  // namespace

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

}  // namespace gaplight
