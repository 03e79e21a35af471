// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/command_list_model.h"

#include <algorithm>
#include <utility>

#include <QStringList>

namespace gaplight::ui {
namespace {

// Where words begin counts more than where they only occur; negative: not at all.
int rankOf(const ActionRow& row, const QStringList& words) {
    const QString text = QStringLiteral(" %1 %2 %3")
                             .arg(QString::fromUtf8(row.title), QString::fromUtf8(row.section),
                                  QString::fromUtf8(row.keys));
    int rank = 0;
    for (const QString& word : words) {
        if (text.contains(u' ' + word, Qt::CaseInsensitive)) {
            rank += 2;
        } else if (text.contains(word, Qt::CaseInsensitive)) {
            rank += 1;
        } else {
            return -1;
        }
    }
    return rank;
}

// Whether an earlier row binds the same action to another key.
bool isRepeated(const ActionRow& row) {
    const auto first =
        std::find_if(actionTable().begin(), actionTable().end(),
                     [&](const ActionRow& other) { return other.action == row.action; });
    return &*first != &row;
}

}  // namespace

CommandListModel::CommandListModel(QObject* parent)
    : RowListModel(
          {{"action", [](const ActionRow* row) { return QVariant::fromValue(row->action); }},
           {"section", [](const ActionRow* row) { return QString::fromUtf8(row->section); }},
           {"keys", [](const ActionRow* row) { return QString::fromUtf8(row->keys); }},
           {"title", [](const ActionRow* row) { return QString::fromUtf8(row->title); }}},
          parent) {
    match();
}

void CommandListModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        match();
        Q_EMIT filterChanged();
    }
}

void CommandListModel::match() {
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, const ActionRow*>> ranked;
    for (const ActionRow& row : actionTable()) {
        const int rank = rankOf(row, words);
        if (rank >= 0 && row.action != Action::OpenPalette && !isRepeated(row)) {
            ranked.emplace_back(rank, &row);
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const ActionRow*> matches;
    for (const auto& [rank, row] : ranked) {
        matches.push_back(row);
    }
    resetRows(std::move(matches));
}

Action CommandListModel::actionAt(int row) const {
    return rows()[static_cast<std::size_t>(row)]->action;
}

}  // namespace gaplight::ui
