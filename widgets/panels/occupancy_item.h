// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/panels/occupancy_scene.h"
#include "widgets/render/display_list_item.h"
#include "widgets/selection/slice_details.h"

namespace gaplight::ui {

// Diagram of the occupancy of the selected kernel; empty for other slices.
class OccupancyItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::SliceDetails* details READ details WRITE setDetails NOTIFY
                   detailsChanged REQUIRED)

public:
    explicit OccupancyItem(QQuickItem* parent = nullptr);

    SliceDetails* details() const { return m_details; }
    void setDetails(SliceDetails* details);

Q_SIGNALS:
    void detailsChanged();

protected:
    void build(DisplayList& list) override;
    void resizeList() final;

private:
    QPointer<SliceDetails> m_details;
};

}  // namespace gaplight::ui
