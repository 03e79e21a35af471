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

    double contentHeight() const override;
    // Of a block, or of a hole.
    QString tipText() const override;
    // As drawn last.
    const std::vector<MemoryBox>& boxes() const { return m_boxes; }

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::optional<std::size_t> hit(QPointF at) const override;
    QString tip(std::size_t block) const override;
    void press(std::optional<std::size_t> block) override;
    void showOtherMoment() override { setScrollY(scrollY()); }  // within the new height

private:
    // Needs measured().
    SegmentInput input() const;

    std::vector<MemoryBox> m_boxes;
};

}  // namespace gaplight::ui
