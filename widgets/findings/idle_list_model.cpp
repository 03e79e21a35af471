// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/idle_list_model.h"

#include <algorithm>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"

namespace gaplight::ui {

IdleListModel::IdleListModel(const SessionObject& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IdleListModel::reload);
}

void IdleListModel::reload() {
    beginResetModel();
    m_trace = m_session.trace();
    m_rows.clear();
    m_gapCount = 0;
    m_longestGap = m_longestCall = Duration(1);
    m_overlays = m_trace ? m_trace->model().overlays : nullptr;
    if (m_overlays != nullptr) {
        const OverlaySpan marks = m_overlays->all();
        for (std::size_t at = 0; at < marks.size(); ++at) {
            const Overlay& overlay = m_overlays->place(marks.id(at));
            const bool gap = overlay.kind == OverlayKind::IdleGap;
            if (!gap && overlay.kind != OverlayKind::BlockingCall) {
                continue;
            }
            m_rows.push_back(marks.id(at));
            Duration& longest = gap ? m_longestGap : m_longestCall;
            longest = std::max(longest, overlay.range.length());
            m_gapCount += gap ? 1 : 0;
        }
    }
    sort();
    endResetModel();
    Q_EMIT contentChanged();
}

void IdleListModel::setLongestFirst(bool longestFirst) {
    if (longestFirst == m_longestFirst) {
        return;
    }
    beginResetModel();
    m_longestFirst = longestFirst;
    sort();
    endResetModel();
    Q_EMIT contentChanged();
}

void IdleListModel::sort() {
    if (m_overlays == nullptr) {
        return;
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](OverlayId a, OverlayId b) {
        const Overlay& first = m_overlays->place(a);
        const Overlay& second = m_overlays->place(b);
        if (!m_longestFirst) {
            return first.range.begin < second.range.begin;
        }
        return first.kind != second.kind ? first.kind == OverlayKind::IdleGap
                                         : first.range.length() > second.range.length();
    });
}

const Overlay& IdleListModel::overlay(int row) const {
    return m_overlays->place(m_rows[static_cast<std::size_t>(row)]);
}

int IdleListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QString IdleListModel::what(const Overlay& overlay) const {
    return overlay.kind == OverlayKind::IdleGap
               ? tr("%1 idle").arg(toQString(m_trace->session().trace->gpuLabel(overlay.gpu)))
               : toQString(m_trace->session().trace->name(overlay.slice));
}

QString IdleListModel::cause(const Overlay& overlay) const {
    const QString label = toQString(m_overlays->label(overlay));
    if (overlay.kind == OverlayKind::IdleGap) {
        return label;
    }
    const QString where = trackText(*m_trace->session().trace, overlay.track);
    return label.isEmpty() ? where : label + QStringLiteral(" · ") + where;
}

QVariant IdleListModel::data(const QModelIndex& index, int role) const {
    const Overlay& shown = overlay(index.row());
    const bool gap = shown.kind == OverlayKind::IdleGap;
    switch (role) {
        case IsGapRole:
            return gap;
        case WhenRole:
            return durationText(shown.range.begin - m_trace->session().trace->range().begin);
        case LengthRole:
            return durationText(shown.range.length());
        case ShareRole:
            return static_cast<double>(ns(shown.range.length())) /
                   static_cast<double>(ns(gap ? m_longestGap : m_longestCall));
        case WhatRole:
            return what(shown);
        case CauseRole:
            return cause(shown);
        case OverlayRole:
            return static_cast<int>(m_rows[static_cast<std::size_t>(index.row())].index());
        case SliceRole:
            return gap ? qint64{-1} : static_cast<qint64>(shown.slice.index());
        default:
            return {};
    }
}

QHash<int, QByteArray> IdleListModel::roleNames() const {
    return {{IsGapRole, "isGap"},     {WhenRole, "when"},  {LengthRole, "length"},
            {ShareRole, "share"},     {WhatRole, "what"},  {CauseRole, "cause"},
            {OverlayRole, "overlay"}, {SliceRole, "slice"}};
}

}  // namespace gaplight::ui
