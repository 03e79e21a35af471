// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/base/import_issue.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Import issues: errors in the file that did not prevent loading.
class IssueListModel : public RowListModel<ImportIssue> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    // Kinds that change a figure: events were lost or have wrong times.
    Q_PROPERTY(int harmful READ harmful NOTIFY countChanged)

public:
    // `session` must outlive it.
    explicit IssueListModel(const SessionObject& session, QObject* parent = nullptr);

    int harmful() const;

Q_SIGNALS:
    void countChanged();

private:
    void reload();

    const SessionObject& m_session;
};

}  // namespace gaplight::ui
