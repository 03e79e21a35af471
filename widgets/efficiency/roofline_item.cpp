// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/roofline_item.h"

#include <algorithm>
#include <optional>

#include <QStringList>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

QString boundText(KernelBound bound) {
    switch (bound) {
        case KernelBound::Compute:
            return QStringLiteral("bound by compute");
        case KernelBound::Memory:
            return QStringLiteral("bound by memory");
        default:
            return QStringLiteral("bound by neither compute nor memory");
    }
}

}  // namespace

QString knownWorkText(const Trace& trace, const GpuRoofline& gpu) {
    const double share = static_cast<double>(gpu.covered.count()) /
                         static_cast<double>(std::max<std::int64_t>(1, gpu.kernels.count()));
    const QString name = gpu.name.empty() ? QString() : QStringLiteral(" · ") + toQString(gpu.name);
    return QStringLiteral("%1%2: the work of %3 of the kernel time is known")
        .arg(toQString(trace.gpuLabel(gpu.gpu)), name, percentText(share));
}

QString sourceOfPeaksText(const GpuRoofline& gpu) {
    return gpu.isFromTrace
               ? QStringLiteral(
                     "No document of this GPU is known: the lines are the best kernels of"
                     " the trace.")
               : QStringLiteral("Peaks: %1").arg(toQString(gpu.peaks.source));
}

QString kernelSumsText(const EfficiencySums& sums) {
    QStringList lines{QStringLiteral("%1 · %2").arg(countText(sums.count, "launch", "launches"),
                                                    durationText(sums.time))};
    if (sums.covered < sums.time) {
        lines << QStringLiteral("%1 of it with known work").arg(durationText(sums.covered));
    }
    lines << QStringLiteral("%1 of the roofline · %2")
                 .arg(percentText(sums.efficiency().value_or(0)),
                      boundText(sums.bound().value_or(KernelBound::Latency)));
    QString rates = toQString(gaplight::bytesText(sums.bytesPerSecond())) + QStringLiteral("/s");
    if (sums.flopsPerSecond() > 0) {
        rates += QStringLiteral(" · %1 TFLOP/s")
                     .arg(toQString(gaplight::teraText(sums.flopsPerSecond())));
    }
    lines << rates << QStringLiteral("%1 to gain at most").arg(durationText(sums.headroom()));
    return lines.join(QLatin1Char('\n'));
}

QString collectiveRateText(const CollectiveRate& rate) {
    const QString speed =
        toQString(gaplight::bytesText(rate.minBytesPerSecond())) + QStringLiteral("/s");
    const std::optional<double> used = rate.minEfficiency();
    return QStringLiteral("%1, %2 among %3 ranks: at least %4, %5")
        .arg(toQString(rate.operation),
             toQString(gaplight::bytesText(static_cast<double>(rate.bytes))), countText(rate.ranks),
             used ? QStringLiteral("%1 of %2 (%3)")
                        .arg(percentText(*used), toQString(rate.link), speed)
                  : speed,
             countText(rate.count, "call", "calls"));
}

namespace {

constexpr std::size_t kMaxLongest = 1000;  // kernels of a point that are gone through

}  // namespace

RooflineItem::RooflineItem(QQuickItem* parent) : KernelPointItem(parent) {}

void RooflineItem::setKernels(KernelEfficiencyObject* kernels) {
    if (!replaceSource(m_kernels, kernels)) {
        return;
    }
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
    m_longest.clear();
    const GpuRoofline* gpu = shownGpu();
    m_plot = gpu == nullptr ? RooflinePlot{} : rooflineOf(trace(), m_data->efficiency, *gpu);
    clearPoints();
    Q_EMIT plotChanged();
    Q_EMIT selectionChanged();
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

bool RooflineItem::draw(DisplayList& list) {
    if (m_plot.points.empty()) {
        drawnMarks().clear();
        return false;
    }
    RooflineInput input{m_plot.points, m_plot.ceilings, m_plot.bytesPerSecond, 0, 0, {}, {}};
    input.width = listWidth();
    input.height = listHeight();
    input.hovered = hovered();
    input.selected = selected();
    buildRoofline(input, measure(), list, drawnMarks());
    return true;
}

QString RooflineItem::title() const {
    return selected() ? toQString(shortKernelName(trace().text(m_plot.rows[*selected()]->name)))
                      : QString();
}

QString RooflineItem::facts() const {
    return selected() ? kernelSumsText(m_plot.rows[*selected()]->sums) : QString();
}

QString RooflineItem::placeText() const {
    if (m_longest.empty() || !m_hasPicked) {
        return {};
    }
    return m_position == 0 ? QStringLiteral("The longest of %1").arg(countText(m_longest.size()))
                           : QStringLiteral("Number %1 of %2, the longest first")
                                 .arg(countText(m_position + 1), countText(m_longest.size()));
}

QString RooflineItem::tip(std::size_t point) const {
    return toQString(shortKernelName(trace().text(m_plot.rows[point]->name))) + QLatin1Char('\n') +
           kernelSumsText(m_plot.rows[point]->sums);
}

void RooflineItem::select(std::size_t point) {
    if (selected() == point) {
        return;
    }
    const EfficiencyRow& row = *m_plot.rows[point];
    m_longest = longestKernels(trace(), row.name, row.gpu, kMaxLongest);
    m_position = 0;
    m_hasPicked = false;
    setSelected(point);
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

}  // namespace gaplight::ui
