// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

#include "widgets/input/action.h"

namespace gaplight::ui {

// The actions that a few typed words name, the best match first; all of them for no words.
class CommandListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY filterChanged)
    Q_PROPERTY(int count READ count NOTIFY filterChanged)

public:
    enum ItemRole { ActionRole = Qt::UserRole, SectionRole, KeysRole, TitleRole };

    explicit CommandListModel(QObject* parent = nullptr);

    [[nodiscard]] QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
    // Of a row.
    Q_INVOKABLE gaplight::ui::Action actionAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void filterChanged();

private:
    void match();

    QString m_filter;
    std::vector<const ActionRow*> m_rows;
};

}  // namespace gaplight::ui
