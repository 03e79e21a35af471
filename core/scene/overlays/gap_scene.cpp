// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_scene.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/idle_look.h"
#include "core/scene/overlays/overlay_clusters.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kShadeHatch = 110;
constexpr float kMinHatchWidth = 2;
constexpr float kExtentLine = 2;  // above the hatch of gaps too close to separate
constexpr float kTextMargin = 4;
constexpr float kLabelSpacing = 8;
constexpr float kEdgeMargin = 14;          // right of a label: the scroll bar's room
constexpr std::uint8_t kFadedText = 165;   // alpha; must stay legible
constexpr float kMinHatchBesideText = 12;  // left at both sides of it
constexpr float kMinCauseWidth = 60;       // of an elided cause
constexpr double kShadePixels = 6;         // narrower gaps are not shaded on streams

// A label still to be placed above its gap.
struct Candidate {
    float x = 0;        // middle of the gap
    Duration length{};  // of all its gaps together
    std::size_t count = 1;
    bool isFaded = false;
    ColorRef color;
    float room = 0;  // of one gap in view: what is said of it besides its length is no wider
    std::string_view cause = {};
};

// A placed label.
struct Placed {
    float x0 = 0;
    float x1 = 0;
};

// The gaps of one device while they are drawn.
class GapPainter {
public:
    GapPainter(Frame& frame, float y, float height, bool labelsAbove)
        : m_frame(frame), m_y(y), m_height(height), m_labelsAbove(labelsAbove) {}

    void placeBandLabels(const BusyProfile& profile, std::span<const DrawnBand> bands);
    void paint(const OverlaySpan& gaps);

private:
    void paintGap(const Overlay& gap);
    void paintChain(const OverlaySpan& gaps, const OverlayCluster& chain);
    void hatch(float x0, float x1, const Overlay& gap);
    std::uint8_t faded(std::uint8_t alpha) const;
    [[nodiscard]] bool labelInside(const Overlay& gap, float x0, float x1);
    void addCandidate(Candidate candidate);
    void placeCandidates();
    bool placeLabel(const Candidate& candidate, std::string_view text);
    bool placeCause(const Candidate& candidate);
    TextItem textItem(float baseline) const;

    Frame& m_frame;
    const OverlayTable& m_overlays = *m_frame.model().overlays;
    float m_y;
    float m_height;
    bool m_labelsAbove;
    bool m_isFaded = false;  // what is being painted
    std::array<Candidate, 128> m_candidates;
    std::size_t m_candidateCount = 0;
    std::array<Placed, 128> m_placed;
    std::size_t m_placedCount = 0;
};

TextItem GapPainter::textItem(float baseline) const {
    TextItem item;
    item.baselineY = baseline;
    item.color = Role::Text;
    item.layer = Layer::Overlays;
    item.clip = m_frame.bodyClip;
    return item;
}

std::uint8_t GapPainter::faded(std::uint8_t alpha) const {
    return m_isFaded ? fadedAlpha(alpha) : alpha;
}

// Part of a gap; its end in another color where recording costs as much.
void GapPainter::hatch(float x0, float x1, const Overlay& gap) {
    const float end = gap.recording > Duration::zero()
                          ? std::clamp(m_frame.snappedX(gap.range.end - gap.recording), x0, x1)
                          : x1;
    const auto add = [&](float from, float to, ColorRef color) {
        addIdleTime(m_frame.list, {from, m_y, to - from, m_height}, color, faded(255),
                    Layer::Overlays, m_frame.bodyClip);
    };
    add(x0, end, gap.color);
    if (end < x1) {
        add(end, x1, Role::IdleOther);
    }
}

bool addElidedCaption(DisplayList& list, const TextMeasure& measure, std::string_view text,
                      float maxWidth, const TextItem& item) {
    return addElidedText(list, measure, text, maxWidth, item);
}

bool GapPainter::labelInside(const Overlay& gap, float x0, float x1) {
    x0 = std::max(x0, m_frame.left);
    x1 = std::min(x1, m_frame.right);
    const float room = x1 - x0 - 4 * kTextMargin;
    const std::string length = durationText(gap.range.length());
    const std::string_view label = m_overlays.label(gap);
    std::array<char, 256> buffer{};
    const auto attempt = [&](std::string_view text, auto&& add, float margin = 0) {
        TextItem item = textItem(m_y + m_height / 2 + 4);
        item.alpha = m_isFaded ? kFadedText : item.alpha;
        if (!add(m_frame.list, m_frame.measure, text, room - 2 * margin, item)) {
            return false;
        }
        TextItem& added = m_frame.list.texts.back();
        added.x = std::round((x0 + x1 - added.width) / 2);
        // The hatch of the utilization row is below it.
        m_frame.list.rects.push_back(
            {{added.x - kTextMargin, m_y, added.width + 2 * kTextMargin, m_height},
             Role::Background,
             255,
             Layer::Overlays,
             m_frame.bodyClip});
        hatch(x0, added.x - kTextMargin, gap);
        hatch(added.x + added.width + kTextMargin, x1, gap);
        return true;
    };
    const auto compose = [&](const char* middle, std::string_view rest) {
        const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "{}{}{}", length, middle,
                                          truncateUtf8(rest, 160))
                             .out;
        return std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    };
    if (!label.empty()) {
        const float cause = room - m_frame.measure.width(compose(" idle · ", ""), TextStyle::Label);
        const std::string_view caption = compose(" idle · ", label);
        if (attempt(caption, addWholeText) ||
            (cause >= kMinCauseWidth && attempt(caption, addElidedCaption, kMinHatchBesideText))) {
            return true;
        }
    }
    return attempt(compose(" idle", ""), addWholeText) || attempt(length, addWholeText);
}

// One line of labels: all are above where there is a line for them, however wide their gaps are.
void GapPainter::paintGap(const Overlay& gap) {
    const float x0 = m_frame.snappedX(gap.range.begin);
    const float x1 = std::max(x0 + kMinHatchWidth, m_frame.snappedX(gap.range.end));
    if (m_labelsAbove) {
        const float left = std::max(x0, m_frame.left);
        const float right = std::min(x1, m_frame.right);
        hatch(x0, x1, gap);
        addCandidate({(left + right) / 2, gap.range.length(), 1, m_isFaded, gap.color, right - left,
                      m_overlays.label(gap)});
    } else if (!labelInside(gap, x0, x1)) {
        hatch(x0, x1, gap);
    }
}

void GapPainter::paintChain(const OverlaySpan& gaps, const OverlayCluster& chain) {
    const auto part = gaps.subspan(chain.first, chain.count());
    m_isFaded = m_overlays.isFaded(part);
    if (chain.count() == 1) {
        paintGap(gaps[chain.first]);
        return;
    }
    const float x0 = m_frame.snappedX(chain.extent.begin);
    const float x1 = std::max(x0 + kMinHatchWidth, m_frame.snappedX(chain.extent.end));
    // The hatch of the utilization row shows how much of this interval is idle.
    const ColorRef color = m_overlays.mainColor(part);
    m_frame.list.rects.push_back(
        {{x0, m_y, x1 - x0, kExtentLine}, color, faded(255), Layer::Overlays, m_frame.bodyClip});
    addCandidate({(std::max(x0, m_frame.left) + std::min(x1, m_frame.right)) / 2,
                  m_overlays.totalLength(part),
                  chain.count(),
                  m_isFaded,
                  color,
                  0,
                  {}});
}

void GapPainter::addCandidate(Candidate candidate) {
    if (m_labelsAbove && m_candidateCount < m_candidates.size()) {
        m_candidates[m_candidateCount++] = candidate;
    }
}

void GapPainter::placeCandidates() {
    const auto candidates = std::span(m_candidates).first(m_candidateCount);
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        if (a.isFaded != b.isFaded) {
            return b.isFaded;  // labels of the current finding are placed first
        }
        return a.length != b.length ? a.length > b.length : a.count > b.count;
    });
    for (const Candidate& candidate : candidates) {
        const std::string length = durationText(candidate.length);
        if (candidate.count == 1) {
            if (!placeCause(candidate)) {
                placeLabel(candidate, length);
            }
            continue;
        }
        std::array<char, 48> buffer{};
        const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "{} · {} gaps", length,
                                          countText(candidate.count))
                             .out;
        const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
        if (!placeLabel(candidate, text)) {
            placeLabel(candidate, length);
        }
    }
}

// "5.37 ms idle · host in _set_context", elided to the gap's width; "5.37 ms idle" in a narrower
// one. False: not even that.
bool GapPainter::placeCause(const Candidate& candidate) {
    std::array<char, 256> buffer{};
    const auto compose = [&](std::string_view middle, std::string_view rest) {
        const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "{}{}{}",
                                          durationText(candidate.length), middle, rest)
                             .out;
        return std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    };
    const auto widthOf = [&](std::string_view text) {
        return m_frame.measure.width(text, TextStyle::Label);
    };
    const float cause = candidate.room - widthOf(compose(" idle · ", ""));
    const std::string_view caption = compose(" idle · ", truncateUtf8(candidate.cause, 160));
    if (!candidate.cause.empty() &&
        (cause >= kMinCauseWidth || widthOf(caption) <= candidate.room) &&
        placeLabel(candidate, caption)) {
        return true;
    }
    const std::string_view idle = compose(" idle", "");
    return widthOf(idle) <= candidate.room && placeLabel(candidate, idle);
}

bool GapPainter::placeLabel(const Candidate& candidate, std::string_view text) {
    const float labelTop = m_y - TrackLayout::kGapLabelHeight;
    TextItem item = textItem(labelTop + 13);
    item.alpha = candidate.isFaded ? kFadedText : item.alpha;
    const float whole = m_frame.measure.width(text, item.style);
    const float most = std::max(candidate.room, kMinCauseWidth);
    item.width = candidate.cause.empty() ? whole : std::min(whole, most);
    const float last =
        std::max(m_frame.left + kTextMargin, m_frame.right - item.width - kEdgeMargin);
    item.x = std::round(std::clamp(candidate.x - item.width / 2, m_frame.left + kTextMargin, last));
    const float x1 = item.x + item.width;
    const auto placed = std::span(m_placed).first(m_placedCount);
    if (std::any_of(placed.begin(), placed.end(), [&](const Placed& other) {
            return item.x < other.x1 + kLabelSpacing && other.x0 < x1 + kLabelSpacing;
        })) {
        return false;
    }
    m_placed[m_placedCount++] = {item.x, x1};
    addElidedText(m_frame.list, m_frame.measure, text, item.width, item);
    LineItem leader;
    leader.x0 = candidate.x;
    leader.y0 = labelTop + 16;
    leader.x1 = candidate.x;
    leader.y1 = m_y;
    leader.color = candidate.color;
    leader.alpha = item.alpha;
    leader.layer = Layer::Overlays;
    leader.clip = m_frame.bodyClip;
    m_frame.list.lines.push_back(leader);
    return true;
}

// Labels of bands whose idle gaps are mostly too short for labels of their own.
void GapPainter::placeBandLabels(const BusyProfile& profile, std::span<const DrawnBand> bands) {
    constexpr std::int64_t kIdlePercent = 30;  // from here on it is worth a label
    const Viewport& view = m_frame.input.viewport;
    for (const DrawnBand& band : bands) {
        const float x0 = std::max(band.x0, m_frame.left);
        const float x1 = std::min(band.x1, m_frame.right);
        const TimeRange range{view.timeAt(x0), view.timeAt(x1)};
        const Duration idle = profile.partsWithin(range).idle;
        if (!m_labelsAbove || band.label.empty() || x1 <= x0 ||
            !reachesPercent(idle, range.length(), kIdlePercent)) {
            continue;
        }
        // Without a share: idle time of other causes lies in the band too, and the finding's share
        // is of its own.
        const std::string_view text = truncateUtf8(band.label, 80);
        if (m_frame.measure.width(text, TextStyle::Label) <= x1 - x0) {
            const ColorRef color = profile.idleColor(range);
            placeLabel({(x0 + x1) / 2, idle, 1, band.isFaded, color}, text);
        }
    }
}

void GapPainter::paint(const OverlaySpan& gaps) {
    forEachMergedCluster(gaps, m_frame.range(), m_frame.input.viewport.nsPerPixel,
                         [&](const OverlayCluster& chain) { paintChain(gaps, chain); });
    placeCandidates();
}

}  // namespace

void drawGaps(Frame& frame, const BusyProfile& profile, std::span<const DrawnBand> bands,
              const GapArea& area) {
    GapPainter painter(frame, area.y, area.height, area.hasLabels);
    painter.placeBandLabels(profile, bands);
    painter.paint(frame.model().overlays->gaps(profile.gpu()));
}

void drawGapShades(Frame& frame, GpuId gpu, const Lane& lane) {
    const auto gaps = frame.model().overlays->gaps(gpu);
    OverlayClusterWalk walk(gaps, frame.range(), frame.input.viewport.nsPerPixel, kShadePixels);
    const float y0 = std::max(frame.snappedY(lane.y), frame.top);
    const float y1 =
        std::min(frame.snappedY(lane.y) + lane.height - TrackLayout::kLaneGap, frame.bottom);
    OverlayCluster cluster;
    while (walk.next(cluster)) {
        if (!cluster.wide || y1 <= y0) {
            continue;
        }
        const float x0 = frame.snappedX(cluster.extent.begin);
        const float x1 = frame.snappedX(cluster.extent.end);
        const OverlaySpan part = gaps.subspan(cluster.first, cluster.count());
        const bool fades = frame.model().overlays->isFaded(part);
        addIdleTime(frame.list, {x0, y0, x1 - x0, y1 - y0}, frame.model().overlays->mainColor(part),
                    fades ? fadedAlpha(kShadeHatch) : kShadeHatch, Layer::Background,
                    frame.timeClip);
    }
}

}  // namespace gaplight
