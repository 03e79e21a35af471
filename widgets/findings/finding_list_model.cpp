// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/finding_list_model.h"

#include <algorithm>
#include <numeric>
#include <string>

#include <QClipboard>
#include <QGuiApplication>

#include "core/analysis/idle/gap_cause.h"
#include "core/detectors/engine/rules.h"
#include "core/report/trace/findings_markdown.h"
#include "widgets/convert/code_span_html.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

// Position of a rule in the list of all; behind them where there is none of this id.
std::size_t rankOf(std::string_view id) {
    const auto rules = detectors();
    const auto at = std::find_if(rules.begin(), rules.end(),
                                 [id](const Detector* rule) { return rule->id == id; });
    return static_cast<std::size_t>(at - rules.begin());
}

QString placeOf(const Trace& trace, const FindingPlace& where) {
    if (!where.annotation.empty()) {
        return toQString(where.annotation);
    }
    if (!where.python.empty()) {
        return toQString(where.python);
    }
    if (!where.op.empty()) {
        return toQString(where.op);
    }
    return where.gpu ? toQString(trace.gpuLabel(*where.gpu)) : QString();
}

QString timesText(std::uint64_t count) {
    return countText(count, "time", "times");
}

}  // namespace

QString findingTitle(const Finding& finding) {
    return withoutCodeSpans(finding.title);
}

QString ruleName(std::string_view id) {
    const Detector* rule = findDetector(id);
    return toQString(rule == nullptr || rule->name.empty() ? id : rule->name);
}

FindingListModel::FindingListModel(const SessionObject& session, QObject* parent)
    : QAbstractListModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &FindingListModel::reload);
}

const FindingSet& FindingListModel::set() const {
    static const FindingSet kNone;
    return m_trace ? m_trace->session().findings : kNone;
}

void FindingListModel::reload() {
    beginResetModel();
    m_trace = m_session.trace();
    m_rows.resize(set().findings.size());
    sort();
    endResetModel();
    Q_EMIT contentChanged();
}

void FindingListModel::setOrder(Order order) {
    if (order == m_order) {
        return;
    }
    beginResetModel();
    m_order = order;
    sort();
    endResetModel();
    Q_EMIT orderChanged();
}

// By saving is how the session has them.
void FindingListModel::sort() {
    std::iota(m_rows.begin(), m_rows.end(), std::size_t{0});
    const std::vector<Finding>& findings = set().findings;
    if (m_order == ByRule) {
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::size_t a, std::size_t b) {
            return rankOf(findings[a].detector) < rankOf(findings[b].detector);
        });
    } else if (m_order == ByCount) {
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::size_t a, std::size_t b) {
            return findings[a].count > findings[b].count;
        });
    }
}

QString FindingListModel::summary() const {
    const std::size_t found = set().findings.size();
    if (found == 0) {
        return {};
    }
    const QString text = countText(found, "finding", "findings");
    const std::optional<Duration> all = set().combinedSaving;
    if (!all || set().replay.measured <= Duration::zero()) {
        return text;
    }
    const double share =
        static_cast<double>(ns(*all)) / static_cast<double>(ns(set().replay.measured));
    return tr("%1 · together %2 (%3) to gain").arg(text, durationText(*all), percentText(share));
}

QString FindingListModel::checked() const {
    return m_trace ? unbroken(withoutCodeSpans(checkedSentence(set()))) : QString();
}

QVariantList FindingListModel::notJudged() const {
    QVariantList list;
    for (const NotApplicable& rule : set().notApplicable) {
        list.push_back(QVariantMap{{QStringLiteral("rule"), toQString(rule.detector)},
                                   {QStringLiteral("name"), ruleName(rule.detector)},
                                   {QStringLiteral("reason"), withoutCodeSpans(rule.reason)}});
    }
    return list;
}

int FindingListModel::rowOf(int finding) const {
    const auto at = std::find(m_rows.begin(), m_rows.end(), static_cast<std::size_t>(finding));
    return finding < 0 || at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

int FindingListModel::findingAt(int row) const {
    return row < 0 || row >= count() ? -1 : static_cast<int>(m_rows[static_cast<std::size_t>(row)]);
}

void FindingListModel::copy(int finding) const {
    if (rowOf(finding) >= 0) {
        const Finding& shown = set().findings[static_cast<std::size_t>(finding)];
        QGuiApplication::clipboard()->setText(
            toQString(findingMarkdown(*m_trace->session().trace, shown)));
    }
}

void FindingListModel::copyAll() const {
    if (m_trace) {
        const Session& session = m_trace->session();
        QGuiApplication::clipboard()->setText(
            toQString(findingsMarkdown(*session.trace, session.analysis, session.findings)));
    }
}

int FindingListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant FindingListModel::data(const QModelIndex& index, int role) const {
    const std::size_t number = m_rows[static_cast<std::size_t>(index.row())];
    const Finding& finding = set().findings[number];
    switch (role) {
        case FindingRole:
            return static_cast<int>(number);
        case SeverityRole:
            return toQString(severityName(finding.severity));
        case TitleRole:
        case Qt::DisplayRole:
            return findingTitle(finding);
        case SavingRole:
            return finding.cost.saving ? durationText(*finding.cost.saving) : QString();
        case ShareRole:
            return finding.cost.saving ? percentText(finding.cost.savingShare) : QString();
        case CountRole:
            return timesText(finding.count);
        case RuleRole:
            return ruleName(finding.detector);
        case PlaceRole:
            return placeOf(*m_trace->session().trace, finding.where);
        default:
            return {};
    }
}

QHash<int, QByteArray> FindingListModel::roleNames() const {
    return {{FindingRole, "finding"}, {SeverityRole, "severity"}, {TitleRole, "title"},
            {SavingRole, "saving"},   {ShareRole, "share"},       {CountRole, "occurrences"},
            {RuleRole, "rule"},       {PlaceRole, "place"}};
}

}  // namespace gaplight::ui
