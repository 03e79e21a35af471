// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/formats/pickle/pickle_bytes.h"
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

}  // namespace gaplight
