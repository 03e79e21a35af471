// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/pattern_item.h"

#include <algorithm>
#include <array>

#include "core/scene/overlay_swatch.h"

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
    Look{"unknown", Role::SecondaryText, 30, 10}};

// By OverlayKind.
constexpr std::array<const char*, static_cast<std::size_t>(OverlayKind::Count_)> kMarks{
    "mark_gap", "mark_sync", "mark_outline", "mark_bracket", "mark_tint", "mark_band"};

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
    return QString::fromLatin1(kMarks[static_cast<std::size_t>(kind)]);
}

PatternItem::PatternItem(QQuickItem* parent) : QQuickItem(parent) {}

PatternItem::~PatternItem() = default;

void PatternItem::setTheme(ThemeObject* theme) {
    if (theme == m_theme) {
        return;
    }
    if (m_theme) {
        m_theme->disconnect(this);
    }
    m_theme = theme;
    if (m_theme) {
        connect(m_theme, &ThemeObject::changed, this, &QQuickItem::polish);
    }
    polish();
    Q_EMIT themeChanged();
}

void PatternItem::setKind(const QString& kind) {
    if (kind != m_kind) {
        m_kind = kind;
        polish();
        Q_EMIT kindChanged();
    }
}

void PatternItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (m_picture) {
        m_picture->item().setSize(size());
    }
    polish();
}

void PatternItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        m_picture.reset();
        polish();
    }
    QQuickItem::itemChange(change, data);
}

void PatternItem::updatePolish() {
    if (!m_theme || window() == nullptr || width() <= 0 || height() <= 0) {
        return;
    }
    if (!m_picture) {
        m_picture = createPicture(*this);
        m_picture->item().setSize(size());
    }
    const auto* look = std::find_if(kLooks.begin(), kLooks.end(), [this](const Look& candidate) {
        return m_kind == QLatin1String(candidate.kind);
    });
    const auto* mark = std::find_if(kMarks.begin(), kMarks.end(), [this](const char* key) {
        return m_kind == QLatin1String(key);
    });
    if (mark != kMarks.end()) {
        buildSwatch(static_cast<OverlayKind>(mark - kMarks.begin()), static_cast<float>(width()),
                    static_cast<float>(height()), m_list);
        m_picture->show(&m_list, m_theme->theme());
    } else if (look != kLooks.end()) {
        buildPattern(*look, {0, 0, static_cast<float>(width()), static_cast<float>(height())},
                     m_list);
        m_picture->show(&m_list, m_theme->theme());
    }
}

}  // namespace gaplight::ui
