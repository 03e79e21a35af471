// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <QPointer>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/session/efficiency_of.h"
#include "widgets/efficiency/kernel_efficiency_object.h"
#include "widgets/efficiency/kernel_point_item.h"

namespace gaplight::ui {

// "GPU 0 · NVIDIA H200: the work of 93 % of the kernel time is known".
[[nodiscard]] QString knownWorkText(const Trace& trace, const GpuRoofline& gpu);
// The document with the peaks of a GPU, or what stands for them.
[[nodiscard]] QString sourceOfPeaksText(const GpuRoofline& gpu);
// Launches, time, efficiency, rates and what could be gained, in lines.
[[nodiscard]] QString kernelSumsText(const EfficiencySums& sums);
// "allreduce, 33.6 MB to 2 ranks: at least 53 % of NVLink 4 (238 GB/s), 36 calls".
[[nodiscard]] QString collectiveRateText(const CollectiveRate& rate);

// The roofline plot of one GPU. A click on a point, or Return, selects its kernels and picks the
// longest one; again: the next longest. Left and right move between points, longest first.
class RooflineItem : public KernelPointItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::KernelEfficiencyObject* kernels READ kernels WRITE setKernels NOTIFY
                   plotChanged REQUIRED)
    // GPUs with a plot, and the one that is shown (an index).
    Q_PROPERTY(QStringList gpus READ gpus NOTIFY plotChanged)
    Q_PROPERTY(int gpu READ gpu WRITE setGpu NOTIFY plotChanged)
    // "NVIDIA H200 · 93 % of kernel time has known work"; how the peaks are known.
    Q_PROPERTY(QString gpuText READ gpuText NOTIFY plotChanged)
    Q_PROPERTY(QString peaksText READ peaksText NOTIFY plotChanged)
    // Texts about the selected point; empty without one.
    Q_PROPERTY(QString title READ title NOTIFY selectionChanged)
    Q_PROPERTY(QString facts READ facts NOTIFY selectionChanged)
    // "2nd longest of 192".
    Q_PROPERTY(QString placeText READ placeText NOTIFY selectionChanged)

public:
    explicit RooflineItem(QQuickItem* parent = nullptr);

    KernelEfficiencyObject* kernels() const { return m_kernels; }
    void setKernels(KernelEfficiencyObject* kernels);
    QStringList gpus() const;
    int gpu() const { return m_gpu; }
    void setGpu(int gpu);
    QString gpuText() const;
    QString peaksText() const;
    QString title() const;
    QString facts() const;
    QString placeText() const;

    // Picks the next longest kernel of the selected point, after the last the first.
    Q_INVOKABLE void goToNext();

Q_SIGNALS:
    void plotChanged();
    void picked(qint64 slice);

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::size_t pointCount() const override { return m_plot.points.size(); }
    QString tip(std::size_t point) const override;
    void select(std::size_t point) override;
    void choose() override { goToNext(); }

private:
    const Trace& trace() const { return *m_data->trace->session().trace; }
    const GpuRoofline* shownGpu() const;
    void updatePlot();

    QPointer<KernelEfficiencyObject> m_kernels;
    std::shared_ptr<const MeasuredKernels> m_data;  // that the plot is of
    int m_gpu = 0;
    RooflinePlot m_plot;
    std::vector<SliceId> m_longest;  // kernels of the selected point
    std::size_t m_position = 0;      // of the picked one among them
    bool m_hasPicked = false;
};

}  // namespace gaplight::ui
