// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/occupancy_item.h"

namespace gaplight::ui {

OccupancyItem::OccupancyItem(QQuickItem* parent) : DisplayListItem(parent) {
    resizeList();
}

void OccupancyItem::resizeList() {
    setImplicitHeight(static_cast<double>(kOccupancyHeight) * listScale());
}

void OccupancyItem::setDetails(SliceDetails* details) {
    if (!replaceSource(m_details, details)) {
        return;
    }
    if (m_details) {
        connect(m_details, &SliceDetails::factsChanged, this, &QQuickItem::polish);
    }
    polish();
    Q_EMIT detailsChanged();
}

void OccupancyItem::build(DisplayList& list) {
    const OccupancyDiagram diagram =
        m_details ? m_details->occupancy().value_or(OccupancyDiagram{}) : OccupancyDiagram{};
    buildOccupancy(diagram, listWidth(), measure(), list);
}

}  // namespace gaplight::ui
