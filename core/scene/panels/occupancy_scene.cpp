// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/occupancy_scene.h"

#include <algorithm>
#include <string>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kBarHeight = 14;
constexpr float kFirstY = 14;   // of the SM's bar; its label is above
constexpr float kSecondY = 44;  // of the waves
constexpr float kGap = 1;
constexpr std::int64_t kMaxWaves = 16;  // drawn one by one
constexpr float kMinBlockWidth = 3;     // pixels of a block that is drawn apart

class OccupancyPainter {
public:
    OccupancyPainter(float width, const TextMeasure& measure, DisplayList& list)
        : m_width(width), m_measure(measure), m_list(list) {}

    void label(const std::string& text, float y) {
        TextItem item;
        item.baselineY = y - 4;
        item.color = Role::SecondaryText;
        item.style = TextStyle::Small;
        addElidedText(m_list, m_measure, text, m_width, item);
    }

    void filled(float x, float y, float width) {
        m_list.rects.push_back({{x, y, width, kBarHeight}, Role::Compute, 255, Layer::Slices});
    }

    void empty(float x, float y, float width) {
        if (width < 1) {
            return;
        }
        HatchItem hatch;
        hatch.box = {x, y, width, kBarHeight};
        hatch.color = Role::SecondaryText;
        hatch.alpha = 130;
        hatch.spacing = 5;
        hatch.thickness = 1;
        m_list.hatches.push_back(hatch);
    }

private:
    float m_width;
    const TextMeasure& m_measure;
    DisplayList& m_list;
};

void drawSm(OccupancyPainter& painter, const OccupancyDiagram& diagram, float width) {
    const std::int64_t used =
        std::min(diagram.maxWarpsPerSm, diagram.blocksPerSm * diagram.warpsPerBlock);
    painter.label("one SM: " + std::to_string(used) + " of " +
                      std::to_string(diagram.maxWarpsPerSm) + " warps, " +
                      countText(static_cast<std::uint64_t>(diagram.blocksPerSm), "block", "blocks"),
                  kFirstY);
    const float warp = width / static_cast<float>(std::max<std::int64_t>(1, diagram.maxWarpsPerSm));
    const float block = warp * static_cast<float>(diagram.warpsPerBlock);
    const float end = warp * static_cast<float>(used);
    if (block < kMinBlockWidth) {
        painter.filled(0, kFirstY, end);
    } else {
        for (std::int64_t i = 0; i < diagram.blocksPerSm; ++i) {
            painter.filled(block * static_cast<float>(i), kFirstY, block - kGap);
        }
    }
    painter.empty(end, kFirstY, width - end);
}

void drawWaves(OccupancyPainter& painter, const OccupancyDiagram& diagram, float width) {
    const bool hasRest = diagram.blocksInLastWave > 0;
    const std::int64_t waves = diagram.fullWaves + (hasRest ? 1 : 0);
    std::string label = countText(static_cast<std::uint64_t>(waves), "wave of ", "waves of ") +
                        countText(static_cast<std::uint64_t>(diagram.blocksPerWave)) + " blocks";
    if (hasRest) {
        label +=
            ", " + countText(static_cast<std::uint64_t>(diagram.blocksInLastWave)) + " in the last";
    }
    painter.label(label, kSecondY);
    const float share = hasRest ? static_cast<float>(diagram.blocksInLastWave) /
                                      static_cast<float>(diagram.blocksPerWave)
                                : 1;
    // Many waves are one bar, beside it the last one in a scale that can be seen.
    const bool many = waves > kMaxWaves;
    const float wave = width / static_cast<float>(std::clamp<std::int64_t>(waves, 1, kMaxWaves));
    const float lastX = width - wave;
    if (many) {
        painter.filled(0, kSecondY, lastX - kGap);
    }
    for (std::int64_t i = 0; !many && i + 1 < waves; ++i) {
        painter.filled(wave * static_cast<float>(i), kSecondY, wave - kGap);
    }
    painter.filled(lastX, kSecondY, wave * share);
    painter.empty(lastX + wave * share, kSecondY, wave * (1 - share));
}

}  // namespace

void buildOccupancy(const OccupancyDiagram& diagram, float width, const TextMeasure& measure,
                    DisplayList& list) {
    list.clear(width, kOccupancyHeight);
    if (width <= 0 || diagram.maxWarpsPerSm <= 0 || diagram.blocksPerWave <= 0) {
        return;
    }
    OccupancyPainter painter(width, measure, list);
    drawSm(painter, diagram, width);
    drawWaves(painter, diagram, width);
}

}  // namespace gaplight
