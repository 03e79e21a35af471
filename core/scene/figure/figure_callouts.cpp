// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/figure_callouts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace gaplight {
namespace {

constexpr float kBetween = 6;    // badges
constexpr float kTextGap = 5;    // badge to text
constexpr float kMaxShift = 90;  // of a badge with a text, from its place
constexpr float kBend = 6;       // of the line to a badge that is not above its place
constexpr float kAir = 3;        // around a text
constexpr float kDot = 2.5F;
constexpr std::size_t kCorners = 20;  // of a disc
constexpr std::uint8_t kCasing = 170;

void addDisc(const FigurePage& page, float x, float y, float radius, Role color) {
    std::array<Point, kCorners> points{};
    for (std::size_t at = 0; at < points.size(); ++at) {
        const auto angle = static_cast<float>(at) * 2 * std::numbers::pi_v<float> / kCorners;
        points[at] = {x + radius * std::cos(angle), y + radius * std::sin(angle)};
    }
    PolygonItem item;
    item.color = color;
    item.layer = Layer::Chrome;
    page.list.addPolygon(points.data(), points.size(), item);
}

void addLine(const FigurePage& page, Point from, Point to) {
    LineItem item{from.x, from.y, to.x, to.y, 3, Role::Background, kCasing, Layer::Chrome};
    page.list.lines.push_back(item);
    item.thickness = 1;
    item.color = Role::Text;
    item.alpha = 255;
    page.list.lines.push_back(item);
}

// Down to a target, and behind the texts on the way.
void addLeader(const FigurePage& page, float x, float top, const CalloutTarget& target) {
    std::vector<std::pair<float, float>> texts = target.texts;
    std::sort(texts.begin(), texts.end());
    for (const auto& [begin, end] : texts) {
        if (begin > top) {
            addLine(page, {x, top}, {x, begin});
        }
        top = std::max(top, end);
    }
    if (target.y > top) {
        addLine(page, {x, top}, {x, target.y});
    }
}

// Left edges as near to the wanted ones as widths and limits allow; empty if they do not fit.
std::vector<float> packed(std::span<const float> wanted, std::span<const float> widths, float left,
                          float right) {
    std::vector<float> placed(wanted.begin(), wanted.end());
    float least = left;
    for (std::size_t at = 0; at < placed.size(); ++at) {
        placed[at] = std::max(placed[at], least);
        least = placed[at] + widths[at] + kBetween;
    }
    float most = right;
    for (std::size_t at = placed.size(); at-- > 0;) {
        placed[at] = std::min(placed[at], most - widths[at]);
        most = placed[at] - kBetween;
    }
    if (!placed.empty() && placed.front() < left) {
        placed.clear();
    }
    return placed;
}

}  // namespace

CalloutPlacing placeCallouts(std::span<const CalloutTarget> targets, float left, float right,
                             const TextMeasure& measure) {
    CalloutPlacing placing;
    placing.targets.resize(targets.size());
    std::iota(placing.targets.begin(), placing.targets.end(), std::size_t{0});
    std::stable_sort(placing.targets.begin(), placing.targets.end(),
                     [&](std::size_t a, std::size_t b) { return targets[a].x < targets[b].x; });
    std::vector<float> wanted;
    std::vector<float> plain;
    std::vector<float> wide;
    for (const std::size_t target : placing.targets) {
        wanted.push_back(std::round(targets[target].x) - kBadgeRadius);
        plain.push_back(2 * kBadgeRadius);
        wide.push_back(2 * kBadgeRadius + kTextGap +
                       measure.width(targets[target].text, TextStyle::Label) + kBetween);
    }
    std::vector<float> placed = packed(wanted, wide, left, right);
    placing.hasTexts = !placed.empty();
    for (std::size_t at = 0; at < placed.size(); ++at) {
        placing.hasTexts = placing.hasTexts && std::abs(placed[at] - wanted[at]) <= kMaxShift;
    }
    if (!placing.hasTexts) {
        placed = packed(wanted, plain, left, right);
    }
    placing.targets.resize(placed.size());
    for (const float x : placed) {
        placing.centers.push_back(x + kBadgeRadius);
    }
    return placing;
}

void drawBadge(const FigurePage& page, float x, float y, int number) {
    addDisc(page, x, y, kBadgeRadius, Role::Text);
    const std::string text = std::to_string(number);
    const float width = page.measure.width(text, TextStyle::Bold);
    page.addText(text, x - width / 2, y + 4, TextStyle::Bold, Role::Background);
}

void drawCallouts(const FigurePage& page, float top, std::span<const CalloutTarget> targets,
                  const CalloutPlacing& placing) {
    const float middle = top + kBadgeRadius + 1;
    const float bottom = top + kCalloutStrip;
    for (std::size_t at = 0; at < placing.targets.size(); ++at) {
        const CalloutTarget& target = targets[placing.targets[at]];
        const float center = placing.centers[at];
        const float x = std::floor(target.x) + 0.5F;
        if (std::abs(center - x) > 1) {
            addLine(page, {center, middle}, {center, bottom - kBend});
            addLine(page, {center, bottom - kBend}, {x, bottom});
        } else {
            addLine(page, {x, middle}, {x, bottom});
        }
        addLeader(page, x, bottom, target);
        addDisc(page, x, target.y, kDot, Role::Text);
        drawBadge(page, center, middle, target.number);
        if (placing.hasTexts) {
            // Bands of a comparison run behind it.
            const float left = center + kBadgeRadius + kTextGap;
            const float width = page.measure.width(target.text, TextStyle::Label);
            page.addRect({left - kAir, middle - kBadgeRadius, width + 2 * kAir, 2 * kBadgeRadius},
                         Role::Background);
            page.addText(target.text, left, middle + 4, TextStyle::Label, Role::Text);
        }
    }
}

}  // namespace gaplight
