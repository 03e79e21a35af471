// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/column.h"
#include "core/base/result.h"
#include "core/formats/pickle/pickle_bytes.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/pickle_opcodes.h"

namespace gaplight {

struct PickleRoot {
    PickleValue value;
    bool isTruncated = false;  // the file ends before STOP; everything read so far is kept
};

// Runs the data opcodes of a pickle (pickle_opcodes.h). It creates plain values in a heap and can
// do nothing else: an opcode that runs code ends it.
//
//   80 04 7d 94 28 8c 01 'a' 4b 01 75 2e     {"a": 1}
//   PROTO 4, EMPTY_DICT, MEMOIZE, MARK, SHORT_BINUNICODE "a", BININT1 1, SETITEMS, STOP
//
// Memory is bounded by the length of the input: the heap, the memo and the stack together by 64 MiB
// and 4 bytes for each byte read, the stack by 16 M values, marks by 10,000, a text by 64 KiB (what
// follows is skipped). References to one object from many places are not expanded.
class PickleMachine {
public:
    // Its memo takes memory from `supply`.
    PickleMachine(PickleBytes& bytes, PickleHeap& heap, ChunkSupply& supply)
        : m_bytes(bytes), m_heap(heap), m_memo(supply) {}

    // Called with the position some 1,000 times a second; reading ends when it returns false.
    void setProgress(std::function<bool(std::uint64_t position)> progress) {
        m_progress = std::move(progress);
    }

    // O(bytes). Errors: NotATrace (an opcode that is refused, malformed input), TooLarge, Cancelled
    // (progress returned false), and the read errors of the source. Messages name the opcode and
    // its offset.
    [[nodiscard]] Result<PickleRoot> run();

    static constexpr std::size_t kMaxStack = std::size_t{1} << 24U;
    static constexpr std::size_t kMaxMarks = 10'000;

private:
    static constexpr std::uint64_t kStepsBetweenChecks = 8192;

    enum class Step : std::uint8_t { Continue, Stop, Truncated, Failed };

    // Executes opcodes as long as they are frequent ones without an error (pickle_frequent.cpp).
    void executeFrequent();
    Step execute(std::uint8_t opcode);
    Step executeNumber(PickleOp op);
    Step executeText(PickleOp op);
    Step executeContainer(PickleOp op);
    Step executeStack(PickleOp op);
    Step executeMemo(PickleOp op);

    Step push(PickleValue value);
    Step pushText(std::uint64_t bytes);
    Step pushLong(std::uint64_t bytes);
    Step skipBytes(std::uint64_t bytes);
    Step pushTuple(std::size_t items);
    Step store(std::size_t index);
    Step load(std::size_t index);
    // The values above the innermost mark, which is removed.
    Step takeMarked(std::size_t& begin);
    Step fillContainer(PickleOp op, std::size_t begin);
    Step malformed(const char* what);
    Step refused(std::uint8_t opcode);
    Step checkLimits();
    // Fills every container whose opcode is missing at the end of a truncated file.
    void closeMarks();
    [[nodiscard]] std::span<const PickleValue> above(std::size_t begin) const {
        return std::span<const PickleValue>(m_stack).subspan(begin);
    }

    PickleBytes& m_bytes;
    PickleHeap& m_heap;
    std::function<bool(std::uint64_t)> m_progress;
    Column<PickleValue> m_stack;
    std::vector<std::size_t> m_marks;  // sizes of the stack
    ChunkedColumn<PickleValue> m_memo;
    std::uint64_t m_opcodeAt = 0;  // position of the current opcode
    std::uint64_t m_steps = 0;     // since the limits were checked
    Error m_error;
};

}  // namespace gaplight
