// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/event_fields.h"

#include <cstring>

namespace gaplight {
namespace {

// A key of at most 8 bytes as one integer, to be compared at once.
constexpr std::uint64_t packed(std::string_view key) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const auto byte = static_cast<std::uint64_t>(static_cast<unsigned char>(key[i]));
        bits |= byte << (std::endian::native == std::endian::little ? 8 * i : 8 * (7 - i));
    }
    return bits;
}

Field fieldOf(const Token& key) {
    if (key.length > 5) {
        return Field::Count_;
    }
    char bytes[8] = {};
    std::memcpy(bytes, key.begin, key.length);
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    switch (bits) {
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
        if (cursor.atEnd() || *cursor.at() != '"' || !cursor.takeString(key)) {
            return false;
        }
        cursor.skipSpace();
        if (!cursor.take(':')) {
            return false;
        }
        cursor.skipSpace();
        Token value;
        if (!cursor.takeValue(value, cursor.at() == nested ? nestedEnd : nullptr)) {
            return false;
        }
        const Field field = fieldOf(key);
        if (field != Field::Count_) {
            const std::uint32_t bit = 1U << static_cast<unsigned>(field);
            fields.duplicateKey = fields.duplicateKey || (seen & bit) != 0;
            seen |= bit;
            fields.tokens[static_cast<std::size_t>(field)] = value;
        }
        cursor.skipSpace();
        if (!cursor.take(',') && (cursor.atEnd() || *cursor.at() != '}')) {
            return false;
        }
    }
}

}  // namespace gaplight
