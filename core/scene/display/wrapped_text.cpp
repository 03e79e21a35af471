// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/wrapped_text.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace gaplight {
namespace {

// Bytes of the character that begins at `at`.
std::size_t characterLength(std::string_view text, std::size_t at) {
    const bool isAscii = static_cast<unsigned char>(text[at]) < 0x80;
    return isAscii ? 1 : std::max<std::size_t>(1, utf8SequenceLength(text, at));
}

// Breaks one paragraph.
class Breaker {
public:
    Breaker(float maxWidth, TextStyle style, const TextMeasure& measure,
            std::vector<std::string>& lines)
        : m_maxWidth(maxWidth), m_style(style), m_measure(measure), m_lines(lines) {}

    void addWord(std::string_view word) {
        const std::string joined =
            m_line.empty() ? std::string(word) : m_line + " " + std::string(word);
        if (fits(joined)) {
            m_line = joined;
            return;
        }
        endLine();
        while (!word.empty() && !fits(word)) {
            std::size_t end = characterLength(word, 0);
            while (end < word.size() && fits(word.substr(0, end + characterLength(word, end)))) {
                end += characterLength(word, end);
            }
            m_lines.emplace_back(word.substr(0, end));
            word.remove_prefix(end);
        }
        m_line = word;
    }
    void endLine() {
        if (!m_line.empty()) {
            m_lines.push_back(std::move(m_line));
            m_line.clear();
        }
    }

private:
    [[nodiscard]] bool fits(std::string_view text) const {
        return m_measure.width(text, m_style) <= m_maxWidth;
    }

    float m_maxWidth;
    TextStyle m_style;
    const TextMeasure& m_measure;
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
    while (!text.empty()) {
        std::string_view paragraph = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), paragraph.size() + 1));
        Breaker breaker(maxWidth, style, measure, lines);
        while (!paragraph.empty()) {
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

}  // namespace gaplight
