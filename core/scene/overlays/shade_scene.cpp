// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_scene.h"

#include <algorithm>

#include "core/scene/overlays/overlay_clusters.h"

namespace gaplight {
namespace {

constexpr float kEdge = 3;        // of tinted slices
constexpr float kShadeStrip = 3;  // below a track
constexpr std::uint8_t kBackgroundAlpha = 16;
constexpr double kMergePixels = 1;

// Calls `paint(x0, x1, alpha)` for each interval of pixels covered by overlays; touching ones are
// joined.
template <class Paint>
void forEachPixelInterval(const Frame& frame, const OverlaySpan& overlays, const Paint& paint) {
    OverlayClusterWalk walk(overlays, frame.range(), frame.input.viewport.nsPerPixel,
                            kMergePixels * frame.pixelLength);
    OverlayCluster cluster;
    float x0 = 0;
    float x1 = 0;
    bool wasFaded = false;
    while (walk.next(cluster)) {
        const bool isFaded =
            frame.model().overlays->isFaded(overlays.subspan(cluster.first, cluster.count()));
        const float from = frame.snappedX(cluster.extent.begin);
        const float to = std::max(from + frame.hair(), frame.snappedX(cluster.extent.end));
        if (from > x1 || isFaded != wasFaded) {
            if (x1 > x0) {
                paint(x0, x1, wasFaded ? fadedAlpha(255) : std::uint8_t{255});
            }
            x0 = std::max(from, isFaded != wasFaded ? x1 : from);
            wasFaded = isFaded;
        }
        x1 = std::max(x1, to);
    }
    if (x1 > x0) {
        paint(x0, x1, wasFaded ? fadedAlpha(255) : std::uint8_t{255});
    }
}

}  // namespace

void drawTints(Frame& frame, const Lane& lane) {
    forEachOverlayRow(frame, lane, OverlayKind::Tint, [&](const OverlayRow& row) {
        // Those of the current finding are the ones that are not faded, if there is one.
        const bool isNoneCurrent = frame.model().overlays->isQuiet(row.overlays);
        forEachPixelInterval(frame, row.overlays, [&](float x0, float x1, std::uint8_t alpha) {
            if (isNoneCurrent || alpha != 255) {
                drawQuietMark(frame, row, x0, x1, Role::FindingMark);
                return;
            }
            // Over the slices and below their labels.
            const auto wash = static_cast<std::uint8_t>(kTintWash * alpha / 255);
            frame.list.rects.push_back({{x0, row.y, x1 - x0, frame.rowHeight()},
                                        Role::FindingMark,
                                        wash,
                                        Layer::SliceLabels,
                                        frame.timeClip});
            frame.list.rects.push_back({{x0, row.y + frame.rowHeight() - kEdge, x1 - x0, kEdge},
                                        Role::FindingMark,
                                        alpha,
                                        Layer::SliceLabels,
                                        frame.timeClip});
        });
    });
}

std::vector<DrawnBand> drawnBands(const Frame& frame, std::uint32_t group) {
    const OverlayTable& overlays = *frame.model().overlays;
    const Group& gpu = frame.input.layout.groups()[group];
    std::vector<DrawnBand> bands;
    for (const Lane& lane : frame.input.layout.lanes().subspan(gpu.firstLane, gpu.laneCount)) {
        for (const OverlaySequence& sequence : overlays.sequences(OverlayKind::Band, lane.track)) {
            if (lane.kind != LaneKind::Slices || sequence.level != 0) {
                continue;
            }
            const OverlaySpan all = overlays.overlays(sequence);
            forEachPixelInterval(frame, all, [&](float x0, float x1, std::uint8_t alpha) {
                const Time begin = frame.input.viewport.timeAt(x0 + 1);
                OverlayClusterWalk walk(all, {begin, begin + Duration(1)},
                                        frame.input.viewport.nsPerPixel);
                OverlayCluster first;
                std::string_view label;
                if (walk.next(first)) {
                    label = overlays.label(overlays[all.id(first.first)]);
                }
                bands.push_back({x0, x1, label.substr(0, label.find(',')), alpha != 255});
            });
        }
    }
    return bands;
}

void drawPinnedBandOverlays(Frame& frame, std::span<const DrawnBand> bands, float y) {
    for (const DrawnBand& band : bands) {
        frame.list.rects.push_back({{band.x0, y, band.x1 - band.x0, kShadeStrip},
                                    Role::FindingMark,
                                    band.isFaded ? fadedAlpha(255) : std::uint8_t{255},
                                    Layer::Overlays,
                                    frame.bodyClip});
    }
}

void drawBandOverlays(Frame& frame, const Lane& lane) {
    const OverlayTable& overlays = *frame.model().overlays;
    const float top = frame.snappedY(lane.y);
    const float bottom = top + lane.height - TrackLayout::kLaneGap;
    for (const OverlaySequence& sequence : overlays.sequences(OverlayKind::Band, lane.track)) {
        // At most two strips fit; the second covers the lower edge of the last row.
        if (sequence.level > 1 || bottom < frame.top || top > frame.bottom) {
            continue;
        }
        const float y = bottom - static_cast<float>(sequence.level) * (kShadeStrip + 1) + 0.5F;
        forEachPixelInterval(
            frame, overlays.overlays(sequence), [&](float x0, float x1, std::uint8_t alpha) {
                frame.list.rects.push_back({{x0, std::round(y), x1 - x0, kShadeStrip},
                                            Role::FindingMark,
                                            alpha,
                                            Layer::Overlays,
                                            frame.timeClip});
                if (sequence.level == 0) {
                    frame.list.rects.push_back(
                        {{x0, top, x1 - x0, bottom - top},
                         Role::FindingMark,
                         static_cast<std::uint8_t>(kBackgroundAlpha * alpha / 255),
                         Layer::Background,
                         frame.timeClip});
                }
            });
    }
}

}  // namespace gaplight
