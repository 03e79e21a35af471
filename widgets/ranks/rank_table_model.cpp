// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_table_model.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/analysis/ranks/all_to_all_sizes.h"
#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/late_collectives.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/ranks/pipeline_report.h"
#include "core/report/ranks/rank_tables.h"
#include "widgets/convert/code_span_html.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kMaxKernels = 200;
constexpr qsizetype kWidestCell = 80;  // characters that a column's width counts

std::vector<int> numbersTo(std::size_t count) {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

}  // namespace

RankTableModel::RankTableModel(RankSetObject& ranks, QObject* parent)
    : RowListModel({{"cells", [](const RankTableRow& row) { return row.cells; }},
                    {"target", [](const RankTableRow& row) { return row.target; }}},
                   parent),
      m_ranks(ranks) {
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

void RankTableModel::setAdvice(const QString& advice) {
    if (advice != m_advice) {
        m_advice = advice;
        Q_EMIT adviceChanged();
    }
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
    if (!m_ranks.active() || !rows().empty()) {
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

void RankTableModel::reload() {
    setAdvice({});
    m_hasAllToAlls = m_ranks.active() && !allToAllSizes(m_ranks.set()->analysis).empty();
    if (!m_ranks.active()) {
        take({}, {});
        return;
    }
    const RankSet& set = *m_ranks.set();
    const std::vector<std::size_t> late = lateCollectives(set.analysis);
    switch (m_table) {
        case Findings:
            return take(rankFindingsTable(m_ranks.assessment()),
                        numbersTo(m_ranks.assessment().findings.size()));
        case Ranks:
            return take(ranksTable(set), numbersTo(set.ranks.size()));
        case Operations:
            return take(operationsTable(set, kAllRows), {});
        case LateCollectives:
            return take(lateTable(set, late), {late.begin(), late.end()});
        case Stages:
            return takeStages(set);
        case Tokens:
            return take(tokensTable(set, kAllRows), {});
        case Kernels:
            return take(equalKernelsTable(set, m_ranks.assessment().kernels, kMaxKernels), {});
    }
}

void RankTableModel::takeStages(const RankSet& set) {
    const std::vector<PipelineTimes> pipelines = pipelineTimes(set.analysis);
    std::vector<int> ranks;
    for (const PipelineTimes& pipeline : pipelines) {
        for (const StageTimes& stage : pipeline.stages) {
            ranks.push_back(static_cast<int>(stage.rank));
        }
    }
    take(pipelineTable(set, pipelines, kAllRows), ranks);
}

void RankTableModel::take(const PageTable& table, const std::vector<int>& targets) {
    m_titles.clear();
    m_rightAligned.clear();
    std::vector<qsizetype> widths;
    for (const PageColumn& column : table.columns) {
        m_titles.push_back(toQString(column.title));
        m_rightAligned.push_back(column.align == Align::Right);
        widths.push_back(m_titles.back().size());
    }
    std::vector<RankTableRow> rows;
    for (std::size_t at = 0; at < table.rows.size(); ++at) {
        RankTableRow& row = rows.emplace_back();
        row.target = at < targets.size() ? targets[at] : -1;
        for (std::size_t column = 0; column < table.rows[at].size(); ++column) {
            const std::string& cell = table.rows[at][column];
            row.cells.push_back(table.columns[column].kind == CellKind::Prose
                                    ? withoutCodeSpans(cell)
                                    : toQString(cell));
            qsizetype& width = widths[column];
            width = std::max(width, std::min(kWidestCell, row.cells.back().size()));
        }
    }
    // Two characters between columns.
    double all = 0;
    for (const qsizetype width : widths) {
        all += static_cast<double>(width + 2);
    }
    m_shares.clear();
    for (const qsizetype width : widths) {
        m_shares.push_back(static_cast<double>(width + 2) / all);
    }
    resetRows(std::move(rows));
    Q_EMIT tableChanged();
}

void RankTableModel::choose(int row) {
    if (row < 0 || row >= count() || rows()[static_cast<std::size_t>(row)].target < 0) {
        return;
    }
    const int target = rows()[static_cast<std::size_t>(row)].target;
    if (m_table == Findings) {
        const RankFinding& finding =
            m_ranks.assessment().findings[static_cast<std::size_t>(target)];
        m_ranks.goToFinding(static_cast<std::size_t>(target));
        setAdvice(withoutCodeSpans(finding.why + "\nTry: " + finding.fix));
    } else if (m_table == Ranks || m_table == Stages) {
        m_ranks.chooseRank(target);
    } else {
        m_ranks.goToCollective(target);
    }
}

}  // namespace gaplight::ui
