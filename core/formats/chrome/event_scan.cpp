// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_scan.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/formats/chrome/json/json_token.h"

namespace gaplight {
namespace {

constexpr unsigned kNone = 64;

std::uint64_t bitsBelow(unsigned bit) {
    return bit >= kNone ? ~std::uint64_t{0} : (std::uint64_t{1} << bit) - 1;
}

bool isEventKey(std::string_view key) {
    constexpr std::string_view kKeys[] = {"ph",  "name", "cat",   "ts",    "pid",     "tid",
                                          "dur", "args", "id",    "id2",   "bp",      "s",
                                          "tts", "tdur", "cname", "scope", "bind_id", "sf"};
    return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

}  // namespace

char visibleBefore(std::string_view text, std::size_t at) {
    while (at > 0 && isSpace(text[at - 1])) {
        --at;
    }
    return at > 0 ? text[at - 1] : '\0';
}

bool beginsLikeEvent(std::string_view text, std::size_t at) {
    // No writer puts more white space than this between a brace and its first key.
    constexpr std::size_t kSpaces = 48;
    std::size_t next = at + 1;
    const auto skipSpaces = [&] {
        for (std::size_t i = 0; i < kSpaces && next < text.size() && isSpace(text[next]); ++i) {
            ++next;
        }
    };
    skipSpaces();
    if (next >= text.size() || text[next] != '"') {
        return false;
    }
    const std::size_t key = ++next;
    while (next < text.size() && next - key < 8 && text[next] != '"') {
        ++next;
    }
    if (next >= text.size() || !isEventKey(text.substr(key, next - key))) {
        return false;
    }
    ++next;
    skipSpaces();
    return next < text.size() && text[next] == ':';
}

EventScan::Outcome EventScan::scan(std::string_view text, bool atEnd) {
    const std::size_t enough = atEnd ? 1 : kBlockBytes + kLookahead;
    while (m_scanned + enough <= text.size()) {
        char lastBlock[kBlockBytes];
        const char* block = text.data() + m_scanned;
        if (m_scanned + kBlockBytes > text.size()) {
            std::memset(lastBlock, ' ', kBlockBytes);
            std::memcpy(lastBlock, block, text.size() - m_scanned);
            block = lastBlock;
        }
        const BlockBits bits = classifyBlock(block);
        const std::uint64_t inString = stringBytes(bits, m_carry);
        const unsigned end = walkBrackets(bits.opens & ~inString, bits.closes & ~inString);
        const std::uint64_t braces = bits.braces & bitsBelow(end);
        if ((braces & inString) != 0) {
            const unsigned event = eventInString(text, m_scanned, braces & inString);
            if (event != kNone) {
                m_position = m_scanned + event;
                return Outcome::EventInside;
            }
        }
        if ((braces & ~inString) != 0) {
            judgeBraces(text, m_scanned, braces & ~inString);
        }
        if (end != kNone) {
            m_position = m_scanned + end + 1;
            return Outcome::Ended;
        }
        m_scanned += kBlockBytes;
    }
    return Outcome::NeedsMore;
}

unsigned EventScan::walkBrackets(std::uint64_t opens, std::uint64_t closes) {
    const int closing = countBits(closes);
    if (m_depth >= 2 && m_depth - closing >= 2) {
        m_depth += countBits(opens) - closing;
        return kNone;
    }
    for (std::uint64_t rest = opens | closes; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(rest));
        if ((opens >> bit & 1U) != 0) {
            if (++m_depth == 2 && m_nestedBegin == 0) {
                m_nestedBegin = m_scanned + bit;
            }
        } else {
            --m_depth;
            if (m_depth == 1 && m_nestedEnd == 0) {
                m_nestedEnd = m_scanned + bit + 1;
            }
            if (m_depth <= 0) {
                return bit;
            }
        }
    }
    return kNone;
}

unsigned EventScan::eventInString(std::string_view text, std::size_t at, std::uint64_t braces) {
    for (std::uint64_t rest = braces; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(rest));
        if (beginsLikeEvent(text, at + bit) && visibleBefore(text, at + bit) != ':') {
            return bit;
        }
    }
    return kNone;
}

void EventScan::judgeBraces(std::string_view text, std::size_t at, std::uint64_t braces) {
    for (std::uint64_t rest = braces; rest != 0; rest &= rest - 1) {
        const std::size_t brace = at + static_cast<unsigned>(std::countr_zero(rest));
        const char before = visibleBefore(text, brace);
        m_suspect = m_suspect || (brace != 0 && before != ':' && before != '[');
    }
}

}  // namespace gaplight
