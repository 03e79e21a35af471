// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/regex_tree.h"

#include <optional>
#include <string>
#include <utility>

namespace gaplight {
namespace {

using ByteSet = std::bitset<256>;

constexpr std::uint32_t kMostRepeats = 1000;
constexpr int kDeepest = 100;  // brackets within brackets

std::size_t byteOf(char c) {
    return static_cast<unsigned char>(c);
}

bool isContinuation(std::size_t byte) {
    return (byte & 0xC0U) == 0x80U;
}

std::size_t lowest(const ByteSet& set) {
    std::size_t byte = 0;
    while (byte + 1 < set.size() && !set[byte]) {
        ++byte;
    }
    return byte;
}

// Letters in either case.
ByteSet folded(ByteSet set) {
    for (std::size_t lower = 'a'; lower <= 'z'; ++lower) {
        const std::size_t upper = lower - ('a' - 'A');
        const bool either = set[lower] || set[upper];
        set[lower] = either;
        set[upper] = either;
    }
    return set;
}

RegexNode bytesNode(const ByteSet& set) {
    RegexNode node;
    node.kind = RegexNode::Kind::Bytes;
    node.bytes = folded(set);
    return node;
}

RegexNode oneByte(char c) {
    return bytesNode(ByteSet().set(byteOf(c)));
}

RegexNode repeated(RegexNode part, std::uint32_t least, std::uint32_t most) {
    RegexNode node;
    node.kind = RegexNode::Kind::Repeat;
    node.least = least;
    node.most = most;
    node.parts.push_back(std::move(part));
    return node;
}

RegexNode sequence(std::vector<RegexNode> parts) {
    RegexNode node;
    node.kind = parts.empty() ? RegexNode::Kind::Empty : RegexNode::Kind::Sequence;
    node.parts = std::move(parts);
    return node;
}

// A character that is none of `but`: ASCII, or a byte that begins one with the bytes that
// continue it.
RegexNode characterBut(const ByteSet& but) {
    ByteSet first;
    ByteSet rest;
    for (std::size_t byte = 0; byte < 256; ++byte) {
        first[byte] = !isContinuation(byte) && !but[byte];
        rest[byte] = isContinuation(byte);
    }
    RegexNode tail;
    tail.kind = RegexNode::Kind::Bytes;
    tail.bytes = rest;
    RegexNode head = tail;
    head.bytes = first;
    return sequence({std::move(head), repeated(std::move(tail), 0, RegexNode::kNoLimit)});
}

// `\d`, `\w`, `\s`.
std::optional<ByteSet> classOf(char letter) {
    ByteSet set;
    switch (letter) {
        case 'd':
        case 'w':
            for (std::size_t c = '0'; c <= '9'; ++c) {
                set.set(c);
            }
            if (letter == 'w') {
                for (std::size_t c = 'a'; c <= 'z'; ++c) {
                    set.set(c);
                }
                set.set('_');
            }
            return folded(set);
        case 's':
            for (const char c : {' ', '\t', '\n', '\r', '\f', '\v'}) {
                set.set(byteOf(c));
            }
            return set;
        default:
            return std::nullopt;
    }
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Result<RegexNode> parse() {
        Result<RegexNode> tree = choice(0);
        if (tree && m_at < m_text.size()) {
            return wrong("this `)` closes nothing; write `\\)` for the character");
        }
        return tree;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] char peek() const { return m_text[m_at]; }
    bool take(char c) {
        if (atEnd() || peek() != c) {
            return false;
        }
        ++m_at;
        return true;
    }
    [[nodiscard]] tl::unexpected<Error> wrong(const std::string& what) const {
        std::size_t characters = 1;
        for (std::size_t i = 0; i < m_at; ++i) {
            characters += isContinuation(byteOf(m_text[i])) ? 0 : 1;
        }
        return fail(ErrorCode::BadArgument, "the regular expression is wrong at character " +
                                                std::to_string(characters) + ": " + what);
    }

    Result<RegexNode> choice(int depth) {
        std::vector<RegexNode> ways;
        do {
            Result<RegexNode> way = run(depth);
            if (!way) {
                return way;
            }
            ways.push_back(std::move(*way));
        } while (take('|'));
        if (ways.size() == 1) {
            return std::move(ways.front());
        }
        RegexNode node;
        node.kind = RegexNode::Kind::Choice;
        node.parts = std::move(ways);
        return node;
    }

    Result<RegexNode> run(int depth) {
        std::vector<RegexNode> parts;
        while (!atEnd() && peek() != '|' && peek() != ')') {
            Result<RegexNode> part = atom(depth);
            if (part) {
                part = repetition(std::move(*part));
            }
            if (!part) {
                return part;
            }
            parts.push_back(std::move(*part));
        }
        return sequence(std::move(parts));
    }

    Result<RegexNode> repetition(RegexNode part) {
        while (!atEnd()) {
            if (take('*')) {
                part = repeated(std::move(part), 0, RegexNode::kNoLimit);
            } else if (take('+')) {
                part = repeated(std::move(part), 1, RegexNode::kNoLimit);
            } else if (take('?')) {
                part = repeated(std::move(part), 0, 1);
            } else if (take('{')) {
                Result<RegexNode> counted = count(std::move(part));
                if (!counted) {
                    return counted;
                }
                part = std::move(*counted);
            } else {
                break;
            }
        }
        return part;
    }

    std::optional<std::uint32_t> number() {
        std::uint32_t value = 0;
        const std::size_t first = m_at;
        while (!atEnd() && peek() >= '0' && peek() <= '9' && value <= kMostRepeats) {
            value = value * 10 + static_cast<std::uint32_t>(m_text[m_at++] - '0');
        }
        return m_at > first ? std::optional(value) : std::nullopt;
    }

    Result<RegexNode> count(RegexNode part) {
        const auto least = number();
        std::optional<std::uint32_t> most = least;
        if (least && take(',')) {
            most = !atEnd() && peek() == '}' ? RegexNode::kNoLimit : number();
        }
        if (!least || !most || !take('}')) {
            return wrong("expected {n}, {n,} or {n,m}; write `\\{` for the character");
        }
        const bool limited = *most != RegexNode::kNoLimit;
        if (*least > kMostRepeats || (limited && (*most > kMostRepeats || *most < *least))) {
            return wrong("repetitions must ascend and be at most 1000");
        }
        return repeated(std::move(part), *least, *most);
    }

    Result<RegexNode> atom(int depth) {
        const char c = m_text[m_at++];
        switch (c) {
            case '(':
                return group(depth);
            case '[':
                return set();
            case '.':
                return characterBut({});
            case '\\':
                return escape();
            case '^':
            case '$': {
                RegexNode node;
                node.kind = c == '^' ? RegexNode::Kind::Begin : RegexNode::Kind::End;
                return node;
            }
            case '*':
            case '+':
            case '?':
                --m_at;
                return wrong("nothing stands before what is repeated; write `\\" +
                             std::string(1, c) + "` for the character");
            default:
                return oneByte(c);
        }
    }

    Result<RegexNode> group(int depth) {
        if (depth == kDeepest) {
            return wrong("brackets are nested too deep");
        }
        if (m_text.substr(m_at).starts_with("?:")) {
            m_at += 2;
        }
        Result<RegexNode> inside = choice(depth + 1);
        if (inside && !take(')')) {
            return wrong("expected `)`");
        }
        return inside;
    }

    Result<RegexNode> escape() {
        if (atEnd()) {
            return wrong("expected a character after `\\`");
        }
        const char c = m_text[m_at++];
        if (const auto set = classOf(c)) {
            return bytesNode(*set);
        }
        const char lower = static_cast<char>(c | 0x20);
        if (const auto set = classOf(lower); set && c >= 'A' && c <= 'Z') {
            return characterBut(*set);
        }
        if (c == 't' || c == 'n') {
            return oneByte(c == 't' ? '\t' : '\n');
        }
        if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9')) {
            return wrong("`\\" + std::string(1, c) + "` is not known; known are \\d \\w \\s");
        }
        return oneByte(c);
    }

    // One character of a set, or the class that an escape names.
    Result<ByteSet> setPart() {
        if (byteOf(peek()) >= 0x80) {
            return wrong("only characters of ASCII may stand in [ ]; use (a|b)");
        }
        char c = m_text[m_at++];
        if (c == '\\' && !atEnd()) {
            c = m_text[m_at++];
            if (const auto known = classOf(c)) {
                return *known;
            }
        }
        return ByteSet().set(byteOf(c));
    }

    Result<RegexNode> set() {
        const bool inverted = take('^');
        ByteSet set;
        bool first = true;
        while (first || (!atEnd() && peek() != ']')) {
            first = false;
            if (atEnd()) {
                break;
            }
            Result<ByteSet> low = setPart();
            if (!low) {
                return tl::unexpected(low.error());
            }
            const bool isRange = m_text.substr(m_at).starts_with('-') && low->count() == 1 &&
                                 m_at + 1 < m_text.size() && m_text[m_at + 1] != ']';
            if (isRange) {
                ++m_at;
                Result<ByteSet> high = setPart();
                if (!high) {
                    return tl::unexpected(high.error());
                }
                if (high->count() != 1 || lowest(*high) < lowest(*low)) {
                    return wrong("the range in [ ] goes backwards");
                }
                for (std::size_t c = lowest(*low); c <= lowest(*high); ++c) {
                    set.set(c);
                }
            } else {
                set |= *low;
            }
        }
        if (!take(']')) {
            return wrong("expected `]`");
        }
        return inverted ? characterBut(folded(set)) : bytesNode(set);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

Result<RegexNode> parseRegex(std::string_view expression) {
    return Parser(expression).parse();
}

}  // namespace gaplight
