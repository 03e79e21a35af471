// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/flow_choice_model.h"

#include <utility>

#include "core/scene/model/followed_flow.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"

namespace gaplight::ui {

bool FlowChoiceModel::offerFor(const TimelineView& view, Action action) {
    const bool forward = action == Action::FlowForward;
    if ((!forward && action != Action::FlowBack) || !view.state().selected.isValid()) {
        return false;
    }
    FlowEnds ends = flowEnds(view.model(), view.state().selected);
    std::vector<SliceId>& wanted = forward ? ends.to : ends.from;
    if (wanted.size() < 2) {
        return false;
    }
    offer(view.loadedTrace(), view.state().selected, std::move(wanted), forward);
    return true;
}

void FlowChoiceModel::offer(LoadedTrace trace, SliceId from, std::vector<SliceId> ends,
                            bool forward) {
    beginResetModel();
    m_trace = std::move(trace);
    m_from = from;
    m_ends = std::move(ends);
    m_forward = forward;
    endResetModel();
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
    return (m_forward ? tr("%1 arrows lead on from %2") : tr("%1 arrows lead to %2"))
        .arg(countText(m_ends.size()), nameOf(m_from));
}

SliceId FlowChoiceModel::at(int row) const {
    return row < 0 || row >= count() ? SliceId() : m_ends[static_cast<std::size_t>(row)];
}

QString FlowChoiceModel::nameOf(SliceId slice) const {
    const Trace& trace = *m_trace->session().trace;
    return toQString(m_trace->model().names->label(trace.slices().name(slice)));
}

// From the end of the one to the start of the other.
Duration FlowChoiceModel::delayTo(SliceId end) const {
    const SliceTable& slices = m_trace->session().trace->slices();
    return m_forward ? slices.start(end) - slices.end(m_from)
                     : slices.start(m_from) - slices.end(end);
}

int FlowChoiceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant FlowChoiceModel::data(const QModelIndex& index, int role) const {
    const SliceId end = at(index.row());
    switch (role) {
        case NameRole:
            return nameOf(end);
        case DelayRole:
            return durationText(delayTo(end));
        case PlaceRole: {
            const Trace& trace = *m_trace->session().trace;
            return trackText(trace, trace.trackOf(end));
        }
        default:
            return {};
    }
}

QHash<int, QByteArray> FlowChoiceModel::roleNames() const {
    return {{NameRole, "name"}, {DelayRole, "delay"}, {PlaceRole, "place"}};
}

}  // namespace gaplight::ui
