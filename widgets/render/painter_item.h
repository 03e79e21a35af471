// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQuickPaintedItem>

#include "widgets/render/display_list_view.h"
#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// Shows a display list with QPainter, for windows without a graphics API.
class PainterItem final : public QQuickPaintedItem, public DisplayListView {
    Q_OBJECT

public:
    explicit PainterItem(QQuickItem& parent);

    void show(const DisplayList* list, std::shared_ptr<const Theme> theme) override;
    [[nodiscard]] QQuickItem& item() override { return *this; }

    void paint(QPainter* painter) override;

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    QSGNode* updatePaintNode(QSGNode* before, UpdatePaintNodeData* data) override;

private:
    TextFaces m_faces;
    const DisplayList* m_list = nullptr;
    std::shared_ptr<const Theme> m_theme;
};

}  // namespace gaplight::ui
