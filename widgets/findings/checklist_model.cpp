// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/checklist_model.h"

#include <algorithm>

#include "widgets/convert/code_span_html.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

ChecklistModel::ChecklistModel(const SessionObject& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &ChecklistModel::reload);
}

void ChecklistModel::reload() {
    beginResetModel();
    m_trace = m_session.trace();
    endResetModel();
    Q_EMIT countChanged();
}

int ChecklistModel::unhealthy() const {
    if (!m_trace) {
        return 0;
    }
    const std::vector<ChecklistItem>& items = m_trace->session().findings.checklist;
    return static_cast<int>(std::count_if(
        items.begin(), items.end(),
        [](const ChecklistItem& item) { return item.status == ChecklistStatus::Unhealthy; }));
}

int ChecklistModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_trace
               ? 0
               : static_cast<int>(m_trace->session().findings.checklist.size());
}

QVariant ChecklistModel::data(const QModelIndex& index, int role) const {
    const ChecklistItem& item =
        m_trace->session().findings.checklist[static_cast<std::size_t>(index.row())];
    switch (role) {
        case QuestionRole:
        case Qt::DisplayRole:
            return toQString(checklistText(item.question));
        case StatusRole:
            return toQString(checklistStatusName(item.status));
        case StatusTextRole:
            switch (item.status) {
                case ChecklistStatus::Healthy:
                    return tr("healthy");
                case ChecklistStatus::Unhealthy:
                    return tr("not healthy");
                case ChecklistStatus::Unknown:
                    break;
            }
            return tr("cannot tell");
        case ValueRole:
            return unbroken(toQString(item.value));
        case LimitsRole:
            return unbroken(toQString(item.limits));
        case FindingRole:
            return item.finding ? static_cast<int>(*item.finding) : -1;
        default:
            return {};
    }
}

QHash<int, QByteArray> ChecklistModel::roleNames() const {
    return {{QuestionRole, "question"}, {StatusRole, "status"}, {StatusTextRole, "statusText"},
            {ValueRole, "value"},       {LimitsRole, "limits"}, {FindingRole, "finding"}};
}

}  // namespace gaplight::ui
