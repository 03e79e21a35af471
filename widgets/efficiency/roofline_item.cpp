// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/roofline_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QKeyEvent>
#include <QMouseEvent>

#include "core/analysis/torch/kernel_name.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/efficiency/roofline_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxLongest = 1000;  // kernels of a point that are gone through

}  // namespace

RooflineItem::RooflineItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
    setActiveFocusOnTab(true);
}

void RooflineItem::setKernels(KernelEfficiencyObject* kernels) {
    if (kernels == m_kernels) {
        return;
    }
    if (m_kernels) {
        m_kernels->disconnect(this);
    }
    m_kernels = kernels;
    if (m_kernels) {
        connect(m_kernels, &KernelEfficiencyObject::changed, this, [this] {
            if (m_kernels->data() != m_data) {
                m_gpu = 0;
                updatePlot();
            }
        });
    }
    updatePlot();
}

const GpuRoofline* RooflineItem::shownGpu() const {
    if (!m_data) {
        return nullptr;
    }
    const std::vector<const GpuRoofline*> gpus = rooflineGpus(m_data->efficiency);
    const auto at = static_cast<std::size_t>(m_gpu);
    return at < gpus.size() ? gpus[at] : nullptr;
}

void RooflineItem::updatePlot() {
    m_data = m_kernels ? m_kernels->data() : nullptr;
    m_hovered.reset();
    m_selected.reset();
    m_longest.clear();
    const GpuRoofline* gpu = shownGpu();
    m_plot = gpu == nullptr ? RooflinePlot{} : rooflineOf(trace(), m_data->efficiency, *gpu);
    polish();
    Q_EMIT plotChanged();
    Q_EMIT selectionChanged();
    Q_EMIT hoverChanged();
}

QStringList RooflineItem::gpus() const {
    QStringList names;
    if (m_data) {
        for (const GpuRoofline* gpu : rooflineGpus(m_data->efficiency)) {
            names << toQString(trace().gpuLabel(gpu->gpu));
        }
    }
    return names;
}

void RooflineItem::setGpu(int gpu) {
    if (gpu != m_gpu && gpu >= 0) {
        m_gpu = gpu;
        updatePlot();
    }
}

QString RooflineItem::gpuText() const {
    const GpuRoofline* gpu = shownGpu();
    return gpu == nullptr ? QString() : knownWorkText(trace(), *gpu);
}

QString RooflineItem::peaksText() const {
    const GpuRoofline* gpu = shownGpu();
    return gpu == nullptr ? QString() : sourceOfPeaksText(*gpu);
}

void RooflineItem::build(DisplayList& list) {
    if (m_plot.points.empty()) {
        m_marks.clear();
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    RooflineInput input{m_plot.points, m_plot.ceilings, m_plot.bytesPerSecond, 0, 0, {}, {}};
    input.width = static_cast<float>(width());
    input.height = static_cast<float>(height());
    input.hovered = m_hovered;
    input.selected = m_selected;
    buildRoofline(input, m_measure, list, m_marks);
}

QString RooflineItem::title() const {
    return m_selected ? toQString(shortKernelName(trace().text(m_plot.rows[*m_selected]->name)))
                      : QString();
}

QString RooflineItem::facts() const {
    return m_selected ? kernelSumsText(m_plot.rows[*m_selected]->sums) : QString();
}

QString RooflineItem::placeText() const {
    if (m_longest.empty() || !m_hasPicked) {
        return {};
    }
    return m_position == 0 ? tr("The longest of %1").arg(countText(m_longest.size()))
                           : tr("Number %1 of %2, the longest first")
                                 .arg(countText(m_position + 1), countText(m_longest.size()));
}

QString RooflineItem::tipText() const {
    return m_hovered ? toQString(shortKernelName(trace().text(m_plot.rows[*m_hovered]->name))) +
                           QLatin1Char('\n') + kernelSumsText(m_plot.rows[*m_hovered]->sums)
                     : QString();
}

void RooflineItem::select(std::size_t point) {
    if (m_selected == point) {
        return;
    }
    m_selected = point;
    const EfficiencyRow& row = *m_plot.rows[point];
    m_longest = longestKernels(trace(), row.name, row.gpu, kMaxLongest);
    m_position = 0;
    m_hasPicked = false;
    polish();
    Q_EMIT selectionChanged();
}

void RooflineItem::goToNext() {
    if (m_longest.empty()) {
        return;
    }
    m_position = m_hasPicked ? (m_position + 1) % m_longest.size() : 0;
    m_hasPicked = true;
    Q_EMIT selectionChanged();
    Q_EMIT picked(static_cast<qint64>(m_longest[m_position].index()));
}

void RooflineItem::step(int direction) {
    if (m_plot.points.empty()) {
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(m_plot.points.size()) - 1;
    const std::ptrdiff_t at = m_selected ? static_cast<std::ptrdiff_t>(*m_selected) + direction : 0;
    select(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last)));
}

void RooflineItem::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    const auto point = rooflinePointAt(m_marks, static_cast<float>(event->position().x()),
                                       static_cast<float>(event->position().y()));
    if (point) {
        select(*point);
        goToNext();
    }
}

void RooflineItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    const auto point = rooflinePointAt(m_marks, static_cast<float>(m_pointer.x()),
                                       static_cast<float>(m_pointer.y()));
    if (point != m_hovered) {
        m_hovered = point;
        polish();
    }
    Q_EMIT hoverChanged();
}

void RooflineItem::hoverLeaveEvent(QHoverEvent*) {
    m_hovered.reset();
    polish();
    Q_EMIT hoverChanged();
}

// What is selected is outlined: the focus is seen.
void RooflineItem::focusInEvent(QFocusEvent* event) {
    const bool isByKey =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (isByKey && !m_selected) {
        step(0);
    }
    DisplayListItem::focusInEvent(event);
}

void RooflineItem::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            return step(-1);
        case Qt::Key_Right:
        case Qt::Key_Down:
            return step(1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return goToNext();
        default:
            return DisplayListItem::keyPressEvent(event);
    }
}

}  // namespace gaplight::ui
