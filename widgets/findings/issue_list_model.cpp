// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/issue_list_model.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Whether all events were kept with their times: odd texts, arrows with one end, rows that were
// moved, and what every capture has at its edges.
bool isHarmless(IssueKind kind) {
    switch (kind) {
        case IssueKind::InvalidUtf8:
        case IssueKind::ControlCharacter:
        case IssueKind::BadEscape:
        case IssueKind::DuplicateKey:
        case IssueKind::TrailingText:
        case IssueKind::MissingName:
        case IssueKind::Overlap:
        case IssueKind::UnfinishedSlice:
        case IssueKind::UnopenedSlice:
        case IssueKind::FlowWithoutStart:
        case IssueKind::FlowWithoutFinish:
        case IssueKind::FlowUnbound:
        case IssueKind::LaunchMissing:
            return true;
        default:
            return false;
    }
}

}  // namespace

IssueListModel::IssueListModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"kind",
            [](const ImportIssue& issue) {
                return toQString(issueKindName(issue.kind)).replace(u'_', u' ');
            }},
           {"occurrences", [](const ImportIssue& issue) { return countText(issue.count); }},
           {"firstPosition",
            [&session](const ImportIssue& issue) {
                const LoadedTrace& trace = session.trace();
                const bool isByte = trace && trace->session().trace->facts().positionsAreBytes;
                return (isByte ? QStringLiteral("byte ") : QStringLiteral("event ")) +
                       countText(issue.firstPosition);
            }},
           {"explanation",
            [](const ImportIssue& issue) { return toQString(issueKindExplanation(issue.kind)); }},
           {"example",
            [](const ImportIssue& issue) { return toQString(issue.example).simplified(); }},
           {"harmful", [](const ImportIssue& issue) { return !isHarmless(issue.kind); }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IssueListModel::reload);
}

int IssueListModel::harmful() const {
    return static_cast<int>(
        std::count_if(rows().begin(), rows().end(),
                      [](const ImportIssue& issue) { return !isHarmless(issue.kind); }));
}

void IssueListModel::reload() {
    std::vector<ImportIssue> issues;
    if (const LoadedTrace& trace = m_session.trace()) {
        issues = trace->session().trace->issues().list();
        for (ImportIssue& issue : trace->session().analysis.issues.list()) {
            issues.push_back(std::move(issue));
        }
    }
    resetRows(std::move(issues));
    Q_EMIT countChanged();
}

}  // namespace gaplight::ui
