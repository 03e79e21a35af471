// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

void DetailListModel::setRows(std::vector<DetailRow> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    Q_EMIT countChanged();
}

int DetailListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant DetailListModel::data(const QModelIndex& index, int role) const {
    const DetailRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case KeyRole:
            return row.key;
        case ValueRole:
            return row.value;
        case SliceRole:
            return row.slice;
        default:
            return {};
    }
}

QHash<int, QByteArray> DetailListModel::roleNames() const {
    return {{KeyRole, "key"}, {ValueRole, "value"}, {SliceRole, "slice"}};
}

}  // namespace gaplight::ui
