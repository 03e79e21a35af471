// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_table_model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/ranks/rank_tables.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxKernels = 200;

// Each row is about the object of its number.
gaplight::Table numbered(gaplight::Table table) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        table.rows[row].target = static_cast<std::int64_t>(row);
    }
    return table;
}

gaplight::Table withoutTargets(gaplight::Table table) {
    for (CellRow& row : table.rows) {
        row.target = -1;
    }
    return table;
}

}  // namespace

RankTableModel::RankTableModel(RankSetObject& ranks, QObject* parent)
    : TableModel(parent), m_ranks(ranks) {
    connect(this, &TableModel::chosen, this, &RankTableModel::show);
    connect(&ranks, &RankSetObject::changed, this, &RankTableModel::reload);
    // The findings come later.
    connect(&ranks, &RankSetObject::sentenceChanged, this, &RankTableModel::reload);
}

void RankTableModel::setTable(Table table) {
    if (table != m_table) {
        m_table = table;
        reload();
    }
}

const RankFinding* RankTableModel::currentFinding() const {
    const std::vector<RankFinding>& findings = m_ranks.assessment().findings;
    const qint64 at = m_table == Findings ? target(current()) : -1;
    return at >= 0 && static_cast<std::size_t>(at) < findings.size()
               ? &findings[static_cast<std::size_t>(at)]
               : nullptr;
}

QString RankTableModel::why() const {
    const RankFinding* finding = currentFinding();
    return finding == nullptr ? QString() : codeSpansHtml(finding->why);
}

QString RankTableModel::fix() const {
    const RankFinding* finding = currentFinding();
    return finding == nullptr ? QString() : codeSpansHtml(finding->fix);
}

QString RankTableModel::note() const {
    QStringList lines;
    if (m_table == Operations && m_ranks.active()) {
        for (const std::string& line : linkLines(*m_ranks.set())) {
            lines.push_back(toQString(line));
        }
    }
    if (m_table == Stages && m_ranks.active()) {
        for (const PipelineTimes& pipeline : pipelineTimes(m_ranks.set()->analysis)) {
            lines.push_back(toQString(pipelineSentence(*m_ranks.set(), pipeline)));
        }
    }
    if (m_table == Kernels && m_ranks.computesCost()) {
        lines.push_back(QStringLiteral("comparing the kernels of all ranks"));
    }
    return lines.join(QStringLiteral(" · "));
}

QString RankTableModel::withoutFindings() const {
    const auto all = static_cast<qsizetype>(rankRules().size());
    const auto idle = static_cast<qsizetype>(m_ranks.assessment().notApplicable.size());
    return idle == 0 ? QStringLiteral("None of %1 rules about ranks found anything.").arg(all)
                     : QStringLiteral("%1 of %2 rules about ranks could run, and found nothing.")
                           .arg(all - idle)
                           .arg(all);
}

QString RankTableModel::emptyText() const {
    if (!m_ranks.active() || count() > 0) {
        return {};
    }
    if (m_ranks.computesCost() && (m_table == Findings || m_table == Kernels)) {
        return QStringLiteral("The rules are still running.");
    }
    const bool isMatched = !m_ranks.set()->analysis.collectives.empty();
    switch (m_table) {
        case Findings:
            return withoutFindings();
        case LateCollectives:
            return isMatched ? QStringLiteral("No rank is late into a collective.")
                             : QStringLiteral("No communication of two ranks was matched.");
        case Kernels:
            return QStringLiteral(
                "No kernels are alike on all ranks and run beside no communication.");
        case Stages:
            return QStringLiteral("No rank sends to another: there is no pipeline.");
        case Tokens:
            return QStringLiteral("There is no all-to-all whose sizes are recorded.");
        case Ranks:
        case Operations:
            break;
    }
    return QStringLiteral("No communication of two ranks was matched.");
}

gaplight::Table RankTableModel::tableOfSet(const RankSet& set) const {
    switch (m_table) {
        case Findings:
            return numbered(rankFindingsTable(m_ranks.assessment()));
        case Ranks:
            return numbered(ranksTable(set));
        case Operations:
            return withoutTargets(operationsTable(set));
        case LateCollectives:
            return lateTable(set, lateCollectives(set.analysis));
        case Stages:
            return pipelineTable(set, pipelineTimes(set.analysis));
        case Tokens:
            return tokensTable(set);
        case Kernels:
            break;
    }
    gaplight::Table kernels = equalKernelsTable(set, m_ranks.assessment().kernels);
    kernels.rows.resize(std::min(kernels.rows.size(), kMaxKernels));
    return kernels;
}

void RankTableModel::reload() {
    m_hasAllToAlls = m_ranks.active() && !allToAllSizes(m_ranks.set()->analysis).empty();
    TableModel::setTable(m_ranks.active() ? tableOfSet(*m_ranks.set()) : gaplight::Table());
    Q_EMIT tableChanged();
}

void RankTableModel::show(qint64 target) {
    if (m_table == Findings) {
        m_ranks.goToFinding(static_cast<std::size_t>(target));
    } else if (m_table == Ranks || m_table == Stages) {
        m_ranks.chooseRank(static_cast<int>(target));
    } else {
        m_ranks.goToCollective(static_cast<int>(target));
    }
}

}  // namespace gaplight::ui
