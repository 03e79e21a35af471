// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/event_fields.h"

#include <bit>
#include <cstring>

namespace gaplight {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;

// Eight bytes of text as one integer, the first one in the lowest byte.
std::uint64_t loadBytes(const char* at) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    return kLittleEndian ? bits : __builtin_bswap64(bits);
}

constexpr std::uint64_t packed(std::string_view key) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
        bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(key[i])) << (8 * i);
    }
    return bits;
}

// `key` as packed() would give it; text is readable beyond its end.
Field fieldOf(const Token& key) {
    if (key.length > 5) {
        return Field::Count_;
    }
    const std::uint64_t mask = (std::uint64_t{1} << (8 * key.length)) - 1;
    switch (loadBytes(key.begin) & mask) {
        case packed("ph"):
            return Field::Phase;
        case packed("cat"):
            return Field::Category;
        case packed("name"):
            return Field::Name;
        case packed("pid"):
            return Field::Pid;
        case packed("tid"):
            return Field::Tid;
        case packed("ts"):
            return Field::Time;
        case packed("dur"):
            return Field::Duration;
        case packed("args"):
            return Field::Args;
        case packed("id"):
            return Field::Id;
        case packed("id2"):
            return Field::Id2;
        case packed("scope"):
            return Field::Scope;
        case packed("bp"):
            return Field::BindingPoint;
        default:
            return Field::Count_;
    }
}

// At the quote of a key. Nearly all keys are shorter than eight bytes: one load finds their end.
bool takeKey(TokenCursor& cursor, Token& key) {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    const char* begin = cursor.at() + 1;
    const std::uint64_t bytes = loadBytes(begin);
    const std::uint64_t differs = bytes ^ (kOnes * '"');
    const std::uint64_t quotes = (differs - kOnes) & ~differs & (kOnes << 7U);
    const auto length = static_cast<unsigned>(std::countr_zero(quotes)) / 8;
    if (quotes == 0 || length == 0 || begin[length - 1] == '\\') {
        return cursor.takeString(key);
    }
    key.begin = begin;
    key.length = length;
    cursor.jump(begin + length + 1);
    return !cursor.atEnd();
}

}  // namespace

bool readEventFields(std::string_view text, const EventExtent& extent, EventFields& fields) {
    for (Token& token : fields.tokens) {
        token = {};
    }
    fields.duplicateKey = false;
    const char* end = text.data() + extent.end;
    const char* nested = text.data() + extent.nestedBegin;
    const char* nestedEnd = text.data() + extent.nestedEnd;
    TokenCursor cursor(text.data() + extent.begin, end);
    if (!cursor.take('{')) {
        return false;
    }
    std::uint32_t seen = 0;
    for (;;) {
        cursor.skipSpace();
        if (cursor.take(',')) {
            continue;
        }
        if (cursor.take('}')) {
            return cursor.at() == end;
        }
        Token key;
        if (cursor.atEnd() || *cursor.at() != '"' || !takeKey(cursor, key)) {
            return false;
        }
        cursor.skipSpace();
        if (!cursor.take(':')) {
            return false;
        }
        cursor.skipSpace();
        const Field field = fieldOf(key);
        const std::uint32_t bit = 1U << static_cast<unsigned>(field);
        if (field != Field::Count_) {
            fields.duplicateKey = fields.duplicateKey || (seen & bit) != 0;
            seen |= bit;
        }
        // In place: copying a token right after its parts were written would wait for them.
        Token& value = fields.tokens[static_cast<std::size_t>(field)];
        if (!cursor.takeValue(value, cursor.at() == nested ? nestedEnd : nullptr)) {
            return false;
        }
        cursor.skipSpace();
        if (!cursor.take(',') && (cursor.atEnd() || *cursor.at() != '}')) {
            return false;
        }
    }
}

}  // namespace gaplight
