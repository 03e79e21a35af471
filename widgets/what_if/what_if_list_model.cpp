// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_list_model.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/report/trace/findings_markdown.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/findings/finding_list_model.h"

namespace gaplight::ui {

WhatIfListModel::WhatIfListModel(QObject* parent)
    : RowListModel({{"title",
                     [this](const WhatIfRow& row) {
                         const Finding* finding = findingOf(row);
                         return finding != nullptr ? findingTitle(*finding) : row.offer.title;
                     }},
                    // The saving of the finding, "18 ms"; may be empty.
                    {"detail",
                     [this](const WhatIfRow& row) {
                         const Finding* finding = findingOf(row);
                         return finding != nullptr && missingSavingText(*finding).empty()
                                    ? durationText(*finding->cost.saving)
                                    : QString();
                     }},
                    {"ticked", [](const WhatIfRow& row) { return row.isTicked; }},
                    // Whether the user added it and can remove it.
                    {"own", [](const WhatIfRow& row) { return row.kind == WhatIfRow::Kind::Own; }},
                    {"section",
                     [](const WhatIfRow& row) {
                         return row.kind == WhatIfRow::Kind::Finding
                                    ? QStringLiteral("Without the cause of")
                                : row.kind == WhatIfRow::Kind::Program
                                    ? QStringLiteral("The whole program")
                                    : QStringLiteral("Added by hand");
                     }}},
                   parent) {}

const Finding* WhatIfListModel::findingOf(const WhatIfRow& row) const {
    return row.kind == WhatIfRow::Kind::Finding ? &m_trace->session().findings.findings[row.finding]
                                                : nullptr;
}

void WhatIfListModel::show(LoadedTrace trace) {
    const LoadedTrace before = std::exchange(m_trace, std::move(trace));
    const bool isSame = before && m_trace && before->session().trace == m_trace->session().trace;
    std::vector<WhatIfRow> shown;
    if (m_trace) {
        const Session& session = m_trace->session();
        for (std::size_t i = 0; i < session.findings.findings.size(); ++i) {
            if (!session.findings.findings[i].edits.empty()) {
                shown.push_back({WhatIfRow::Kind::Finding, false, i, {}});
            }
        }
        for (WhatIfOffer& offer : programOffers(session)) {
            shown.push_back({WhatIfRow::Kind::Program, false, 0, std::move(offer)});
        }
    }
    std::copy_if(rows().begin(), rows().end(), std::back_inserter(shown),
                 [&](const WhatIfRow& row) { return isSame && row.kind == WhatIfRow::Kind::Own; });
    resetRows(std::move(shown));
    Q_EMIT choiceChanged();
}

int WhatIfListModel::ticked() const {
    return static_cast<int>(std::count_if(rows().begin(), rows().end(),
                                          [](const WhatIfRow& row) { return row.isTicked; }));
}

void WhatIfListModel::setTicked(int row, bool ticked) {
    if (!isRow(row) || rows()[static_cast<std::size_t>(row)].isTicked == ticked) {
        return;
    }
    changeAt(
        row, [&](WhatIfRow& changed) { changed.isTicked = ticked; }, "ticked");
    Q_EMIT choiceChanged();
}

void WhatIfListModel::add(const WhatIfOffer& offer) {
    const auto same = std::find_if(rows().begin(), rows().end(), [&](const WhatIfRow& row) {
        return row.kind == WhatIfRow::Kind::Own && row.offer.title == offer.title;
    });
    if (same != rows().end()) {
        return setTicked(static_cast<int>(same - rows().begin()), true);
    }
    insertAt(count(), {WhatIfRow::Kind::Own, true, 0, offer});
    Q_EMIT choiceChanged();
}

void WhatIfListModel::remove(int row) {
    if (!isRow(row) || rows()[static_cast<std::size_t>(row)].kind != WhatIfRow::Kind::Own) {
        return;
    }
    removeAt(row);
    Q_EMIT choiceChanged();
}

void WhatIfListModel::clear() {
    std::vector<WhatIfRow> kept = rows();
    std::erase_if(kept, [](const WhatIfRow& row) { return row.kind == WhatIfRow::Kind::Own; });
    for (WhatIfRow& row : kept) {
        row.isTicked = false;
    }
    resetRows(std::move(kept));
    Q_EMIT choiceChanged();
}

void WhatIfListModel::addTo(WhatIfRequest& request) const {
    for (const WhatIfRow& row : rows()) {
        if (!row.isTicked) {
            continue;
        }
        if (row.kind == WhatIfRow::Kind::Finding) {
            const Result<WhatIf> edit =
                parseWhatIf("remove:finding:" + std::to_string(row.finding + 1));
            request.edits.push_back(edit.value_or(WhatIf{}));
        } else {
            request.edits.push_back(row.offer.edit);
        }
    }
}

}  // namespace gaplight::ui
