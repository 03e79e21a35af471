// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/efficiency_tint.h"

#include "core/scene/kernels/kernel_marks.h"

namespace gaplight::ui {

EfficiencyLegendItem::EfficiencyLegendItem(QQuickItem* parent) : DisplayListItem(parent) {
    resizeList();
}

void EfficiencyLegendItem::resizeList() {
    setImplicitWidth(static_cast<double>(efficiencyLegendWidth(measure())) * listScale());
    setImplicitHeight(static_cast<double>(kEfficiencyLegendHeight) * listScale());
}

void EfficiencyLegendItem::build(DisplayList& list) {
    buildEfficiencyLegend(listWidth(), measure(), list);
}

void EfficiencyTint::setTimeline(TimelineItem* timeline) {
    m_timeline = timeline;
    // Another trace, or updated findings, bring names of their own.
    connect(timeline, &TimelineItem::viewChanged, this, &EfficiencyTint::update);
    update();
    Q_EMIT timelineChanged();
}

void EfficiencyTint::setKernels(KernelEfficiencyObject* kernels) {
    m_kernels = kernels;
    connect(kernels, &KernelEfficiencyObject::changed, this, &EfficiencyTint::update);
    update();
    Q_EMIT kernelsChanged();
}

void EfficiencyTint::update() {
    if (!m_timeline || !m_kernels || !m_timeline->view().hasTrace()) {
        return;
    }
    const LoadedTrace& shown = m_timeline->view().loadedTrace();
    const std::shared_ptr<const NameTable> names = m_kernels->coloredNames(shown);
    const NameTable* wanted = names ? names.get() : shown->model().names;
    if (m_timeline->view().model().names != wanted) {
        m_timeline->change([&](TimelineView& view) { view.setNames(names.get()); });
    }
    m_names = names;
}

}  // namespace gaplight::ui
