// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractListModel>
#include <QQmlEngine>
#include <QString>

namespace gaplight::ui {

struct DetailRow {
    QString key;
    QString value;
    qint64 slice = -1;  // where a click on it leads; -1: nowhere
};

// Key-value rows of the details pane.
class DetailListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum ItemRole { KeyRole = Qt::UserRole, ValueRole, SliceRole };

    using QAbstractListModel::QAbstractListModel;

    void setRows(std::vector<DetailRow> rows);
    [[nodiscard]] const std::vector<DetailRow>& rows() const { return m_rows; }
    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void countChanged();

private:
    std::vector<DetailRow> m_rows;
};

}  // namespace gaplight::ui
