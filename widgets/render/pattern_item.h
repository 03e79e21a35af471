// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/overlay_table.h"
#include "widgets/render/display_list_item.h"

namespace gaplight::ui {

// The value of PatternItem::kind for a kind of overlay.
[[nodiscard]] QString patternOf(OverlayKind kind);

// A rectangle in the color and pattern of one kind of GPU time or overlay: a segment of the bar in
// the header, a swatch of a legend.
class PatternItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT
    // The name of a role of GPU time (Compute to IdleFirstUse), a segment of the critical path, or
    // a result of patternOf().
    Q_PROPERTY(QString kind READ kind WRITE setKind NOTIFY kindChanged REQUIRED)

public:
    explicit PatternItem(QQuickItem* parent = nullptr);

    QString kind() const { return m_kind; }
    void setKind(const QString& kind);

Q_SIGNALS:
    void kindChanged();

protected:
    void build(DisplayList& list) override;

private:
    QString m_kind;
};

}  // namespace gaplight::ui
