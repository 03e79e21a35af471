// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/pattern_item.h"

#include <algorithm>
#include <array>

#include "core/scene/display/idle_look.h"
#include "core/scene/display/theme.h"
#include "core/scene/overlays/overlay_scene.h"
#include "core/session/session_replay.h"

namespace gaplight::ui {
namespace {

struct Look {
    const char* kind;
    Role color;
};
const std::array kLooks{
    Look{"compute", Role::Compute}, Look{"communication", Role::Communication},
    Look{"copy", Role::Copy},
    // Of the critical path, as on the timeline.
    Look{"path_host", pathColor(PathKind::Host)}, Look{"path_launch", pathColor(PathKind::Launch)},
    Look{"path_kernel", pathColor(PathKind::Kernel)}, Look{"path_copy", pathColor(PathKind::Copy)},
    Look{"path_sync", pathColor(PathKind::Sync)},
    Look{"path_collective", pathColor(PathKind::Collective)},
    Look{"path_gpu_wait", pathColor(PathKind::GpuWait)}};

constexpr std::array kIdle{Role::IdleLaunch, Role::IdleHost,  Role::IdleData,    Role::IdleSync,
                           Role::IdleRank,   Role::IdleOther, Role::IdleFirstUse};

// By OverlayKind.
constexpr std::array kSwatches{"overlay_gap",     "overlay_sync", "overlay_outline",
                               "overlay_bracket", "overlay_tint", "overlay_band"};
static_assert(kSwatches.size() == static_cast<std::size_t>(OverlayKind::Count_));

void buildPattern(const Look& look, Box box, DisplayList& list) {
    list.clear(box.width, box.height);
    RectItem ground;
    ground.box = box;
    ground.color = look.color;
    list.rects.push_back(ground);
    addBusyPattern(list, box, look.color, Layer::Overlays, 0);
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
    const auto* idle = std::find_if(kIdle.begin(), kIdle.end(), [this](Role role) {
        return m_kind.toStdString() == roleName(role);
    });
    const auto wide = listWidth();
    const auto high = listHeight();
    if (swatch != kSwatches.end()) {
        buildSwatch(static_cast<OverlayKind>(swatch - kSwatches.begin()), wide, high, list);
    } else if (look != kLooks.end()) {
        buildPattern(*look, {0, 0, wide, high}, list);
    } else {
        list.clear(wide, high);
        if (idle != kIdle.end()) {
            addIdleTime(list, {0, 0, wide, high}, *idle, 255, Layer::Overlays, 0);
        }
    }
}

}  // namespace gaplight::ui
