// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/flame_item.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>

#include "core/base/text_pattern.h"
#include "core/index/flame_tree.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

FlameItem::FlameItem(QQuickItem* parent) : RowPlotItem(kIciclePitch, parent) {
    setActiveFocusOnTab(true);
}

void FlameItem::setRange(RangeDetails* range) {
    if (!replaceSource(m_range, range)) {
        return;
    }
    if (m_range) {
        connect(m_range, &RangeDetails::measured, this, &FlameItem::updateTree);
    }
    updateTree();
    Q_EMIT rangeChanged();
}

const FlameTree& FlameItem::measuredTree() const {
    return showsGpu() ? m_measured->gpuFlame : m_measured->hostFlame;
}

void FlameItem::setShowsGpu(bool gpu) {
    m_showsGpu = gpu;
    updateTree();
}

void FlameItem::setReversed(bool reversed) {
    m_isReversed = reversed;
    updateTree();
}

void FlameItem::setFolded(bool folded) {
    m_isFolded = folded;
    updateTree();
}

void FlameItem::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        updateTree();
    }
}

FlameInput FlameItem::input(const FlameTree& tree) const {
    FlameInput input{tree, *m_measured->trace->model().names};
    input.view.top = m_top;
    input.view.hovered = current();
    input.view.width = listWidth();
    input.view.height = listHeight();
    input.view.scrollY = static_cast<float>(scrollY());
    input.base = m_measured->base.toStdString();
    return input;
}

void FlameItem::updateTree() {
    m_measured = m_range ? m_range->result() : nullptr;
    m_tree = {};
    m_foldable = 0;
    if (hasHost() || hasGpu()) {
        FoldedFlame folded = foldedFlame(measuredTree());
        m_foldable = folded.folded;
        m_tree = m_isFolded ? std::move(folded.tree) : measuredTree();
        if (!m_filter.isEmpty()) {
            const LoadedTrace& trace = m_measured->trace;
            const NameTable& names = *trace->model().names;
            m_tree = filteredFlame(m_tree, [&, text = m_filter.toStdString()](StringId name) {
                return name.isValid() && (matchesFilter(text, names.label(name)) ||
                                          matchesFilter(text, trace->session().trace->text(name)));
            });
        }
        m_tree = m_isReversed ? reversedFlame(m_tree) : std::move(m_tree);
    }
    m_top = 0;
    setHovered(std::nullopt);
    setScrollY(0);
    polish();
    Q_EMIT contentChanged();
}

bool FlameItem::draw(DisplayList& list) {
    if (tree() == nullptr) {
        return false;
    }
    buildFlame(input(*tree()), measure(), list);
    return true;
}

double FlameItem::contentHeight() const {
    return tree() == nullptr ? 0 : flameHeight(*tree());
}

QString FlameItem::tip(std::size_t at) const {
    const FlameNode& node = (*tree())[static_cast<std::uint32_t>(at)];
    const FlameNode& root = (*tree())[0];
    const QString name = at == 0 ? QStringLiteral("all of it")
                                 : toQString(m_measured->trace->session().trace->text(node.name));
    const double share = static_cast<double>(ns(node.total)) /
                         static_cast<double>(std::max<std::int64_t>(1, ns(root.total)));
    const QString text = QStringLiteral("%1 · %2 (%3) · %4")
                             .arg(name, durationText(node.total), percentText(share),
                                  countText(node.count, "time", "times"));
    return m_measured->base.isEmpty() ? text : text + changeOf(node);
}

// " · +1.20 ms against run B · no longer aten::mm (300 µs there)".
QString FlameItem::changeOf(const FlameNode& node) const {
    const FlameNode* gone = nullptr;
    for (std::uint32_t at = 0; at < node.childCount; ++at) {
        const FlameNode& child = (*tree())[node.firstChild + at];
        if (child.count == 0 && (gone == nullptr || child.base > gone->base)) {
            gone = &child;
        }
    }
    QString text = QStringLiteral(" · %1 against %2")
                       .arg(toQString(changeText(node.total - node.base)), m_measured->base);
    if (gone != nullptr) {
        const Trace& trace = *m_measured->trace->session().trace;
        text += QStringLiteral(" · not here: %1 (%2 there)")
                    .arg(gone->name.isValid() ? toQString(trace.text(gone->name))
                                              : QStringLiteral("other code"),
                         durationText(gone->base));
    }
    return text;
}

void FlameItem::setTop(std::optional<std::size_t> node) {
    if (node && *node != m_top) {
        m_top = static_cast<std::uint32_t>(*node);
        polish();
        Q_EMIT contentChanged();
    }
}

void FlameItem::pick(std::optional<std::size_t> node) {
    if (!node) {
        return;
    }
    const SliceId longest = (*tree())[static_cast<std::uint32_t>(*node)].longest;
    if (longest.isValid()) {
        Q_EMIT picked(static_cast<qint64>(longest.index()));
    }
}

std::optional<std::size_t> FlameItem::hit(QPointF at) const {
    const std::uint32_t node =
        tree() == nullptr
            ? FlameNode::kNone
            : flameAt(input(*tree()), static_cast<float>(at.x()), static_cast<float>(at.y()));
    return node == FlameNode::kNone ? std::nullopt : std::optional<std::size_t>(node);
}

void FlameItem::press(std::optional<std::size_t> node) {
    forceActiveFocus(Qt::MouseFocusReason);
    setTop(node);
}

// The first click of the two has made it fill the width.
void FlameItem::mouseDoubleClickEvent(QMouseEvent* event) {
    pick(hit(toList(event->position())));
}

// Where an arrow key leads from the current node.
std::uint32_t FlameItem::neighbor(int key) const {
    const std::uint32_t at = current();
    const FlameNode& node = (*tree())[at];
    if (key == Qt::Key_Up) {
        return node.parent == FlameNode::kNone ? at : node.parent;
    }
    if (key == Qt::Key_Down) {
        return node.childCount > 0 && (*tree())[node.firstChild].count > 0 ? node.firstChild : at;
    }
    if (node.parent == FlameNode::kNone) {
        return at;
    }
    const FlameNode& parent = (*tree())[node.parent];
    std::uint32_t last = parent.firstChild + parent.childCount - 1;
    while (last > at && (*tree())[last].count == 0) {
        --last;  // what only the base has is not drawn
    }
    return key == Qt::Key_Left ? std::max(parent.firstChild, at - 1) : std::min(last, at + 1);
}

// What is current is outlined: the focus is seen.
void FlameItem::focusInEvent(QFocusEvent* event) {
    if (!hovered() && tree() != nullptr) {
        setHovered(m_top);
    }
    RowPlotItem::focusInEvent(event);
}

void FlameItem::keyPressEvent(QKeyEvent* event) {
    if (tree() == nullptr) {
        return RowPlotItem::keyPressEvent(event);
    }
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right: {
            setHovered(hovered() ? neighbor(event->key()) : m_top);
            const double y = (*tree())[current()].depth * static_cast<double>(kIciclePitch);
            setScrollY(std::min(
                y, std::max(scrollY(), y + kIciclePitch - static_cast<double>(listHeight()))));
            return;
        }
        case Qt::Key_Space:
            return setTop(hovered());
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return pick(hovered());
        default:
            return RowPlotItem::keyPressEvent(event);
    }
}

}  // namespace gaplight::ui
