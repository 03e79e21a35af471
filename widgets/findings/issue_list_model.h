// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>

#include "core/base/import_issue.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Import issues: anomalies of the file that did not prevent loading.
class IssueListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum ItemRole {
        KindRole = Qt::UserRole,
        CountRole,
        FirstByteRole,
        ExplanationRole,
        ExampleRole
    };

    // `session` must outlive it.
    explicit IssueListModel(const SessionObject& session, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(m_issues.size()); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void countChanged();

private:
    void reload();

    const SessionObject& m_session;
    std::vector<ImportIssue> m_issues;
};

}  // namespace gaplight::ui
