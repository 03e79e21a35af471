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

}  // namespace

CommandListModel::CommandListModel(QObject* parent) : QAbstractListModel(parent) {
    match();
}

void CommandListModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        beginResetModel();
        match();
        endResetModel();
        Q_EMIT filterChanged();
    }
}

void CommandListModel::match() {
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, const ActionRow*>> ranked;
    for (const ActionRow& row : actionTable()) {
        const int rank = rankOf(row, words);
        if (rank >= 0 && row.action != Action::OpenPalette) {
            ranked.emplace_back(rank, &row);
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    m_rows.clear();
    for (const auto& [rank, row] : ranked) {
        m_rows.push_back(row);
    }
}

Action CommandListModel::actionAt(int row) const {
    return m_rows[static_cast<std::size_t>(row)]->action;
}

int CommandListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant CommandListModel::data(const QModelIndex& index, int role) const {
    const ActionRow& row = *m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case ActionRole:
            return QVariant::fromValue(row.action);
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

QHash<int, QByteArray> CommandListModel::roleNames() const {
    return {
        {ActionRole, "action"}, {SectionRole, "section"}, {KeysRole, "keys"}, {TitleRole, "title"}};
}

}  // namespace gaplight::ui
