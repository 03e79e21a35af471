// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// What the colors of kernels by efficiency mean.
class EfficiencyLegendItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT

public:
    explicit EfficiencyLegendItem(QQuickItem* parent = nullptr);

protected:
    void build(DisplayList& list) override;

private:
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
};

}  // namespace gaplight::ui
