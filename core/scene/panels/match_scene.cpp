// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/match_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

// Narrower bands are a matter of a closer look.
constexpr float kMinBandWidth = 14;
constexpr float kLabelMargin = 6;
constexpr float kMinNameWidth = 50;  // with an ellipsis
constexpr float kMatchBaseline = 4;  // below the middle of a line of text
constexpr float kAscent = 10;
constexpr float kDescent = 3;
constexpr std::uint8_t kFill = 46;
constexpr std::uint8_t kCalmFill = 22;
constexpr std::uint8_t kMarkedFill = 120;
constexpr std::uint8_t kEdge = 170;
// Far off the view, so that corners stay exact in floats and slopes are kept.
constexpr double kFar = 100'000;

// The ends of a band on the edges of the strip, in pixels.
struct Place {
    float a0 = 0;
    float a1 = 0;
    float b0 = 0;
    float b1 = 0;

    float widest() const { return std::max(a1 - a0, b1 - b0); }
    // Of the band at a height of the strip.
    float left(float share) const { return a0 + (b0 - a0) * share; }
    float right(float share) const { return a1 + (b1 - a1) * share; }
};

float xOf(const Viewport& view, Time time) {
    return static_cast<float>(std::clamp(view.x(time), -kFar, kFar));
}

Place placeOf(const MatchInput& input, const MatchBand& band) {
    const float a0 = xOf(input.a, band.a.begin);
    const float a1 = xOf(input.a, band.a.end);
    const float b0 = xOf(input.b, band.b.begin);
    const float b1 = xOf(input.b, band.b.end);
    return input.ends == MatchEnds::OnlyA   ? Place{a0, a1, a0, a1}
           : input.ends == MatchEnds::OnlyB ? Place{b0, b1, b0, b1}
                                            : Place{a0, a1, b0, b1};
}

float timeLeft(const MatchInput& input) {
    return input.ends == MatchEnds::OnlyB ? input.b.timeLeft() : input.a.timeLeft();
}

bool isInView(const MatchInput& input, const Place& place) {
    const float left = timeLeft(input);
    return (place.a1 > left && place.a0 < input.width) ||
           (place.b1 > left && place.b0 < input.width);
}

bool isDrawn(const MatchInput& input, const Place& place) {
    return place.widest() >= kMinBandWidth && isInView(input, place);
}

// Which bands have one inside that is drawn.
std::vector<bool> splitBands(const MatchInput& input) {
    std::vector<bool> isSplit(input.bands.size());
    for (const MatchBand& band : input.bands) {
        if (band.outer != MatchBand::kNone && isDrawn(input, placeOf(input, band))) {
            isSplit[band.outer] = true;
        }
    }
    return isSplit;
}

Role roleOf(MatchChange change) {
    return change == MatchChange::Slower   ? Role::Unhealthy
           : change == MatchChange::Faster ? Role::Healthy
                                           : Role::SecondaryText;
}

void drawEdges(const Place& place, Role role, float height, ClipIndex clip, DisplayList& list) {
    for (const auto& [top, bottom] :
         {std::pair(place.a0, place.b0), std::pair(place.a1, place.b1)}) {
        list.lines.push_back({top, 0, bottom, height, 1, role, kEdge, Layer::Overlays, clip});
    }
}

void drawFill(const Place& place, const MatchBand& band, std::uint8_t alpha, float height,
              ClipIndex clip, DisplayList& list) {
    const std::array<Point, 4> corners{Point{place.a0, 0}, Point{place.a1, 0},
                                       Point{place.b1, height}, Point{place.b0, height}};
    PolygonItem item;
    item.color = roleOf(band.change);
    item.alpha = alpha;
    item.layer = Layer::Overlays;
    item.clip = clip;
    list.addPolygon(corners.data(), corners.size(), item);
}

// Where a line of text has space in a band, between its edges as far as that is high.
struct LabelSpace {
    float left = 0;
    float right = 0;
    float baseline = 0;
};
// Beyond the right edge of a band, up to the next band in that line, or to the end of a band around
// it.
float rightOfBand(const MatchInput& input, std::span<const Place> drawn, const Place& place,
                  float top, float bottom) {
    const float left = std::min(place.left(top), place.left(bottom));
    const float right = std::max(place.right(top), place.right(bottom));
    float end = input.width;
    for (const Place& other : drawn) {
        const float begin = std::min(other.left(top), other.left(bottom));
        if (std::max(other.right(top), other.right(bottom)) > right) {
            end = std::min(end, begin <= left ? std::min(other.right(top), other.right(bottom))
                                              : std::max(right, begin));
        }
    }
    return end;
}

// In the middle if it fits there, else where there is most space. What does not fit goes on after
// the band.
LabelSpace labelSpace(const MatchInput& input, std::span<const Place> drawn, const Place& place,
                      float wanted) {
    constexpr std::array kShares{0.5F, 0.22F, 0.78F};  // of the strip's height
    LabelSpace best;
    for (const float share : kShares) {
        LabelSpace space;
        space.baseline = std::round(input.height * share + kMatchBaseline);
        const float top = (space.baseline - kAscent) / input.height;
        const float bottom = (space.baseline + kDescent) / input.height;
        space.left = std::max({place.left(top), place.left(bottom), timeLeft(input)});
        space.right = std::min({place.right(top), place.right(bottom), input.width});
        const float width = space.right - space.left;
        if (best.right - best.left < std::min(wanted, width)) {
            best = space;
        }
    }
    if (best.right - best.left < wanted && best.right > best.left) {
        const float top = (best.baseline - kAscent) / input.height;
        const float bottom = (best.baseline + kDescent) / input.height;
        best.right = std::max(best.right, rightOfBand(input, drawn, place, top, bottom));
    }
    return best;
}

// Without what labels of other bands take of it, which may cross this one.
void leaveOutLabels(std::span<const TextItem> labels, LabelSpace& space) {
    for (const TextItem& other : labels) {
        if (std::abs(other.baselineY - space.baseline) >= kAscent || other.x >= space.right ||
            other.x + other.width <= space.left) {
            continue;
        }
        if (other.x <= space.left + kLabelMargin) {
            space.left = other.x + other.width;
        } else {
            space.right = other.x;
        }
    }
}

// The label, of which the name may lose its middle, else the longest shorter one that fits: a cut
// figure is another figure.
void addLabel(const MatchBand& band, float width, TextItem item, const TextMeasure& measure,
              DisplayList& list) {
    if (addWholeText(list, measure, band.label, width, item)) {
        return;
    }
    const std::string_view label = band.label;
    const std::size_t at = band.name.empty() ? label.npos : label.find(band.name);
    if (at != label.npos) {
        const std::string_view before = label.substr(0, at);
        const std::string_view after = label.substr(at + band.name.size());
        const float first = measure.width(before, item.style);
        const float last = measure.width(after, item.style);
        const float room = width - first - last;
        TextItem name = item;
        name.x += first;
        if (room >= kMinNameWidth &&
            addElidedText(list, measure, band.name, room, name, Elide::Middle)) {
            TextItem rest = item;
            rest.x = name.x + list.texts.back().width;
            addWholeText(list, measure, before, first, item);
            addWholeText(list, measure, after, last, rest);
            return;
        }
    }
    for (const std::string& brief : band.briefLabels) {
        if (addWholeText(list, measure, brief, width, item)) {
            return;
        }
    }
}

void drawLabel(const MatchInput& input, std::span<const Place> drawn, const Place& place,
               const MatchBand& band, ClipIndex clip, const TextMeasure& measure,
               DisplayList& list) {
    LabelSpace space = labelSpace(input, drawn, place,
                                  measure.width(band.label, TextStyle::Label) + 2 * kLabelMargin);
    leaveOutLabels(list.texts, space);
    TextItem item;
    item.x = space.left + kLabelMargin;
    item.baselineY = space.baseline;
    item.color = Role::Text;
    item.style = TextStyle::Label;
    item.layer = Layer::Overlays;
    item.clip = clip;
    addLabel(band, space.right - space.left - 2 * kLabelMargin, item, measure, list);
}

}  // namespace

void buildMatches(const MatchInput& input, const TextMeasure& measure, DisplayList& list) {
    list.clear(input.width, input.height);
    list.rects.push_back(
        {{0, 0, input.width, input.height}, Role::PanelBackground, 255, Layer::Background, 0});
    const float left = timeLeft(input);
    const ClipIndex clip =
        list.addClip({left, 0, std::max(0.0F, input.width - left), input.height});
    const std::vector<bool> isSplit = splitBands(input);
    std::vector<Place> drawn;
    for (const MatchBand& band : input.bands) {
        if (const Place place = placeOf(input, band); isDrawn(input, place)) {
            drawn.push_back(place);
        }
    }
    for (std::size_t at = 0; at < input.bands.size(); ++at) {
        const MatchBand& band = input.bands[at];
        const Place place = placeOf(input, band);
        if (!isDrawn(input, place)) {
            continue;
        }
        const std::uint8_t calm = band.change == MatchChange::Same ? kCalmFill : kFill;
        const bool isMarked = at == input.marked;
        if (!isSplit[at] || isMarked) {
            drawFill(place, band, isMarked ? kMarkedFill : calm, input.height, clip, list);
        }
        if (!isSplit[at]) {
            drawLabel(input, drawn, place, band, clip, measure, list);
        }
        drawEdges(place, roleOf(band.change), input.height, clip, list);
    }
    for (const float y : {0.0F, input.height - 1}) {
        list.rects.push_back({{0, y, input.width, 1}, Role::Grid, 255, Layer::Chrome, 0});
    }
}

std::uint32_t matchAt(const MatchInput& input, float x, float y) {
    const float share = input.height > 0 ? std::clamp(y / input.height, 0.0F, 1.0F) : 0;
    std::uint32_t found = MatchBand::kNone;
    for (std::size_t at = 0; at < input.bands.size(); ++at) {
        const Place place = placeOf(input, input.bands[at]);
        if (isDrawn(input, place) && place.left(share) <= x && x <= place.right(share)) {
            found = static_cast<std::uint32_t>(at);
        }
    }
    return found;
}

}  // namespace gaplight
