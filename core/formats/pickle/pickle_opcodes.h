// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/byte_source.h"

namespace gaplight {

// The bytes of a pickle in order, from a source that may be compressed, through a buffer of 1 MiB.
// After the end of the source, or a read error, isEnded() holds and every read gives nothing.
class PickleBytes {
public:
    // `head`: bytes already taken from `source`.
    PickleBytes(std::string head, ByteSource& source);

    // The next `count` bytes, at most kMaxView, valid until the next call; empty at the end.
    [[nodiscard]] std::optional<std::string_view> take(std::size_t count) {
        if (m_end - m_begin < count && !refill(count)) {
            return std::nullopt;
        }
        const std::string_view taken(m_buffer.data() + m_begin, count);
        m_begin += count;
        return taken;
    }
    [[nodiscard]] std::optional<std::uint8_t> byte() {
        const auto one = take(1);
        return one ? std::optional(static_cast<std::uint8_t>(one->front())) : std::nullopt;
    }
    // What can be taken without a read, valid until the next call. drop() takes bytes of it.
    std::string_view buffered() const { return {m_buffer.data() + m_begin, m_end - m_begin}; }
    void drop(std::size_t count) { m_begin += count; }
    // An integer, little endian.
    template <class T>
    [[nodiscard]] std::optional<T> integer() {
        static_assert(std::endian::native == std::endian::little);
        const auto bytes = take(sizeof(T));
        if (!bytes) {
            return std::nullopt;
        }
        T value;
        std::memcpy(&value, bytes->data(), sizeof(T));
        return value;
    }
    // Skips `count` bytes; false if the source ends before.
    [[nodiscard]] bool skip(std::uint64_t count);

    // Bytes of the inflated source taken so far.
    std::uint64_t position() const { return m_before + m_begin; }
    bool isEnded() const { return m_isEnded; }
    // The read error that ended it, if one did.
    const std::optional<Error>& error() const { return m_error; }

    static constexpr std::size_t kMaxView = std::size_t{64} * 1024;

private:
    bool refill(std::size_t needed);

    ByteSource& m_source;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::uint64_t m_before = 0;  // bytes of the source in front of the buffer
    bool m_isEnded = false;
    std::optional<Error> m_error;
};

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
