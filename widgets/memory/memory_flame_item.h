// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/memory/memory_flame_scene.h"
#include "widgets/memory/moment_item.h"

namespace gaplight::ui {

// What is held at the chosen moment, by line and its callers. A click zooms to a node, and selects
// its largest allocation.
class MemoryFlameItem : public MomentItem {
    Q_OBJECT
    QML_ELEMENT

public:
    explicit MemoryFlameItem(QQuickItem* parent = nullptr) : MomentItem(kIciclePitch, parent) {}

    double contentHeight() const override;
    // The zoomed node.
    std::uint32_t top() const { return m_top; }
    const MemoryFlame& flame() const {
        static const MemoryFlame empty;
        return measured() ? measured()->flame : empty;
    }

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::optional<std::size_t> hit(QPointF at) const override;
    QString tip(std::size_t node) const override;
    void press(std::optional<std::size_t> node) override;
    void showOtherMoment() override;

private:
    // Needs measured().
    MemoryFlameInput input() const;

    std::uint32_t m_top = 0;
};

}  // namespace gaplight::ui
