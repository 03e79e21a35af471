// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/action_list_model.h"

namespace gaplight::ui {

ActionListModel::ActionListModel(QObject* parent) : QAbstractListModel(parent) {
    for (const ActionRow& row : actionTable()) {
        if (row.onHelpPage) {
            m_rows.push_back(&row);
        }
    }
}

int ActionListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ActionListModel::data(const QModelIndex& index, int role) const {
    const ActionRow& row = *m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case SectionRole:
            return QString::fromUtf8(row.section);
        case KeysRole:
            return QString::fromUtf8(row.keys);
        case TitleRole:
            return QString::fromUtf8(row.title);
        default:
            return {};
    }
}

QHash<int, QByteArray> ActionListModel::roleNames() const {
    return {{SectionRole, "section"}, {KeysRole, "keys"}, {TitleRole, "title"}};
}

}  // namespace gaplight::ui
