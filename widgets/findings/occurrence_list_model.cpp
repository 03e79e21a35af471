// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/occurrence_list_model.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/code_span_html.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"

namespace gaplight::ui {
namespace {

QString whereOf(const Trace& trace, const Evidence& evidence) {
    if (evidence.mark == EvidenceMark::Gap) {
        return toQString(trace.gpuLabel(evidence.gpu));
    }
    return evidence.track.isValid() ? trackText(trace, evidence.track) : QString();
}

}  // namespace

void OccurrenceListModel::show(LoadedTrace trace, const Finding* finding) {
    beginResetModel();
    m_trace = std::move(trace);
    m_finding = finding;
    m_longest = Duration(1);
    if (finding != nullptr) {
        for (const Evidence& evidence : finding->evidence) {
            m_longest = std::max(m_longest, evidence.range.length());
        }
    }
    endResetModel();
    Q_EMIT countChanged();
}

int OccurrenceListModel::count() const {
    return m_finding == nullptr ? 0 : static_cast<int>(m_finding->evidence.size());
}

int OccurrenceListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant OccurrenceListModel::data(const QModelIndex& index, int role) const {
    const Evidence& evidence = m_finding->evidence[static_cast<std::size_t>(index.row())];
    const Trace& trace = *m_trace->session().trace;
    switch (role) {
        case WhenRole:
            return durationText(evidence.range.begin - trace.range().begin);
        case LengthRole:
        case Qt::DisplayRole:
            return durationText(evidence.range.length());
        case ShareRole:
            return static_cast<double>(ns(evidence.range.length())) /
                   static_cast<double>(ns(m_longest));
        case MarkRole:
            return toQString(evidenceMarkName(evidence.mark));
        case NoteRole:
            return evidence.note < m_finding->notes.size()
                       ? withoutCodeSpans(m_finding->notes[evidence.note])
                       : QString();
        case TrackRole:
            return whereOf(trace, evidence);
        default:
            return {};
    }
}

QHash<int, QByteArray> OccurrenceListModel::roleNames() const {
    return {{WhenRole, "when"}, {LengthRole, "length"}, {ShareRole, "share"},
            {MarkRole, "mark"}, {NoteRole, "note"},     {TrackRole, "track"}};
}

}  // namespace gaplight::ui
