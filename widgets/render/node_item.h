// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQuickItem>

#include "widgets/render/display_list_view.h"
#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// Shows a display list with scene graph nodes.
class NodeItem final : public QQuickItem, public DisplayListView {
    Q_OBJECT

public:
    explicit NodeItem(QQuickItem& parent);

    void show(const DisplayList* list, std::shared_ptr<const Theme> theme) override;
    [[nodiscard]] QQuickItem& item() override { return *this; }

protected:
    QSGNode* updatePaintNode(QSGNode* old, UpdatePaintNodeData* data) override;

private:
    TextFaces m_faces;
    const DisplayList* m_list = nullptr;
    std::shared_ptr<const Theme> m_theme;
};

}  // namespace gaplight::ui
