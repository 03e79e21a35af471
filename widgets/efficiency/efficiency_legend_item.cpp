// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/efficiency_legend_item.h"

#include "core/scene/kernels/efficiency_colors.h"

namespace gaplight::ui {

EfficiencyLegendItem::EfficiencyLegendItem(QQuickItem* parent) : DisplayListItem(parent) {
    setImplicitWidth(static_cast<double>(efficiencyLegendWidth(m_measure)));
    setImplicitHeight(static_cast<double>(kEfficiencyLegendHeight));
}

void EfficiencyLegendItem::build(DisplayList& list) {
    buildEfficiencyLegend(static_cast<float>(width()), m_measure, list);
}

}  // namespace gaplight::ui
