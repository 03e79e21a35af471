// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/flame_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include "core/base/glob.h"
#include "core/index/flame_tree.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr double kNotch = 120;  // angle delta of one step of a wheel
constexpr double kNotchRows = 3;

}  // namespace

FlameItem::FlameItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
    setActiveFocusOnTab(true);
}

void FlameItem::setRange(RangeDetails* range) {
    if (range == m_range) {
        return;
    }
    if (m_range) {
        m_range->disconnect(this);
    }
    m_range = range;
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
    input.view.hovered = m_current;
    input.view.width = static_cast<float>(width());
    input.view.height = static_cast<float>(height());
    input.view.scrollY = static_cast<float>(m_scrollY);
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
                return matchesFilter(text, names.label(name)) ||
                       matchesFilter(text, trace->session().trace->text(name));
            });
        }
        m_tree = m_isReversed ? reversedFlame(m_tree) : std::move(m_tree);
    }
    m_top = 0;
    m_current = FlameNode::kNone;
    m_scrollY = 0;
    polish();
    Q_EMIT currentChanged();
    Q_EMIT contentChanged();
}

void FlameItem::build(DisplayList& list) {
    if (tree() == nullptr) {
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildFlame(input(*tree()), m_measure, list);
}

double FlameItem::contentHeight() const {
    return tree() == nullptr ? 0 : flameHeight(*tree());
}

void FlameItem::setScrollY(double y) {
    y = std::clamp(y, 0.0, std::max(0.0, contentHeight() - height()));
    if (y != m_scrollY) {
        m_scrollY = y;
        polish();
        Q_EMIT contentChanged();
    }
}

QString FlameItem::currentText() const {
    if (tree() == nullptr || m_current == FlameNode::kNone) {
        return {};
    }
    const FlameNode& node = (*tree())[m_current];
    const FlameNode& root = (*tree())[0];
    const QString name = m_current == 0
                             ? QStringLiteral("all of it")
                             : toQString(m_measured->trace->session().trace->text(node.name));
    const double share = static_cast<double>(ns(node.total)) /
                         static_cast<double>(std::max<std::int64_t>(1, ns(root.total)));
    return QStringLiteral("%1 · %2 (%3) · %4")
        .arg(name, durationText(node.total), percentText(share),
             countText(node.count, "time", "times"));
}

void FlameItem::setCurrent(std::uint32_t node) {
    if (node != m_current) {
        m_current = node;
        polish();
        Q_EMIT currentChanged();
    }
}

void FlameItem::setTop(std::uint32_t node) {
    if (node != m_top && node != FlameNode::kNone) {
        m_top = node;
        polish();
        Q_EMIT contentChanged();
    }
}

void FlameItem::pick(std::uint32_t node) {
    if (node != FlameNode::kNone && (*tree())[node].longest.isValid()) {
        Q_EMIT picked(static_cast<qint64>((*tree())[node].longest.index()));
    }
}

std::uint32_t FlameItem::nodeAt(QPointF at) const {
    return tree() == nullptr
               ? FlameNode::kNone
               : flameAt(input(*tree()), static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void FlameItem::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    setTop(nodeAt(event->position()));
}

// The first click of the two has made it fill the width.
void FlameItem::mouseDoubleClickEvent(QMouseEvent* event) {
    pick(nodeAt(event->position()));
}

void FlameItem::hoverMoveEvent(QHoverEvent* event) {
    setCurrent(nodeAt(event->position()));
}

void FlameItem::hoverLeaveEvent(QHoverEvent*) {
    setCurrent(FlameNode::kNone);
}

void FlameItem::wheelEvent(QWheelEvent* event) {
    setScrollY(m_scrollY -
               event->angleDelta().y() / kNotch * kNotchRows * static_cast<double>(kIciclePitch));
    event->accept();
}

// Where an arrow key leads from the current node.
std::uint32_t FlameItem::neighbor(int key) const {
    const FlameNode& node = (*tree())[m_current];
    if (key == Qt::Key_Up) {
        return node.parent == FlameNode::kNone ? m_current : node.parent;
    }
    if (key == Qt::Key_Down) {
        return node.childCount > 0 ? node.firstChild : m_current;
    }
    if (node.parent == FlameNode::kNone) {
        return m_current;
    }
    const FlameNode& parent = (*tree())[node.parent];
    const std::uint32_t last = parent.firstChild + parent.childCount - 1;
    return key == Qt::Key_Left ? std::max(parent.firstChild, m_current - 1)
                               : std::min(last, m_current + 1);
}

// What is current is outlined: the focus is seen.
void FlameItem::focusInEvent(QFocusEvent* event) {
    if (m_current == FlameNode::kNone && tree() != nullptr) {
        setCurrent(m_top);
    }
    DisplayListItem::focusInEvent(event);
}

void FlameItem::keyPressEvent(QKeyEvent* event) {
    if (tree() == nullptr) {
        return DisplayListItem::keyPressEvent(event);
    }
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right: {
            setCurrent(m_current == FlameNode::kNone ? m_top : neighbor(event->key()));
            const double y = (*tree())[m_current].depth * static_cast<double>(kIciclePitch);
            setScrollY(std::min(y, std::max(m_scrollY, y + kIciclePitch - height())));
            return;
        }
        case Qt::Key_Space:
            return setTop(m_current);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return pick(m_current);
        default:
            return DisplayListItem::keyPressEvent(event);
    }
}

}  // namespace gaplight::ui
