// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/issue_list_model.h"

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {

IssueListModel::IssueListModel(const SessionObject& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IssueListModel::reload);
}

void IssueListModel::reload() {
    beginResetModel();
    m_issues.clear();
    if (const LoadedTrace& trace = m_session.trace()) {
        m_issues = trace->session().trace->issues().list();
        for (ImportIssue& issue : trace->session().analysis.issues.list()) {
            m_issues.push_back(std::move(issue));
        }
    }
    endResetModel();
    Q_EMIT countChanged();
}

int IssueListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant IssueListModel::data(const QModelIndex& index, int role) const {
    const ImportIssue& issue = m_issues[static_cast<std::size_t>(index.row())];
    switch (role) {
        case KindRole:
            return toQString(issueKindName(issue.kind)).replace(u'_', u' ');
        case CountRole:
            return countText(issue.count);
        case FirstByteRole:
            return countText(issue.firstByte);
        case ExplanationRole:
            return toQString(issueKindExplanation(issue.kind));
        case ExampleRole:
            return toQString(issue.example).simplified();
        default:
            return {};
    }
}

QHash<int, QByteArray> IssueListModel::roleNames() const {
    return {{KindRole, "kind"},
            {CountRole, "occurrences"},
            {FirstByteRole, "firstByte"},
            {ExplanationRole, "explanation"},
            {ExampleRole, "example"}};
}

}  // namespace gaplight::ui
