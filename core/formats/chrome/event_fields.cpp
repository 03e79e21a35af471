// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_fields.h"

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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
            return Field::Timestamp;
        case packed("dur"):
            return Field::Length;
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

// At a key: the key, its colon, and the white space up to its value.
bool takeKeyOfValue(TokenCursor& cursor, Field& field) {
    Token key;
    if (cursor.atEnd() || *cursor.at() != '"' || !takeKey(cursor, key)) {
        return false;
    }
    cursor.skipSpace();
    if (!cursor.take(':')) {
        return false;
    }
    cursor.skipSpace();
    field = fieldOf(key);
    return true;
}

// Between values: white space and commas, of which there must be one unless the event ends or
// has just begun.
bool takeCommas(TokenCursor& cursor, bool isFirst) {
    cursor.skipSpace();
    bool found = isFirst;
    while (cursor.take(',')) {
        found = true;
        cursor.skipSpace();
    }
    return found || (!cursor.atEnd() && *cursor.at() == '}');
}

}  // namespace

const EventLayout::Gap* EventLayout::recall(std::size_t key, const char* at) const {
#if defined(__SSE2__)
    if (key >= kKeys) {
        return nullptr;
    }
    const Gap& gap = m_gaps[key];
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));          // NOLINT
    const __m128i known = _mm_loadu_si128(reinterpret_cast<const __m128i*>(gap.bytes));  // NOLINT
    const auto same = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(here, known)));
    const bool isSame = gap.mask != 0 && (same & gap.mask) == gap.mask;
    // More white space would belong to the gap.
    return isSame && static_cast<unsigned char>(at[gap.length]) > ' ' ? &gap : nullptr;
#else
    static_cast<void>(key);
    static_cast<void>(at);
    return nullptr;
#endif
}

void EventLayout::remember(std::size_t key, const char* begin, const char* end, Field field) {
    const auto length = static_cast<std::size_t>(end - begin);
    if (key >= kKeys || length > kGapBytes) {
        return;
    }
    Gap& gap = m_gaps[key];
    std::memcpy(gap.bytes, begin, length);
    gap.length = static_cast<std::uint32_t>(length);
    gap.mask = (1U << length) - 1;
    gap.field = field;
}

bool readEventFields(std::string_view text, const EventExtent& extent, EventLayout& layout,
                     EventFields& fields) {
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
    for (std::size_t key = 0;; ++key) {
        const char* const gapBegin = cursor.at();
        Field field = Field::Count_;
        if (const EventLayout::Gap* gap = layout.recall(key, gapBegin)) {
            cursor.jump(gapBegin + gap->length);
            field = gap->field;
        } else {
            if (!takeCommas(cursor, key == 0)) {
                return false;
            }
            if (cursor.take('}')) {
                return cursor.at() == end;
            }
            if (!takeKeyOfValue(cursor, field)) {
                return false;
            }
            layout.remember(key, gapBegin, cursor.at(), field);
        }
        if (field != Field::Count_) {
            const std::uint32_t bit = 1U << static_cast<unsigned>(field);
            fields.duplicateKey = fields.duplicateKey || (seen & bit) != 0;
            seen |= bit;
        }
        // In place: copying a token right after its parts were written would wait for them.
        Token& value = fields.tokens[static_cast<std::size_t>(field)];
        if (!cursor.takeValue(value, cursor.at() == nested ? nestedEnd : nullptr)) {
            return false;
        }
    }
}

}  // namespace gaplight
