// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/slice_details.h"

#include <utility>

#include "core/analysis/torch/python_frame.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

SliceDetails::SliceDetails(const SessionObject& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_work([this](const SliceFacts& facts) { receive(facts); }) {
    connect(&session, &SessionObject::traceChanged, this, &SliceDetails::updateTrace);
}

// A trace with updated findings has the same slices.
void SliceDetails::updateTrace() {
    const Trace* now = m_session.trace() ? m_session.trace()->session().trace.get() : nullptr;
    if (std::exchange(m_trace, now) != now) {
        setSlice(-1);
    }
    updateFinding();
}

void SliceDetails::updateFinding() {
    const LoadedTrace& trace = m_session.trace();
    m_finding = hasSlice() && trace
                    ? findingOf(trace->model(), SliceId(static_cast<std::size_t>(m_slice)))
                    : FindingFocus();
    Q_EMIT findingChanged();
}

void SliceDetails::setSlice(qint64 slice) {
    if (slice == m_slice) {
        return;
    }
    m_slice = slice;
    m_work.drop();
    updateFinding();
    Q_EMIT sliceChanged();
    if (hasSlice()) {
        collect();
    } else {
        receive({});
    }
}

void SliceDetails::setTimeFormat(int format) {
    if (format != timeFormat()) {
        m_timeFormat = static_cast<TimeFormat>(format);
        Q_EMIT timeFormatChanged();
        if (hasSlice()) {
            m_work.drop();
            collect();
        }
    }
}

QString SliceDetails::name() const {
    if (!hasSlice()) {
        return {};
    }
    const Trace& trace = *m_session.trace()->session().trace;
    return toQString(trace.name(SliceId(static_cast<std::size_t>(m_slice))));
}

QString SliceDetails::source() const {
    if (!hasSlice()) {
        return {};
    }
    const Session& session = m_session.trace()->session();
    return toQString(sourceAround(*session.trace, session.indexes->launches,
                                  SliceId(static_cast<std::size_t>(m_slice))));
}

QString SliceDetails::findingTitle() const {
    return m_finding.finding < 0
               ? QString()
               : plainTitle(m_session.trace()->session().findings, m_finding.finding);
}

void SliceDetails::collect() {
    m_collecting = true;
    const SliceId slice(static_cast<std::size_t>(m_slice));
    m_work.start([trace = m_session.trace(), slice, format = m_timeFormat] {
        return sliceFacts(*trace, slice, format);
    });
}

void SliceDetails::receive(SliceFacts facts) {
    m_collecting = false;
    m_facts.setRows(std::move(facts.facts));
    m_preceding.setRows(std::move(facts.preceding));
    m_following.setRows(std::move(facts.following));
    m_children.setRows(std::move(facts.children));
    m_stack.setRows(std::move(facts.stack));
    m_args.setRows(std::move(facts.args));
    m_stackTitle = facts.stackTitle;
    m_childrenTitle = facts.childrenTitle;
    m_occupancy = facts.occupancy;
    Q_EMIT factsChanged();
}

}  // namespace gaplight::ui
