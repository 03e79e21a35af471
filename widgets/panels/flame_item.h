// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/scene/panels/flame_scene.h"
#include "widgets/render/plot_item.h"
#include "widgets/selection/range_details.h"

namespace gaplight::ui {

// The flame graph of the selected range. Click or Space on a frame: it fills the width; on an
// enclosing frame: zooms out to it. Double click or Return: selects the longest slice of the frame.
// Arrow keys move the focus: up to the parent, down to a child, left and right to siblings.
class FlameItem : public RowPlotItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::RangeDetails* range READ range WRITE setRange NOTIFY rangeChanged REQUIRED)
    // Shows streams, else threads. Until it is set: threads if the range has any.
    Q_PROPERTY(bool gpu READ showsGpu WRITE setShowsGpu NOTIFY contentChanged)
    Q_PROPERTY(bool hasHost READ hasHost NOTIFY contentChanged)
    Q_PROPERTY(bool hasGpu READ hasGpu NOTIFY contentChanged)
    // Bottom-up: the functions with most time of their own first, below each its callers.
    Q_PROPERTY(bool reversed MEMBER m_isReversed WRITE setReversed NOTIFY contentChanged)
    // Without the outermost frames that have all of the time.
    Q_PROPERTY(bool folded MEMBER m_isFolded WRITE setFolded NOTIFY contentChanged)
    // Number of these frames; 0 where `folded` changes nothing.
    Q_PROPERTY(int foldable READ foldable NOTIFY contentChanged)
    // Only paths through a frame whose name contains it (`*`: any characters).
    Q_PROPERTY(QString filter MEMBER m_filter WRITE setFilter NOTIFY contentChanged)
    Q_PROPERTY(bool empty READ isEmpty NOTIFY contentChanged)
    // Marks arrow keys as handled by this item, not by window shortcuts.
    Q_PROPERTY(bool keyNavigationEnabled READ keyNavigationEnabled CONSTANT)

public:
    explicit FlameItem(QQuickItem* parent = nullptr);

    RangeDetails* range() const { return m_range; }
    void setRange(RangeDetails* range);
    bool showsGpu() const { return m_showsGpu.value_or(!hasHost()) && hasGpu(); }
    void setShowsGpu(bool gpu);
    bool hasHost() const { return m_measured && m_measured->hostFlame.nodes().size() > 1; }
    bool hasGpu() const { return m_measured && m_measured->gpuFlame.nodes().size() > 1; }
    void setReversed(bool reversed);
    void setFolded(bool folded);
    int foldable() const { return static_cast<int>(m_foldable); }
    void setFilter(const QString& filter);
    bool isEmpty() const { return m_tree.nodes().empty(); }
    double contentHeight() const override;
    bool keyNavigationEnabled() const { return true; }
    // The frame under the pointer, or the focused one.
    std::uint32_t current() const {
        return hovered() ? static_cast<std::uint32_t>(*hovered()) : FlameNode::kNone;
    }
    std::uint32_t top() const { return m_top; }

Q_SIGNALS:
    void rangeChanged();
    // Double click or Return on a frame; `slice`: its longest one.
    void picked(qint64 slice);

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::optional<std::size_t> hit(QPointF at) const override;
    // "aten::mm · 1.20 ms (12.3 %) · 12 times".
    QString tip(std::size_t node) const override;
    void press(std::optional<std::size_t> node) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const FlameTree* tree() const { return isEmpty() ? nullptr : &m_tree; }
    // The tree of the range, before it is folded, filtered and reversed.
    const FlameTree& measuredTree() const;
    FlameInput input(const FlameTree& tree) const;
    QString changeOf(const FlameNode& node) const;
    std::uint32_t neighbor(int key) const;
    void updateTree();
    void setTop(std::optional<std::size_t> node);
    void pick(std::optional<std::size_t> node);

    QPointer<RangeDetails> m_range;
    // What m_tree is made of: the range may have newer measures, or none, before it emits measured.
    std::shared_ptr<const RangeDetails::Measured> m_measured;
    FlameTree m_tree;  // as it is drawn
    std::optional<bool> m_showsGpu;
    bool m_isReversed = false;
    bool m_isFolded = true;
    std::uint32_t m_foldable = 0;
    QString m_filter;
    std::uint32_t m_top = 0;
};

}  // namespace gaplight::ui
