// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/pattern_item.h"

#include <algorithm>
#include <array>

#include "core/scene/overlays/overlay_swatch.h"

namespace gaplight::ui {
namespace {

struct Look {
    const char* kind;
    Role color;
    std::uint8_t ground;  // alpha of the plain ground
    float spacing;        // of the stripes; 0: none
};
constexpr std::array kLooks{
    Look{"busy", Role::UtilisationFill, 255, 0}, Look{"host_late", Role::IdleGap, 60, 6},
    Look{"after_sync", Role::BlockingCall, 90, 3}, Look{"gpu_side", Role::SecondaryText, 110, 0},
    Look{"unknown", Role::SecondaryText, 30, 10},
    // Of the critical path.
    Look{"path_host", Role::HostFiller, 200, 0}, Look{"path_launch", Role::LaunchArrow, 50, 4},
    Look{"path_kernel", Role::UtilisationFill, 255, 0},
    Look{"path_copy", Role::FindingMark, 160, 0}, Look{"path_sync", Role::BlockingCall, 90, 3},
    Look{"path_collective", Role::FindingMark, 40, 8}, Look{"path_gpu_wait", Role::IdleGap, 60, 6}};

// By OverlayKind.
constexpr std::array kSwatches{"overlay_gap",     "overlay_sync", "overlay_outline",
                               "overlay_bracket", "overlay_tint", "overlay_band"};
static_assert(kSwatches.size() == static_cast<std::size_t>(OverlayKind::Count_));

void buildPattern(const Look& look, Box box, DisplayList& list) {
    list.clear(box.width, box.height);
    RectItem ground;
    ground.box = box;
    ground.color = look.color;
    ground.alpha = look.ground;
    list.rects.push_back(ground);
    if (look.spacing > 0) {
        HatchItem hatch;
        hatch.box = box;
        hatch.color = look.color;
        hatch.spacing = look.spacing;
        list.hatches.push_back(hatch);
    }
}

}  // namespace

QString patternOf(OverlayKind kind) {
    return QString::fromLatin1(kSwatches[static_cast<std::size_t>(kind)]);
}

PatternItem::PatternItem(QQuickItem* parent) : DisplayListItem(parent) {}

void PatternItem::setKind(const QString& kind) {
    if (kind != m_kind) {
        m_kind = kind;
        polish();
        Q_EMIT kindChanged();
    }
}

void PatternItem::build(DisplayList& list) {
    const auto* look = std::find_if(kLooks.begin(), kLooks.end(), [this](const Look& candidate) {
        return m_kind == QLatin1String(candidate.kind);
    });
    const auto* swatch = std::find_if(kSwatches.begin(), kSwatches.end(), [this](const char* key) {
        return m_kind == QLatin1String(key);
    });
    const auto wide = static_cast<float>(width());
    const auto high = static_cast<float>(height());
    if (swatch != kSwatches.end()) {
        buildSwatch(static_cast<OverlayKind>(swatch - kSwatches.begin()), wide, high, list);
    } else if (look != kLooks.end()) {
        buildPattern(*look, {0, 0, wide, high}, list);
    } else {
        list.clear(wide, high);
    }
}

}  // namespace gaplight::ui
