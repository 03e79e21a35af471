// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/detail_list_model.h"

#include <utility>

namespace gaplight::ui {

DetailListModel::DetailListModel(QObject* parent)
    : RowListModel({{"key", [](const DetailRow& row) { return row.key; }},
                    {"value", [](const DetailRow& row) { return row.value; }},
                    {"slice", [](const DetailRow& row) { return row.slice; }}},
                   parent) {}

void DetailListModel::setRows(std::vector<DetailRow> rows) {
    resetRows(std::move(rows));
    Q_EMIT countChanged();
}

}  // namespace gaplight::ui
