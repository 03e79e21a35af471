// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_list_model.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "widgets/convert/quantity_string.h"
#include "widgets/findings/finding_list_model.h"

namespace gaplight::ui {

void WhatIfListModel::show(LoadedTrace trace) {
    const LoadedTrace before = std::exchange(m_trace, std::move(trace));
    const bool isSame = before && m_trace && before->session().trace == m_trace->session().trace;
    beginResetModel();
    std::vector<Row> own;
    for (Row& row : m_rows) {
        if (isSame && row.kind == Row::Kind::Own) {
            own.push_back(std::move(row));
        }
    }
    m_rows.clear();
    if (m_trace) {
        const Session& session = m_trace->session();
        for (std::size_t i = 0; i < session.findings.findings.size(); ++i) {
            if (!session.findings.findings[i].edits.empty()) {
                m_rows.push_back({Row::Kind::Finding, false, i, {}});
            }
        }
        for (WhatIfOffer& offer : programOffers(session)) {
            m_rows.push_back({Row::Kind::Program, false, 0, std::move(offer)});
        }
    }
    std::move(own.begin(), own.end(), std::back_inserter(m_rows));
    endResetModel();
    Q_EMIT choiceChanged();
}

int WhatIfListModel::ticked() const {
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.isTicked; }));
}

void WhatIfListModel::setTicked(int row, bool ticked) {
    if (row < 0 || row >= count() || m_rows[static_cast<std::size_t>(row)].isTicked == ticked) {
        return;
    }
    m_rows[static_cast<std::size_t>(row)].isTicked = ticked;
    Q_EMIT dataChanged(index(row), index(row), {TickedRole});
    Q_EMIT choiceChanged();
}

void WhatIfListModel::add(const WhatIfOffer& offer) {
    const auto same = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        return row.kind == Row::Kind::Own && row.offer.title == offer.title;
    });
    if (same != m_rows.end()) {
        return setTicked(static_cast<int>(same - m_rows.begin()), true);
    }
    beginInsertRows({}, count(), count());
    m_rows.push_back({Row::Kind::Own, true, 0, offer});
    endInsertRows();
    Q_EMIT choiceChanged();
}

void WhatIfListModel::remove(int row) {
    if (row < 0 || row >= count() || m_rows[static_cast<std::size_t>(row)].kind != Row::Kind::Own) {
        return;
    }
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
    Q_EMIT choiceChanged();
}

void WhatIfListModel::clear() {
    beginResetModel();
    std::erase_if(m_rows, [](const Row& row) { return row.kind == Row::Kind::Own; });
    for (Row& row : m_rows) {
        row.isTicked = false;
    }
    endResetModel();
    Q_EMIT choiceChanged();
}

void WhatIfListModel::addTo(WhatIfOrder& order) const {
    for (const Row& row : m_rows) {
        if (!row.isTicked) {
            continue;
        }
        if (row.kind == Row::Kind::Finding) {
            const Result<WhatIf> edit =
                parseWhatIf("remove:finding:" + std::to_string(row.finding + 1));
            order.edits.push_back(edit.value_or(WhatIf{}));
        } else {
            order.edits.push_back(row.offer.named);
        }
    }
}

int WhatIfListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant WhatIfListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= count()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Finding* finding = row.kind == Row::Kind::Finding
                                 ? &m_trace->session().findings.findings[row.finding]
                                 : nullptr;
    switch (role) {
        case Qt::DisplayRole:
        case TitleRole:
            return finding != nullptr ? findingTitle(*finding) : row.offer.title;
        case DetailRole:
            return finding != nullptr && finding->cost.saving ? durationText(*finding->cost.saving)
                                                              : QString();
        case TickedRole:
            return row.isTicked;
        case OwnRole:
            return row.kind == Row::Kind::Own;
        case SectionRole:
            return finding != nullptr               ? QStringLiteral("Without the cause of")
                   : row.kind == Row::Kind::Program ? QStringLiteral("The whole program")
                                                    : QStringLiteral("Added by hand");
        default:
            return {};
    }
}

QHash<int, QByteArray> WhatIfListModel::roleNames() const {
    return {{TitleRole, "title"},
            {DetailRole, "detail"},
            {TickedRole, "ticked"},
            {OwnRole, "own"},
            {SectionRole, "section"}};
}

}  // namespace gaplight::ui
