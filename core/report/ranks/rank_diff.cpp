// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_diff.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/ranks/slow_hosts.h"
#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/facts/json_sections.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/table/table.h"
#include "core/report/text/html_page.h"
#include "core/report/text/report_page.h"

namespace gaplight {
namespace {

constexpr std::size_t kOperationsShown = 8;

std::string changeOf(Duration a, Duration b) {
    return changeText(a.count(), b.count());
}

void writeStep(const RankSetComparison& comparison, ReportPage& page) {
    const StepAverages& a = comparison.stepsOfA;
    const StepAverages& b = comparison.stepsOfB;
    if (a.steps == 0 || b.steps == 0) {
        page.line("no steps with communication were found in " +
                  std::string(a.steps == 0 ? "A" : "B"));
        return;
    }
    page.heading("What an average step of a rank consists of");
    PageTable table = changeTable("");
    const auto add = [&](const char* what, Duration ofA, Duration ofB) {
        const Duration delta = ofB - ofA;
        table.rows.push_back({what, durationText(ofA), durationText(ofB),
                              (delta > Duration{} ? "+" : "") + durationText(delta),
                              comparison.otherWork ? std::string{} : changeOf(ofA, ofB)});
    };
    add("computes", a.compute, b.compute);
    add("waits for other ranks", a.wait, b.wait);
    add("is late by", a.lateness, b.lateness);
    add("has nothing to run", a.idle, b.idle);
    page.table(table);
}

Table comparedRanksTable(const RankDiffSubject& subject) {
    const auto verdictOf = [](const ComparedRank& rank) -> const Verdict& {
        return rank.comparison.verdict;
    };
    const auto& a = subject.a.analysis.totals;
    const auto& b = subject.b.analysis.totals;
    return tableOf(
        subject.comparison.ranks, column("rank", "rank", Unit::Number, &ComparedRank::rank),
        column("verdict", "verdict", Unit::Text,
               [&](auto& rank) { return verdictName(verdictOf(rank).kind); }),
        column("a_ns", "A", Unit::Nanoseconds, [&](auto& rank) { return verdictOf(rank).a; }),
        column("b_ns", "B", Unit::Nanoseconds,
               [&](auto& rank) { return verdictOf(rank).bAtClock; }),
        column("", "%", Unit::Figure,
               [&](auto& rank) {
                   return verdictOf(rank).otherWork
                              ? std::string{}
                              : changeOf(verdictOf(rank).a, verdictOf(rank).bAtClock);
               }),
        column("per_step", "", Unit::Text, [&](auto& rank) { return verdictOf(rank).perStep; }),
        column("wait_a_ns", "", Unit::Nanoseconds, [&](auto& rank) { return a[rank.a].wait; }),
        column("wait_b_ns", "", Unit::Nanoseconds, [&](auto& rank) { return b[rank.b].wait; }),
        column("", "waits in A", Unit::Nanoseconds,
               [&](auto& rank) { return knownIf(a[rank.a].kernels > 0, a[rank.a].wait); }),
        column("", "waits in B", Unit::Nanoseconds,
               [&](auto& rank) { return knownIf(b[rank.b].kernels > 0, b[rank.b].wait); }));
}

void writeEachRank(const RankDiffSubject& subject, ReportPage& page) {
    page.heading(subject.comparison.perStep ? "Ranks, a steady step of each"
                                            : "Ranks, the whole run of each");
    page.table(pageTable(comparedRanksTable(subject)));
    const auto writeOnly = [&](const char* run, const std::vector<int>& ranks) {
        if (!ranks.empty()) {
            page.note(countText(ranks.size(), "rank is", "ranks are") + " in " + run + " only");
        }
    };
    writeOnly("A", subject.comparison.onlyInA);
    writeOnly("B", subject.comparison.onlyInB);
}

// Operations of a run by name and size, over all groups.
using OperationKey = std::pair<std::string, std::int64_t>;
struct ComparedOperation {
    std::optional<OperationRow> a;
    std::optional<OperationRow> b;

    Duration wait() const { return (a ? a->wait : Duration{}) + (b ? b->wait : Duration{}); }
};

std::vector<std::pair<OperationKey, ComparedOperation>> comparedOperations(
    const RankDiffSubject& subject) {
    std::map<OperationKey, ComparedOperation> rows;
    const auto add = [&](const RankSet& set, std::optional<OperationRow> ComparedOperation::*side) {
        for (const OperationRow& row : operationRowsOfAllGroups(set)) {
            rows[{std::string(row.operation), row.bytes}].*side = row;
        }
    };
    add(subject.a, &ComparedOperation::a);
    add(subject.b, &ComparedOperation::b);
    std::vector<std::pair<OperationKey, ComparedOperation>> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& one, const auto& other) {
        return one.second.wait() > other.second.wait();
    });
    return sorted;
}

void writeComparedOperations(const RankDiffSubject& subject, ReportPage& page) {
    const auto rows = comparedOperations(subject);
    if (rows.empty()) {
        return;
    }
    page.heading("Communication");
    PageTable table{{{"operation", Align::Left, 0, CellKind::Code},
                     {"size", Align::Right},
                     {"calls A", Align::Right},
                     {"calls B", Align::Right},
                     {"transfer A", Align::Right},
                     {"transfer B", Align::Right},
                     {"waits A", Align::Right},
                     {"waits B", Align::Right}},
                    {}};
    for (const auto& [key, row] : rows) {
        if (!page.isFull() && table.rows.size() == kOperationsShown) {
            break;
        }
        const auto text = [](const std::optional<OperationRow>& side, auto value) {
            return side ? value(*side) : std::string(kNoValue);
        };
        const auto count = [](const OperationRow& one) { return countText(one.count); };
        const auto transfer = [](const OperationRow& one) {
            return knownDuration(one.transfer > Duration{}, one.transfer);
        };
        const auto wait = [](const OperationRow& one) { return durationText(one.wait); };
        table.rows.push_back({key.first, key.second < 0 ? kNoValue : bytesText(key.second),
                              text(row.a, count), text(row.b, count), text(row.a, transfer),
                              text(row.b, transfer), text(row.a, wait), text(row.b, wait)});
    }
    page.table(table);
    page.note("transfers are medians, waits sums over all ranks");
}

void writeDiff(const RankDiffSubject& subject, ReportPage& page) {
    page.title(subject.nameOfA + " → " + subject.nameOfB);
    page.line("A: " + rankSetTitle(subject.a) + "; B: " + rankSetTitle(subject.b));
    page.heading("Verdict");
    page.result(verdictMark(subject.comparison.kind), rankDiffSentence(subject));
    if (const auto& unprofiled = subject.comparison.unprofiled) {
        page.line(unprofiledText(*unprofiled, subject.comparison.perStep) + ", median of the " +
                  countText(subject.comparison.unprofiledRanks, "rank", "ranks") +
                  " of which it is known");
    }
    for (const std::string& remark : subject.comparison.remarks) {
        page.item("!", remark);
    }
    page.item("A", rankSetSentence({subject.a}));
    page.item("B", rankSetSentence({subject.b}));
    writeStep(subject.comparison, page);
    writeEachRank(subject, page);
    writeComparedOperations(subject, page);
}

Json jsonStep(const StepAverages& step) {
    return step.steps == 0 ? Json(nullptr)
                           : Json{{"steps", step.steps},
                                  {"duration_ns", step.length.count()},
                                  {"compute_ns", step.compute.count()},
                                  {"wait_ns", step.wait.count()},
                                  {"late_ns", step.lateness.count()},
                                  {"idle_ns", step.idle.count()}};
}

// Where the slow rank changes from step to step.
Table slowHostsTable(const RankSet& set) {
    const std::vector<SlowHostStep> steps = slowHostSteps(set.analysis);
    return tableOf(
        steps,
        column("step", "step", Unit::Text, [&](auto& step) { return stepLabel(set, step.step); }),
        column("rank", "rank", Unit::Number, [&](auto& step) { return set.ranks[step.rank].rank; }),
        column("host_more_ns", "host longer by", Unit::Nanoseconds, &SlowHostStep::more),
        column("hidden", "", Unit::Text, [](auto& step) { return Json(step.isHidden); }));
}

Json jsonUnprofiled(const RankSetComparison& comparison) {
    const auto& change = comparison.unprofiled;
    return change ? Json{{"a_ns", change->a.count()},
                         {"b_ns", change->b.count()},
                         {"change", change->change},
                         {"error", change->error},
                         {"ranks", comparison.unprofiledRanks}}
                  : Json(nullptr);
}

}  // namespace

std::string rankDiffSentence(const RankDiffSubject& subject) {
    const RankSetComparison& comparison = subject.comparison;
    if (comparison.ranks.empty()) {
        return "No rank is in both runs, so nothing can be compared.";
    }
    const auto agreeing = static_cast<std::uint64_t>(std::count_if(
        comparison.ranks.begin(), comparison.ranks.end(),
        [&](const ComparedRank& rank) { return rank.comparison.verdict.kind == comparison.kind; }));
    const std::string ranks =
        countText(agreeing) + " of " + countText(comparison.ranks.size(), "rank", "ranks");
    const std::string times = durationText(comparison.a) + " → " + durationText(comparison.b) +
                              " (" + changeOf(comparison.a, comparison.b) + ", medians of ranks)";
    switch (comparison.kind) {
        case VerdictKind::Improved:
            return "Faster on " + ranks + ": " + times + ".";
        case VerdictKind::Regressed:
            return "Slower on " + ranks + ": " + times + ".";
        case VerdictKind::Unchanged:
            return "No change on " + ranks + ": " + times + ".";
        case VerdictKind::Inconclusive:
            break;
    }
    const std::vector<std::string>& remarks = comparison.ranks.front().comparison.verdict.remarks;
    return (agreeing * 2 > comparison.ranks.size() ? "Inconclusive: " + ranks + " cannot be judged"
                                                   : "Inconclusive: the ranks disagree") +
           (remarks.empty() ? std::string() : "; of the first: " + remarks.front()) + ".";
}

std::string compareRanksText(const RankDiffSubject& subject, PageStyle style) {
    const auto page = makePage(style);
    writeDiff(subject, *page);
    return page->take();
}

std::string compareRanksHtml(const RankDiffSubject& subject, const HtmlThemes& themes) {
    const auto page = makePage(PageStyle::Html);
    writeDiff(subject, *page);
    return htmlDocument("Two runs of several ranks", page->take(), themes);
}

std::string compareRanksJson(const RankDiffSubject& subject) {
    const auto straggler = [](const RankSet& set) {
        return set.analysis.straggler ? Json(set.ranks[set.analysis.straggler->rank].rank)
                                      : Json(nullptr);
    };
    const RankSetComparison& comparison = subject.comparison;
    return jsonText(
        jsonDocument({{"a", subject.nameOfA},
                      {"b", subject.nameOfB},
                      {"verdict", verdictName(comparison.kind)},
                      {"sentence", rankDiffSentence(subject)},
                      {"a_ns", comparison.a.count()},
                      {"b_ns", comparison.b.count()},
                      {"change", comparison.change ? Json(*comparison.change) : Json(nullptr)},
                      {"unprofiled", jsonUnprofiled(comparison)},
                      {"remarks", comparison.remarks},
                      {"straggler_a", straggler(subject.a)},
                      {"straggler_b", straggler(subject.b)},
                      {"slow_hosts_a", tableJson(slowHostsTable(subject.a))},
                      {"slow_hosts_b", tableJson(slowHostsTable(subject.b))},
                      {"step_a", jsonStep(comparison.stepsOfA)},
                      {"step_b", jsonStep(comparison.stepsOfB)},
                      {"ranks", tableJson(comparedRanksTable(subject))},
                      {"only_in_a", comparison.onlyInA},
                      {"only_in_b", comparison.onlyInB}}));
}

}  // namespace gaplight
