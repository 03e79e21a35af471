// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QPointF>
#include <QPointer>
#include <QQmlEngine>
#include <QStringList>

#include "core/session/roofline_of.h"
#include "widgets/efficiency/kernel_efficiency_object.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {

// The roofline plot of one GPU. A click on a point, or Return, selects its kernels and picks the
// longest one; again: the next longest. Left and right move between points, longest first.
class RooflineItem : public DisplayListItem {
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
    // Of the selected point; empty without one.
    Q_PROPERTY(QString title READ title NOTIFY selectionChanged)
    Q_PROPERTY(QString facts READ facts NOTIFY selectionChanged)
    // "2nd longest of 192".
    Q_PROPERTY(QString placeText READ placeText NOTIFY selectionChanged)
    // The point under the pointer, in full; empty for none.
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)
    // Marks arrow keys as handled by this item, not by window shortcuts.
    Q_PROPERTY(bool keyNavigationEnabled READ keyNavigationEnabled CONSTANT)

public:
    explicit RooflineItem(QQuickItem* parent = nullptr);

    [[nodiscard]] KernelEfficiencyObject* kernels() const { return m_kernels; }
    void setKernels(KernelEfficiencyObject* kernels);
    [[nodiscard]] QStringList gpus() const;
    [[nodiscard]] int gpu() const { return m_gpu; }
    void setGpu(int gpu);
    [[nodiscard]] QString gpuText() const;
    [[nodiscard]] QString peaksText() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString facts() const;
    [[nodiscard]] QString placeText() const;
    [[nodiscard]] QString tipText() const;
    [[nodiscard]] QPointF pointer() const { return m_pointer; }
    [[nodiscard]] bool keyNavigationEnabled() const { return true; }
    // Where the points are, of the latest plot.
    [[nodiscard]] const std::vector<RooflineMark>& marks() const { return m_marks; }

    // Picks the next longest kernel of the selected point, after the last the first.
    Q_INVOKABLE void goToNext();

Q_SIGNALS:
    void plotChanged();
    void selectionChanged();
    void hoverChanged();
    void viewportChanged();
    void picked(qint64 slice);

protected:
    void build(DisplayList& list) override;
    void mousePressEvent(QMouseEvent* event) override;
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] const Trace& trace() const { return *m_data->trace->session().trace; }
    [[nodiscard]] const GpuRoofline* shownGpu() const;
    void updatePlot();
    void select(std::size_t point);
    void step(int direction);

    QPointer<KernelEfficiencyObject> m_kernels;
    std::shared_ptr<const MeasuredKernels> m_data;  // that the plot is of
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
    int m_gpu = 0;
    RooflinePlot m_plot;
    std::vector<RooflineMark> m_marks;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_selected;
    std::vector<SliceId> m_longest;  // kernels of the selected point
    std::size_t m_position = 0;      // of the picked one among them
    bool m_hasPicked = false;
    QPointF m_pointer;
};

}  // namespace gaplight::ui
