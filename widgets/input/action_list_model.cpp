// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/action_list_model.h"

#include <utility>
#include <vector>

#include <QString>

namespace gaplight::ui {

ActionListModel::ActionListModel(QObject* parent)
    : RowListModel(
          {{"section", [](const ActionRow* row) { return QString::fromUtf8(row->section); }},
           {"keys", [](const ActionRow* row) { return QString::fromUtf8(row->keys); }},
           {"title", [](const ActionRow* row) { return QString::fromUtf8(row->title); }}},
          parent) {
    std::vector<const ActionRow*> shown;
    for (const ActionRow& row : actionTable()) {
        if (row.onHelpPage) {
            shown.push_back(&row);
        }
    }
    resetRows(std::move(shown));
}

}  // namespace gaplight::ui
