// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/overlay.h"
#include "widgets/render/picture_item.h"

namespace gaplight::ui {

// The key of a kind of mark, for PatternItem::kind.
[[nodiscard]] QString patternOf(OverlayKind kind);

// A field in the look of one kind of GPU time or of mark, distinguished by pattern as well as by
// color: the parts of the bar in the header and the swatches of legends.
class PatternItem : public PictureItem {
    Q_OBJECT
    QML_ELEMENT
    // A key of IdleSegmentModel, or of patternOf().
    Q_PROPERTY(QString kind READ kind WRITE setKind NOTIFY kindChanged REQUIRED)

public:
    explicit PatternItem(QQuickItem* parent = nullptr);

    [[nodiscard]] QString kind() const { return m_kind; }
    void setKind(const QString& kind);

Q_SIGNALS:
    void kindChanged();

protected:
    void build(DisplayList& list) override;

private:
    QString m_kind;
};

}  // namespace gaplight::ui
