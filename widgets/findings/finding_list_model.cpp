// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/finding_list_model.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <QClipboard>
#include <QGuiApplication>

#include "core/analysis/idle/gap_cause.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/trace/findings_markdown.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/findings/finding_details.h"

namespace gaplight::ui {
namespace {

// Position of a rule in the list of all; after them where there is none of this id.
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

}  // namespace

QString findingTitle(const Finding& finding) {
    return withoutCodeSpans(finding.title);
}

QString ruleName(std::string_view id, const OwnRules* own) {
    const RuleFacts* rule = findRule(id, own);
    return toQString(rule == nullptr || rule->name.empty() ? id : rule->name);
}

FindingListModel::FindingListModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"finding", [](std::size_t number) { return static_cast<int>(number); }},
           // "critical", "warning", "info".
           {"severity",
            [this](std::size_t number) { return toQString(severityName(at(number).severity)); }},
           {"title", [this](std::size_t number) { return findingTitle(at(number)); }},
           // "18 ms", "≤ 18 ms" for an upper bound; empty: none, or not known.
           {"saving",
            [this](std::size_t number) {
                const QString bound =
                    at(number).isBound ? QStringLiteral("\u2264\u2009") : QString();
                return hasSaving(number) ? bound + durationText(*at(number).cost.saving)
                                         : QString();
            }},
           // What it has in place of a saving: "counted in another finding"; empty: a saving.
           {"missing",
            [this](std::size_t number) { return toQString(missingSavingText(at(number))); }},
           // Where no saving is known: the idle or waiting time that it explains; empty: none.
           {"explained",
            [this](std::size_t number) {
                const FindingCost& cost = at(number).cost;
                const Duration time = std::max(cost.gpuIdle, cost.waiting);
                return cost.saving || time == Duration{} ? QString() : durationText(time);
            }},
           // "0.6 %"; empty as the saving is.
           {"share",
            [this](std::size_t number) {
                return hasSaving(number) ? percentText(at(number).cost.savingShare) : QString();
            }},
           // "9 occurrences", as many as the finding's list has; after them what its saving depends
           // on: "9 occurrences · saving once others are fixed".
           {"occurrences",
            [this](std::size_t number) {
                const QString count = countText(m_occurrences[number], "occurrence", "occurrences");
                const std::string condition = savingCondition(at(number));
                return condition.empty()
                           ? count
                           : QStringLiteral("%1 · saving %2").arg(count, toQString(condition));
            }},
           {"rule",
            [this](std::size_t number) { return ruleName(at(number).rule, set().ownRules.get()); }},
           // The most specific place that is known, "on 8 GPUs"; may be empty.
           {"place",
            [this](std::size_t number) {
                return m_gpus[number] > 1 ? QStringLiteral("on %1 GPUs").arg(m_gpus[number])
                                          : placeOf(*m_trace->session().trace, at(number).where);
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &FindingListModel::reload);
}

const Finding& FindingListModel::at(std::size_t number) const {
    return set().findings[number];
}

bool FindingListModel::hasSaving(std::size_t number) const {
    return missingSavingText(at(number)).empty();
}

const FindingSet& FindingListModel::set() const {
    static const FindingSet kNone;
    return m_trace ? m_trace->session().findings : kNone;
}

void FindingListModel::reload() {
    m_trace = m_session.trace();
    const std::vector<Finding>& findings = set().findings;
    m_first = firstCopies(findings);
    m_gpus.assign(findings.size(), 0);
    m_occurrences = occurrencesOnGpus(findings);
    for (const std::size_t first : m_first) {
        ++m_gpus[first];
    }
    resetRows(sorted());
    Q_EMIT contentChanged();
}

void FindingListModel::setOrder(Order order) {
    if (order == m_order) {
        return;
    }
    m_order = order;
    resetRows(sorted());
    Q_EMIT orderChanged();
}

// The session's findings are sorted by severity, those of one severity by saving.
std::vector<std::size_t> FindingListModel::sorted() const {
    const std::vector<Finding>& findings = set().findings;
    std::vector<std::size_t> numbers(findings.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    std::erase_if(numbers, [&](std::size_t number) { return m_first[number] != number; });
    if (m_order == ByRule) {
        std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
            return rankOf(findings[a].rule) < rankOf(findings[b].rule);
        });
    } else if (m_order == BySaving) {
        std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
            return findings[a].cost.saving > findings[b].cost.saving;
        });
    } else if (m_order == ByCount) {
        std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
            return m_occurrences[a] > m_occurrences[b];
        });
    }
    return numbers;
}

QString FindingListModel::summary() const {
    const std::size_t found = rows().size();
    if (found == 0) {
        return {};
    }
    const QString text = countText(found, "finding", "findings");
    const std::string saving = combinedSavingText(set());
    return saving.empty() ? text : QStringLiteral("%1 · together %2").arg(text, toQString(saving));
}

QString FindingListModel::checked() const {
    // The rules that are not judged are a list of their own here.
    const QString all = m_trace ? withoutCodeSpans(checkedSentence(set())) : QString();
    return unbroken(all.section(QStringLiteral(" Not judged: "), 0, 0));
}

QVariantList FindingListModel::notApplicable() const {
    QVariantList list;
    for (const NotApplicable& rule : set().notApplicable) {
        list.push_back(
            QVariantMap{{QStringLiteral("rule"), toQString(rule.rule)},
                        {QStringLiteral("name"), ruleName(rule.rule, set().ownRules.get())},
                        {QStringLiteral("reason"), withoutCodeSpans(rule.reason)}});
    }
    for (const FailedRule& failed : set().failedRules) {
        list.push_back(QVariantMap{{QStringLiteral("rule"), toQString(failed.rule)},
                                   {QStringLiteral("name"), toQString(failed.file)},
                                   {QStringLiteral("reason"), toQString(failed.reason())}});
    }
    return list;
}

int FindingListModel::rowOf(int finding) const {
    const auto number = static_cast<std::size_t>(finding);
    if (finding < 0 || number >= m_first.size()) {
        return -1;
    }
    const auto found = std::find(rows().begin(), rows().end(), m_first[number]);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

int FindingListModel::findingAt(int row) const {
    return isRow(row) ? static_cast<int>(rows()[static_cast<std::size_t>(row)]) : -1;
}

void FindingListModel::copy(int finding) const {
    if (rowOf(finding) >= 0) {
        const Finding& shown = at(static_cast<std::size_t>(finding));
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

namespace {

QString statusText(ChecklistStatus status) {
    switch (status) {
        case ChecklistStatus::Healthy:
            return QStringLiteral("healthy");
        case ChecklistStatus::Unhealthy:
            return QStringLiteral("not healthy");
        case ChecklistStatus::Unknown:
            break;
    }
    return QStringLiteral("cannot tell");
}

}  // namespace

ChecklistModel::ChecklistModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"question",
            [](const ChecklistItem& item) { return toQString(checklistText(item.question)); }},
           // "healthy", "unhealthy", "unknown".
           {"status",
            [](const ChecklistItem& item) { return toQString(checklistStatusName(item.status)); }},
           {"statusText", [](const ChecklistItem& item) { return statusText(item.status); }},
           {"value", [](const ChecklistItem& item) { return unbroken(toQString(item.value)); }},
           {"limits", [](const ChecklistItem& item) { return unbroken(toQString(item.limits)); }},
           // Index of the finding that explains it; -1: none.
           {"finding",
            [](const ChecklistItem& item) {
                return item.finding ? static_cast<int>(*item.finding) : -1;
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &ChecklistModel::reload);
}

void ChecklistModel::reload() {
    const LoadedTrace& trace = m_session.trace();
    std::vector<ChecklistItem> items =
        trace ? trace->session().findings.checklist : std::vector<ChecklistItem>();
    std::erase_if(items, [](const ChecklistItem& item) { return !item.applies; });
    resetRows(std::move(items));
    Q_EMIT countChanged();
}

int ChecklistModel::unhealthy() const {
    return static_cast<int>(std::count_if(
        rows().begin(), rows().end(),
        [](const ChecklistItem& item) { return item.status == ChecklistStatus::Unhealthy; }));
}

}  // namespace gaplight::ui
