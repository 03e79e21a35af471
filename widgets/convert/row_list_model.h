// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <QAbstractListModel>

namespace gaplight::ui {

// A list model of QML as one table of roles, instead of switches in data() and roleNames():
//
//     MarkListModel::MarkListModel(QObject* parent)
//         : RowListModel({{"name", [](const Mark& mark) { return mark.name; }},
//                         {"when", [this](const Mark& mark) { return timeText(mark.start); }}},
//                        parent) {}
//
// LazyListModel computes a row when a view reads it; RowListModel stores all rows. A concrete model
// derives from one of them and adds Q_OBJECT, which templates cannot have.

// `Row` is a value or a const reference. data() is invalid for other rows and other roles.
template <class Row>
class LazyListModel : public QAbstractListModel {
public:
    struct Role {
        const char* name;  // in QML
        std::function<QVariant(const Row&)> value;
    };

    virtual int count() const = 0;

    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : count();
    }
    QVariant data(const QModelIndex& index, int role) const final {
        const int number = role - Qt::UserRole;
        return isRow(index.row()) && number >= 0 && number < static_cast<int>(m_roles.size())
                   ? m_roles[static_cast<std::size_t>(number)].value(row(index.row()))
                   : QVariant();
    }
    // The same by the role's name.
    QVariant value(int row, const char* role) const { return data(index(row), numberOf(role)); }
    QHash<int, QByteArray> roleNames() const final {
        QHash<int, QByteArray> names;
        for (const Role& role : m_roles) {
            names.insert(numberOf(role.name), role.name);
        }
        return names;
    }

protected:
    explicit LazyListModel(std::vector<Role> roles, QObject* parent = nullptr)
        : QAbstractListModel(parent), m_roles(std::move(roles)) {}

    // `index` is in [0, count()).
    virtual Row row(int index) const = 0;

    bool isRow(int index) const { return index >= 0 && index < count(); }
    // Changes rows by `change` and notifies views of a reset.
    template <class Change>
    void reset(Change&& change) {
        beginResetModel();
        std::forward<Change>(change)();
        endResetModel();
    }
    // Notifies views of new values in rows [first, last]; of one role, or of all.
    void notifyChanged(int first, int last, const char* role = nullptr) {
        if (isRow(first) && isRow(last)) {
            const QList<int> roles = role == nullptr ? QList<int>() : QList<int>{numberOf(role)};
            Q_EMIT dataChanged(index(first), index(last), roles);
        }
    }

private:
    // -1 if there is no such role.
    int numberOf(std::string_view role) const {
        for (std::size_t i = 0; i < m_roles.size(); ++i) {
            if (m_roles[i].name == role) {
                return Qt::UserRole + static_cast<int>(i);
            }
        }
        return -1;
    }

    std::vector<Role> m_roles;
};

// Stores its rows.
template <class Row>
class RowListModel : public LazyListModel<const Row&> {
public:
    int count() const final { return static_cast<int>(m_rows.size()); }
    const std::vector<Row>& rows() const { return m_rows; }

protected:
    using LazyListModel<const Row&>::LazyListModel;

    const Row& row(int index) const final { return m_rows[static_cast<std::size_t>(index)]; }

    // Replaces all rows.
    void resetRows(std::vector<Row> rows) {
        this->reset([&] { m_rows = std::move(rows); });
    }
    // The same number of rows as before: views keep their items.
    void updateRows(std::vector<Row> rows) {
        m_rows = std::move(rows);
        this->notifyChanged(0, count() - 1);
    }
    void insertAt(int index, Row row) {
        this->beginInsertRows({}, index, index);
        m_rows.insert(m_rows.begin() + index, std::move(row));
        this->endInsertRows();
    }
    void removeAt(int index) {
        this->beginRemoveRows({}, index, index);
        m_rows.erase(m_rows.begin() + index);
        this->endRemoveRows();
    }
    // Applies `change` to one row; `role`: the one role that depends on it, or all.
    template <class Change>
    void changeAt(int index, Change&& change, const char* role = nullptr) {
        std::forward<Change>(change)(m_rows[static_cast<std::size_t>(index)]);
        this->notifyChanged(index, index, role);
    }

private:
    std::vector<Row> m_rows;
};

}  // namespace gaplight::ui
