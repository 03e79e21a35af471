// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/scene/memory/segment_scene.h"
#include "widgets/memory/moment_item.h"

namespace gaplight::ui {

// The segments at the chosen moment, with their holes. A click selects the allocation of a block.
class SegmentItem : public MomentItem {
    Q_OBJECT
    QML_ELEMENT

public:
    explicit SegmentItem(QQuickItem* parent = nullptr) : MomentItem(kSegmentRow, parent) {}

    [[nodiscard]] double contentHeight() const override;
    [[nodiscard]] QString tipText() const override;
    // As drawn last.
    [[nodiscard]] const std::vector<MemoryBox>& boxes() const { return m_boxes; }

protected:
    void build(DisplayList& list) override;
    void showOtherMoment() override { setScrollY(scrollY()); }  // within the new height
    void mousePressEvent(QMouseEvent* event) override;

private:
    // Needs measured().
    [[nodiscard]] SegmentInput input() const;

    std::vector<MemoryBox> m_boxes;
};

}  // namespace gaplight::ui
