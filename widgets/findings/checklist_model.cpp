// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/checklist_model.h"

#include <algorithm>
#include <vector>

#include "widgets/convert/code_span_html.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

QString statusText(ChecklistStatus status) {
    switch (status) {
        case ChecklistStatus::Healthy:
            return QStringLiteral("healthy");
        case ChecklistStatus::Unhealthy:
            return QStringLiteral("not healthy");
        case ChecklistStatus::Unknown:
            break;
    }
    return QStringLiteral("cannot tell");
}

}  // namespace

ChecklistModel::ChecklistModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"question",
            [](const ChecklistItem& item) { return toQString(checklistText(item.question)); }},
           // "healthy", "unhealthy", "unknown".
           {"status",
            [](const ChecklistItem& item) { return toQString(checklistStatusName(item.status)); }},
           {"statusText", [](const ChecklistItem& item) { return statusText(item.status); }},
           {"value", [](const ChecklistItem& item) { return unbroken(toQString(item.value)); }},
           {"limits", [](const ChecklistItem& item) { return unbroken(toQString(item.limits)); }},
           // Index of the finding that explains it; -1: none.
           {"finding",
            [](const ChecklistItem& item) {
                return item.finding ? static_cast<int>(*item.finding) : -1;
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &ChecklistModel::reload);
}

void ChecklistModel::reload() {
    const LoadedTrace& trace = m_session.trace();
    resetRows(trace ? trace->session().findings.checklist : std::vector<ChecklistItem>());
    Q_EMIT countChanged();
}

int ChecklistModel::unhealthy() const {
    return static_cast<int>(std::count_if(
        rows().begin(), rows().end(),
        [](const ChecklistItem& item) { return item.status == ChecklistStatus::Unhealthy; }));
}

}  // namespace gaplight::ui
