// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/elided_text.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

// Bytes of the character that begins at `at`.
std::size_t characterLength(std::string_view text, std::size_t at) {
    const bool isAscii = static_cast<unsigned char>(text[at]) < 0x80;
    return isAscii ? 1 : std::max<std::size_t>(1, utf8SequenceLength(text, at));
}

// No character of our fonts is narrower, except joiners and spaces: a line has at most maxWidth /
// this many characters, so that a long word is measured in parts of bounded size.
constexpr float kMinWrappedWidth = 2;
constexpr std::size_t kMaxCharacterBytes = 4;

// Breaks one paragraph.
class Breaker {
public:
    Breaker(float maxWidth, TextStyle style, const TextMeasure& measure, std::size_t maxLines,
            std::vector<std::string>& lines)
        : m_maxWidth(maxWidth),
          m_maxBytes(kMaxCharacterBytes +
                     kMaxCharacterBytes *
                         static_cast<std::size_t>(std::max(0.0F, maxWidth) / kMinWrappedWidth)),
          m_style(style),
          m_measure(measure),
          m_maxLines(maxLines),
          m_lines(lines) {}

    // More lines than are kept.
    bool isFull() const { return m_lines.size() > m_maxLines; }

    void addWord(std::string_view word) {
        if (m_line.size() + word.size() < m_maxBytes) {
            const std::string joined =
                m_line.empty() ? std::string(word) : m_line + " " + std::string(word);
            if (fits(joined)) {
                m_line = joined;
                return;
            }
        }
        endLine();
        while (!word.empty() && !isFull() && !fits(word)) {
            const std::size_t end = fittingBytes(word);
            m_lines.emplace_back(word.substr(0, end));
            word.remove_prefix(end);
        }
        m_line = word.substr(0, m_maxBytes);
    }
    void endLine() {
        if (!m_line.empty()) {
            m_lines.push_back(std::move(m_line));
            m_line.clear();
        }
    }

private:
    bool fits(std::string_view text) const {
        return text.size() <= m_maxBytes && m_measure.width(text, m_style) <= m_maxWidth;
    }
    // Of the longest start of a word that fits; at least one character.
    std::size_t fittingBytes(std::string_view word) const {
        std::size_t end = characterLength(word, 0);
        while (end < word.size() && fits(word.substr(0, end + characterLength(word, end)))) {
            end += characterLength(word, end);
        }
        return end;
    }

    float m_maxWidth;
    std::size_t m_maxBytes;  // of a line
    TextStyle m_style;
    const TextMeasure& m_measure;
    std::size_t m_maxLines;
    std::vector<std::string>& m_lines;
    std::string m_line;
};

void endInEllipsis(std::string& line, float maxWidth, TextStyle style, const TextMeasure& measure) {
    while (!line.empty() && measure.width(line + "…", style) > maxWidth) {
        bool isInside = true;  // a character
        while (isInside && !line.empty()) {
            isInside = (static_cast<unsigned char>(line.back()) & 0xc0U) == 0x80U;
            line.pop_back();
        }
    }
    line += "…";
}

}  // namespace

std::vector<std::string> wrappedText(std::string_view text, float maxWidth, TextStyle style,
                                     const TextMeasure& measure, std::size_t maxLines) {
    std::vector<std::string> lines;
    while (!text.empty() && lines.size() <= maxLines) {
        std::string_view paragraph = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), paragraph.size() + 1));
        Breaker breaker(maxWidth, style, measure, maxLines, lines);
        while (!paragraph.empty() && !breaker.isFull()) {
            const std::size_t end = std::min(paragraph.find(' '), paragraph.size());
            if (end > 0) {
                breaker.addWord(paragraph.substr(0, end));
            }
            paragraph.remove_prefix(std::min(paragraph.size(), end + 1));
        }
        breaker.endLine();
    }
    if (lines.size() > maxLines) {
        lines.resize(maxLines);
        endInEllipsis(lines.back(), maxWidth, style, measure);
    }
    return lines;
}

namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kMinCharacters = 3;
constexpr std::size_t kMaxBytes = 256;  // NameTable makes no longer labels
// No character of our fonts is narrower, except joiners and spaces.
constexpr float kMinCharacterWidth = 2;

bool isCharacterStart(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

std::size_t cutBackToCharacter(std::string_view text, std::size_t end) {
    while (end > 0 && end < text.size() && !isCharacterStart(text[end])) {
        --end;
    }
    return end;
}

// End of the first three characters; size() if there are not more.
std::size_t endOfMinCharacters(std::string_view text) {
    std::size_t seen = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (isCharacterStart(text[at]) && seen++ == kMinCharacters) {
            return at;
        }
    }
    return text.size();
}

}  // namespace

bool addWholeText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                  float maxWidth, TextItem item) {
    item.width = measure.width(text, item.style);
    if (text.empty() || item.width > maxWidth) {
        return false;
    }
    list.addText(text, item);
    return true;
}

namespace {

// A text of which some bytes are left out; in the middle the longer half is before the ellipsis.
class CutText {
public:
    CutText(std::string_view text, Elide where) : m_text(text), m_where(where) {}

    // The text with at most `kept` of its bytes, no more than kMaxBytes, and the ellipsis. Valid
    // until the next call.
    std::string_view withBytes(std::size_t kept) {
        const std::size_t after = m_where == Elide::Middle ? kept / 2 : 0;
        std::size_t head = cutBackToCharacter(m_text, kept - after);
        std::size_t tail = m_text.size() - after;
        while (tail < m_text.size() && !isCharacterStart(m_text[tail])) {
            ++tail;
        }
        while (head > 0 && m_text[head - 1] == ' ') {
            --head;
        }
        m_length = 0;
        add(m_text.substr(0, head));
        add(kEllipsis);
        add(m_text.substr(tail));
        return {m_buffer.data(), m_length};
    }

private:
    void add(std::string_view part) {
        std::memcpy(m_buffer.data() + m_length, part.data(), part.size());
        m_length += part.size();
    }

    std::string_view m_text;
    Elide m_where;
    std::array<char, kMaxBytes + kEllipsis.size()> m_buffer{};
    std::size_t m_length = 0;
};

}  // namespace

bool addElidedText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                   float maxWidth, TextItem item, Elide where) {
    if (maxWidth < kMinLabelWidth || text.empty()) {
        return false;
    }
    // Text that cannot fit is not measured.
    const auto most =
        std::min(kMaxBytes, static_cast<std::size_t>(maxWidth / kMinCharacterWidth) * 4);
    if (text.size() <= most && addWholeText(list, measure, text, maxWidth, item)) {
        return true;
    }
    CutText cut(text, where);
    const auto fits = [&](std::size_t kept) {
        return measure.width(cut.withBytes(kept), item.style) <= maxWidth;
    };
    std::size_t low = endOfMinCharacters(text);  // fits
    if (low >= text.size() || !fits(low)) {
        return false;
    }
    std::size_t high = std::min(most, text.size() - 1);  // may fit
    while (low < high) {
        const std::size_t middle = (low + high + 1) / 2;
        if (fits(middle)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    const std::string_view shown = cut.withBytes(low);
    item.width = measure.width(shown, item.style);
    list.addText(shown, item);
    return true;
}

}  // namespace gaplight
