// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/result.h"
#include "core/formats/pickle/pickle_heap.h"
#include "core/formats/pickle/pickle_opcodes.h"
#include "core/formats/pickle/pickle_stack.h"

namespace gaplight {

// The value that follows an opcode. Without a value and a fault: the file ends inside it.
struct ReadPickleValue {
    std::optional<PickleValue> value;
    PickleFault fault = nullptr;
};

// Reads the bytes that follow an opcode as a value.
//
//   4b 01 (BININT1)   number: 1        8c 01 'a' (SHORT_BINUNICODE)   text: "a"
//
// Of a text at most 64 KiB are kept, of a number 60 bits, of bytes and floating-point numbers
// nothing.
class PickleValueReader {
public:
    PickleValueReader(PickleBytes& bytes, PickleHeap& heap) : m_bytes(bytes), m_heap(heap) {}

    // None, a boolean or a number.
    [[nodiscard]] ReadPickleValue readNumber(PickleOp op);
    // A text, or bytes.
    [[nodiscard]] ReadPickleValue readText(PickleOp op);

private:
    ReadPickleValue readLong(std::uint64_t bytes);
    ReadPickleValue keepText(std::uint64_t bytes);
    ReadPickleValue skipBytes(std::uint64_t bytes);

    PickleBytes& m_bytes;
    PickleHeap& m_heap;
};

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
        : m_bytes(bytes), m_heap(heap), m_stack(heap, supply), m_values(bytes, heap) {}

    // Called with the position some 1,000 times a second; reading ends when it returns false.
    void setProgress(std::function<bool(std::uint64_t position)> progress) {
        m_progress = std::move(progress);
    }

    // O(bytes). Errors: NotATrace (an opcode that is refused, malformed input), TooLarge, Cancelled
    // (progress returned false), and the read errors of the source. Messages name the opcode and
    // its offset.
    [[nodiscard]] Result<PickleRoot> run();

private:
    static constexpr std::uint64_t kStepsBetweenChecks = 8192;

    enum class Step : std::uint8_t { Continue, Stop, Truncated, Failed };

    Step execute(std::uint8_t opcode);
    Step executeContainer(PickleOp op);
    Step executeStack(PickleOp op);
    Step executeMemo(PickleOp op);

    Step push(const ReadPickleValue& read);
    Step malformedIf(PickleFault fault);
    Step checkLimits();

    PickleBytes& m_bytes;
    PickleHeap& m_heap;
    PickleStack m_stack;
    PickleValueReader m_values;
    std::function<bool(std::uint64_t)> m_progress;
    std::uint64_t m_opcodeAt = 0;  // position of the current opcode
    std::uint64_t m_steps = 0;     // since the limits were checked
    Error m_error;
};

}  // namespace gaplight
