// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/display/elided_text.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace gaplight {
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

bool addElidedText(DisplayList& list, const TextMeasure& measure, std::string_view text,
                   float maxWidth, TextItem item) {
    if (maxWidth < kMinLabelWidth || text.empty()) {
        return false;
    }
    // Text that cannot fit is not measured.
    const auto most =
        std::min(kMaxBytes, static_cast<std::size_t>(maxWidth / kMinCharacterWidth) * 4);
    std::string_view shown = text.substr(0, cutBackToCharacter(text, std::min(most, text.size())));
    if (shown.size() == text.size() && addWholeText(list, measure, text, maxWidth, item)) {
        return true;
    }
    const float room = maxWidth - measure.width(kEllipsis, item.style);
    std::size_t low = endOfMinCharacters(shown);  // fits
    if (low >= text.size() || measure.width(shown.substr(0, low), item.style) > room) {
        return false;
    }
    std::size_t high = shown.size();  // may fit
    while (low < high) {
        const std::size_t middle = cutBackToCharacter(shown, (low + high + 1) / 2);
        if (middle <= low) {
            break;
        }
        if (measure.width(shown.substr(0, middle), item.style) <= room) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    while (low > 0 && shown[low - 1] == ' ') {
        --low;
    }
    std::array<char, kMaxBytes + kEllipsis.size()> buffer{};
    std::memcpy(buffer.data(), shown.data(), low);
    std::memcpy(buffer.data() + low, kEllipsis.data(), kEllipsis.size());
    const std::string_view cut(buffer.data(), low + kEllipsis.size());
    item.width = measure.width(cut, item.style);
    list.addText(cut, item);
    return true;
}

}  // namespace gaplight
