// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>

#include "widgets/efficiency/kernel_efficiency_object.h"
#include "widgets/render/display_list_item.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// What the colors of kernels by efficiency mean.
class EfficiencyLegendItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT

public:
    explicit EfficiencyLegendItem(QQuickItem* parent = nullptr);

protected:
    void build(DisplayList& list) override;
    void resizeList() final;
};

// Draws a timeline's names in colors by efficiency while that is chosen.
class EfficiencyTint : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::TimelineItem* timeline READ timeline WRITE setTimeline NOTIFY
                   timelineChanged REQUIRED)
    Q_PROPERTY(gaplight::ui::KernelEfficiencyObject* kernels READ kernels WRITE setKernels NOTIFY
                   kernelsChanged REQUIRED)

public:
    using QObject::QObject;

    TimelineItem* timeline() const { return m_timeline; }
    void setTimeline(TimelineItem* timeline);
    KernelEfficiencyObject* kernels() const { return m_kernels; }
    void setKernels(KernelEfficiencyObject* kernels);

Q_SIGNALS:
    void timelineChanged();
    void kernelsChanged();

private:
    // O(1) where the timeline draws from the right names already, as after most changes of it.
    void update();

    QPointer<TimelineItem> m_timeline;
    QPointer<KernelEfficiencyObject> m_kernels;
    std::shared_ptr<const NameTable> m_names;  // that the timeline draws from; null: the trace's
};

}  // namespace gaplight::ui
