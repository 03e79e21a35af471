// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace gaplight {

// The opcodes of pickle protocols 2 to 5 that create or fill None, booleans, numbers, texts, bytes,
// lists, tuples, sets and dicts: names and values as in Python's pickletools. Every other opcode
// can run code or refers to objects outside the file, or belongs to protocols 0 and 1.
enum class PickleOp : std::uint8_t {
    Proto = 0x80,
    Frame = 0x95,
    Stop = '.',
    Mark = '(',
    Pop = '0',
    PopMark = '1',
    Dup = '2',
    None = 'N',
    NewTrue = 0x88,
    NewFalse = 0x89,
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    Long1 = 0x8a,
    Long4 = 0x8b,
    BinFloat = 'G',
    ShortBinString = 'U',
    BinString = 'T',
    ShortBinBytes = 'C',
    BinBytes = 'B',
    BinBytes8 = 0x8e,
    ByteArray8 = 0x96,
    ShortBinUnicode = 0x8c,
    BinUnicode = 'X',
    BinUnicode8 = 0x8d,
    EmptyList = ']',
    Append = 'a',
    Appends = 'e',
    List = 'l',
    EmptyTuple = ')',
    Tuple = 't',
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    EmptyDict = '}',
    Dict = 'd',
    SetItem = 's',
    SetItems = 'u',
    EmptySet = 0x8f,
    AddItems = 0x90,
    FrozenSet = 0x91,
    Memoize = 0x94,
    BinPut = 'q',
    LongBinPut = 'r',
    BinGet = 'h',
    LongBinGet = 'j',
};

// The name of an opcode that is refused, as in pickletools: "STACK_GLOBAL"; empty for a byte that
// is no opcode.
[[nodiscard]] std::string_view refusedOpcodeName(std::uint8_t opcode);

}  // namespace gaplight
