// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/flow_choice_model.h"

#include <utility>

#include "core/scene/model/flow_chain.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

FlowChoiceModel::FlowChoiceModel(QObject* parent)
    : RowListModel({{"name", [this](SliceId end) { return nameOf(end); }},
                    {"delay", [this](SliceId end) { return durationText(delayTo(end)); }},
                    {"place",
                     [this](SliceId end) {
                         const Trace& trace = *m_trace->session().trace;
                         return trackText(trace, trace.trackOf(end));
                     }}},
                   parent) {}

bool FlowChoiceModel::offerFor(const TimelineView& view, Action action) {
    const bool forward = action == Action::FlowForward;
    if ((!forward && action != Action::FlowBack) || !view.state().selected.isValid()) {
        return false;
    }
    FlowEnds ends = flowEnds(view.model(), view.state().selected);
    std::vector<SliceId>& offered = forward ? ends.to : ends.from;
    if (offered.size() < 2) {
        return false;
    }
    offer(view.loadedTrace(), view.state().selected, std::move(offered), forward);
    return true;
}

void FlowChoiceModel::offer(LoadedTrace trace, SliceId from, std::vector<SliceId> ends,
                            bool forward) {
    m_trace = std::move(trace);
    m_from = from;
    m_forward = forward;
    resetRows(std::move(ends));
    Q_EMIT changed();
}

void FlowChoiceModel::close() {
    if (isOpen()) {
        offer(nullptr, SliceId(), {}, true);
    }
}

QString FlowChoiceModel::title() const {
    if (!isOpen()) {
        return {};
    }
    return (m_forward ? QStringLiteral("%1 arrows start at %2")
                      : QStringLiteral("%1 arrows end at %2"))
        .arg(countText(rows().size()), nameOf(m_from));
}

SliceId FlowChoiceModel::at(int row) const {
    return isRow(row) ? rows()[static_cast<std::size_t>(row)] : SliceId();
}

QString FlowChoiceModel::nameOf(SliceId slice) const {
    const Trace& trace = *m_trace->session().trace;
    return toQString(m_trace->model().names->label(trace.slices().name(slice)));
}

// From the end of the earlier slice to the start of the later one.
Duration FlowChoiceModel::delayTo(SliceId end) const {
    const SliceTable& slices = m_trace->session().trace->slices();
    return m_forward ? slices.start(end) - slices.end(m_from)
                     : slices.start(m_from) - slices.end(end);
}

}  // namespace gaplight::ui
