// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/diff/iteration_changes.h"
#include "core/report/diff/kernel_change_tables.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/html_page.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/findings_markdown.h"

namespace gaplight {
namespace {

constexpr std::size_t kGapsShown = 5;
constexpr std::size_t kStepsShown = 12;
constexpr std::size_t kFindingsShown = 12;
constexpr std::size_t kOriginsShown = 12;
constexpr std::size_t kKindsShown = 4;

void writeHead(const CompareSubject& subject, ReportPage& page) {
    const Comparison& comparison = subject.comparison;
    const std::string& pathA = subject.a.trace.facts().path;
    const std::string& pathB = subject.b.trace.facts().path;
    page.title(runName(pathA) + " → " + runName(pathB));
    page.note("A: " + displayedPath(pathA, page.style()));
    page.note("B: " + displayedPath(pathB, page.style()));
    writeSettingsFiles(subject.a, page);
    if (!std::ranges::equal(subject.a.settingsFiles, subject.b.settingsFiles)) {
        writeSettingsFiles(subject.b, page);
    }
    page.heading("Verdict");
    page.result(verdictMark(comparison.verdict.kind), verdictSentence(comparison.verdict));
    if (const std::string text = unprofiledSentence(comparison.verdict); !text.empty()) {
        page.line(text);
    }
    for (std::size_t at = 0; at < comparison.verdict.kinds.size() && !page.isFull(); ++at) {
        const KindChange& change = comparison.verdict.kinds[at];
        if (at < kKindsShown && !change.otherWork) {
            page.item(" ", kindChangeText(change));
        }
    }
    for (const std::string& why : comparison.verdict.why) {
        page.item("·", why);
    }
    for (const std::string& remark : comparison.verdict.remarks) {
        page.item("!", remark);
    }
    page.note("compared by " + alignmentSentence(comparison.alignment));
}

void writePart(const CompareSubject& subject, const ComparedPart& part, ReportPage& page) {
    PageTable table = changeTable("measure");
    for (const Quantity& one : displayedQuantities(part)) {
        table.rows.push_back({one.label, quantityText(one.unit, one.a),
                              quantityText(one.unit, one.b), deltaText(one),
                              changeText(one.a, one.b, part.isComparable)});
    }
    page.heading(part.kind == PartKind::SteadySteps ? steadyHeading(part, subject.comparison)
                 : part.kind == PartKind::Pin       ? "Pinned: " + part.name
                                                    : "Whole run");
    page.table(table);
    const std::size_t gpusA = subject.a.analysis.devices.size();
    const std::size_t gpusB = subject.b.analysis.devices.size();
    if (std::max(gpusA, gpusB) > 1) {
        page.note("GPU busy and idle are sums over " +
                  (gpusA == gpusB
                       ? countText(gpusA) + " GPUs"
                       : countText(gpusA) + " GPUs of A, " + countText(gpusB) + " of B"));
    }
}

std::optional<std::int64_t> spanOf(const std::optional<PartSide>& side) {
    return side ? std::optional(side->measures.gpuSpan.count()) : std::nullopt;
}

void writeSteps(const Comparison& comparison, ReportPage& page) {
    PageTable table{{{"step"},
                     {"on the GPU A", Align::Right},
                     {"B", Align::Right},
                     {"%", Align::Right},
                     {"kernels A", Align::Right},
                     {"B", Align::Right},
                     {"GPU idle A", Align::Right},
                     {"B", Align::Right}},
                    {}};
    std::size_t left = 0;
    for (const ComparedPart& part : comparison.parts) {
        if (part.kind != PartKind::Step) {
            continue;
        }
        if (table.rows.size() == kStepsShown) {
            ++left;
            continue;
        }
        const auto of = [&](QuantityUnit unit, const auto& valueOf) {
            std::vector<std::string> cells;
            for (const std::optional<PartSide>* side : {&part.a, &part.b}) {
                cells.push_back(*side ? quantityText(unit, valueOf((*side)->measures)) : "–");
            }
            return cells;
        };
        const auto kernels = of(QuantityUnit::Count, [](const Measures& side) {
            return static_cast<std::int64_t>(side.kernels);
        });
        const auto idle =
            of(QuantityUnit::Nanoseconds, [](const Measures& side) { return side.idle.count(); });
        table.rows.push_back({part.name, quantityText(QuantityUnit::Nanoseconds, spanOf(part.a)),
                              quantityText(QuantityUnit::Nanoseconds, spanOf(part.b)),
                              changeText(spanOf(part.a), spanOf(part.b), part.isComparable),
                              kernels[0], kernels[1], idle[0], idle[1]});
    }
    if (!table.rows.empty()) {
        page.heading("Steps");
        page.table(table);
    }
    if (left > 0) {
        page.line("and " + countText(left, "more", "more"));
    }
}

std::string gapsText(const std::vector<Duration>& gaps) {
    std::string text;
    for (std::size_t at = 0; at < std::min(gaps.size(), kGapsShown); ++at) {
        text += (at == 0 ? "" : " / ") + durationText(gaps[at]);
    }
    return gaps.empty() ? "–" : text + (gaps.size() > kGapsShown ? " / …" : "");
}

// Host time of annotations and functions, and from one occurrence of an annotation to the next.
void writeNamedCode(const Comparison& comparison, ReportPage& page) {
    PageTable table = changeTable("annotation or function, host time (calls)", 52);
    PageTable gaps{{{"host time from one to the next", Align::Left, 40}, {"A"}, {"B"}}, {}};
    for (const ComparedPart& part : comparison.parts) {
        if (part.kind != PartKind::Annotation) {
            continue;
        }
        const PartSide none;
        const PartSide& a = part.a ? *part.a : none;
        const PartSide& b = part.b ? *part.b : none;
        const bool isRenamed = part.a && part.b && a.name != b.name;
        const std::string name = isRenamed ? a.name + " = " + b.name : part.name;
        table.rows.push_back(changeRow(printable(name), {a.count, a.measures.wall},
                                       {b.count, b.measures.wall}, a.count == b.count));
        if (!a.gapsBetween.empty() || !b.gapsBetween.empty()) {
            gaps.rows.push_back(
                {printable(name), gapsText(a.gapsBetween), gapsText(b.gapsBetween)});
        }
    }
    for (const ComparedFunction& row : comparison.functions) {
        table.rows.push_back(changeRow(printable(row.a.name), {row.a.count, row.a.total},
                                       {row.b.count, row.b.total}, row.a.count == row.b.count));
    }
    if (!table.rows.empty()) {
        page.heading("Named code");
        page.table(table);
        page.table(gaps);
    }
}

// GPU time by module, and by operator.
void writeOrigins(const OriginChanges& origins, ReportPage& page) {
    page.heading("Where GPU time comes from");
    for (const OriginKind kind : {OriginKind::Module, OriginKind::Operator}) {
        PageTable table = changeTable(kind == OriginKind::Module ? "module, GPU time (kernels)"
                                                                 : "operator, GPU time (kernels)",
                                      52);
        table.columns.front().kind = CellKind::Code;
        std::size_t left = 0;
        for (const OriginChange& row : origins.rows) {
            if (row.kind != kind) {
                continue;
            }
            if (table.rows.size() == kOriginsShown) {
                ++left;
                continue;
            }
            const auto& [a, b] = row.runs;
            table.rows.push_back(changeRow(printable(originShortName(row)), {a.kernels, a.time},
                                           {b.kernels, b.time}, true));
        }
        page.table(table);
        if (left > 0) {
            page.line("and " + countText(left, "more", "more"));
        }
    }
    const auto share = [&](std::size_t run) {
        return percentText(origins.kernels[run].time - origins.unplaced[run].time,
                           origins.kernels[run].time);
    };
    page.line("known for " + share(0) + " of the kernels' time in A, " + share(1) + " in B");
}

// Where no saving is known, the time that it explains, or how often it is there.
std::string unpricedText(const Finding& finding) {
    const Duration explained = std::max(finding.cost.gpuIdle, finding.cost.waiting);
    return explained > Duration::zero() && finding.priceOrder != PriceOrder::Own
               ? durationText(explained) + " explained"
               : countText(finding.count, "time", "times");
}

std::string savingText(const Finding& finding) {
    if (!finding.cost.saving) {
        return unpricedText(finding);
    }
    const std::string_view missing = missingSavingText(finding);
    return missing.empty()
               ? (finding.isBound ? "up to " : "") + durationText(*finding.cost.saving) + " to gain"
               : std::string(missing);
}

const Finding& findingOf(const CompareSubject& subject, const FindingChange& change) {
    return change.b ? subject.b.findings.findings[*change.b]
                    : subject.a.findings.findings[*change.a];
}

void writeFindingItems(const CompareSubject& subject, const char* marker,
                       const std::vector<FindingChange>& changes, ReportPage& page) {
    for (std::size_t at = 0; at < std::min(changes.size(), kFindingsShown); ++at) {
        const FindingChange& change = changes[at];
        const Finding& finding = findingOf(subject, change);
        std::string text = titleWithSaving(finding);
        if (change.a && change.b) {
            text += " (A: " + savingText(subject.a.findings.findings[*change.a]) +
                    ", B: " + savingText(finding) + ")";
        }
        page.item(marker, text);
    }
}

void writeFindingTable(const CompareSubject& subject, const char* title,
                       const std::vector<FindingChange>& changes, ReportPage& page) {
    const auto savingCell = [](const ReportSubject& run, const std::optional<std::size_t>& rank) {
        if (!rank) {
            return std::string("–");
        }
        const Finding& finding = run.findings.findings[*rank];
        if (missingSavingText(finding).empty()) {
            return durationText(*finding.cost.saving);
        }
        return !finding.cost.saving ? unpricedText(finding)
                                    : std::string(finding.partOf ? "in another" : "none");
    };
    PageTable table{{{"rule", Align::Left, 0, CellKind::Code},
                     {"finding", Align::Left, 0, CellKind::Prose},
                     {"to gain A", Align::Right},
                     {"B", Align::Right}},
                    {}};
    for (const FindingChange& change : changes) {
        const Finding& finding = findingOf(subject, change);
        table.rows.push_back({std::string(finding.rule), titleWithSaving(finding),
                              savingCell(subject.a, change.a), savingCell(subject.b, change.b)});
    }
    if (!changes.empty()) {
        page.subheading(title);
        page.table(table);
    }
}

void writeFindings(const CompareSubject& subject, ReportPage& page) {
    const FindingChanges& changes = subject.comparison.findings;
    if (changes.gone.empty() && changes.added.empty() && changes.kept.empty()) {
        return;
    }
    page.heading("Findings");
    if (page.isFull()) {
        writeFindingTable(subject, "Gone", changes.gone, page);
        writeFindingTable(subject, "New", changes.added, page);
        writeFindingTable(subject, "In both", changes.kept, page);
        return;
    }
    page.line(countText(changes.gone.size()) + " gone (−), " + countText(changes.added.size()) +
              " new (+), " + countText(changes.kept.size()) + " in both (=)");
    writeFindingItems(subject, "−", changes.gone, page);
    writeFindingItems(subject, "+", changes.added, page);
    writeFindingItems(subject, "=", changes.kept, page);
}

void writeKinds(const Verdict& verdict, ReportPage& page) {
    if (!verdict.kinds.empty()) {
        page.heading("Iterations by kind");
        page.table(pageTable(kindChangesTable(verdict)));
        page.note(
            "typical times of equal load; the verdict weighs them by their shares of the "
            "iterations of both runs");
    }
}

void writeTables(const CompareSubject& subject, ReportPage& page) {
    const bool isOther = subject.comparison.verdict.otherProgram;
    writeKinds(subject.comparison.verdict, page);
    for (const ComparedPart& part : subject.comparison.parts) {
        const bool isShown = part.kind == PartKind::Whole || part.kind == PartKind::SteadySteps ||
                             part.kind == PartKind::Pin;
        if (isShown) {
            writePart(subject, part, page);
        }
    }
    writeSelfTimes(subject.comparison, page);
    if (!isOther) {
        writeSteps(subject.comparison, page);
        writeNamedCode(subject.comparison, page);
    }
    if (subject.origins != nullptr) {
        writeOrigins(*subject.origins, page);
    }
    if (!isOther) {
        writeKernels(subject.comparison, page);
    }
}

void writeComparison(const CompareSubject& subject, const std::string& svg, CompareDetail detail,
                     ReportPage& page) {
    writeHead(subject, page);
    if (detail == CompareDetail::Verdict && !page.isFull()) {
        const FindingChanges& changes = subject.comparison.findings;
        if (subject.comparison.verdict.otherProgram) {
            return page.note("totals of both: --all");
        }
        page.note("findings: " + countText(changes.gone.size()) + " gone, " +
                  countText(changes.added.size()) + " new, " + countText(changes.kept.size()) +
                  " in both; tables of all that changed: --all");
        return;
    }
    page.figure({svg, {}, "both runs"});
    const bool hasFindings = !subject.comparison.verdict.otherProgram;
    const bool isFirst = page.style() == PageStyle::Agent;  // its answers are cut
    if (hasFindings && isFirst) {
        writeFindings(subject, page);
    }
    writeTables(subject, page);
    if (hasFindings && !isFirst) {
        writeFindings(subject, page);
    }
}

}  // namespace

Mark verdictMark(VerdictKind kind) {
    return kind == VerdictKind::Improved    ? Mark::Healthy
           : kind == VerdictKind::Regressed ? Mark::Unhealthy
                                            : Mark::Unknown;
}

std::string verdictSentence(const Verdict& verdict) {
    const std::string kind(verdictName(verdict.kind));
    if (verdict.a == Duration::zero() && verdict.b == Duration::zero()) {
        const Duration a = verdict.partA.wall;
        const Duration b = verdict.partB.wall;
        return a == b ? kind + ": both traces last " + durationText(a)
                      : kind + ": the traces last " + durationText(a) + " → " + durationText(b) +
                            " (" + changeText(a.count(), b.count(), !verdict.otherWork) + ")";
    }
    const std::string unit = verdict.stepUnit.empty() ? "" : "(" + verdict.stepUnit + ") ";
    std::string text = kind +
                       (!verdict.kinds.empty() ? ": an iteration takes "
                        : verdict.perStep      ? ": a steady step " + unit + "takes "
                                               : ": the GPU takes ") +
                       durationText(verdict.a) + " → " + durationText(verdict.bAtClock);
    if (verdict.clock) {
        text += " at A's GPU clock, " + durationText(verdict.b) + " measured";
    }
    if (!verdict.change) {
        return text;
    }
    text += " (" + changeText(verdict.a.count(), verdict.bAtClock.count());
    if (verdict.floor > Duration::zero()) {
        text += ", noise floor " + durationText(verdict.floor) + ", " +
                percentText(static_cast<double>(verdict.floor.count()) /
                                static_cast<double>(verdict.a.count()),
                            PercentForm::Error);
    }
    return text + ")";
}

std::string unprofiledSentence(const Verdict& verdict) {
    return verdict.unprofiled ? unprofiledText(*verdict.unprofiled, verdict.perStep)
                              : std::string{};
}

std::string unprofiledText(const UnprofiledChange& change, bool perStep) {
    const std::string size = changeText(change.a.count(), change.b.count());
    const bool isFactor = size.starts_with("×");
    return "without the profiler about " + durationText(change.a) + " → " + durationText(change.b) +
           (perStep ? " a step" : "") + " (" + size + " ± " +
           (isFactor ? fmt::format("{:.2g}", change.error)
                     : percentText(change.error, PercentForm::Estimate)) +
           ")";
}

std::string alignmentSentence(const Alignment& alignment) {
    return std::string(alignmentLevelName(alignment.level)) + ": " + alignment.reason;
}

std::string compareText(std::span<const CompareSubject> subjects, PageStyle style,
                        CompareDetail detail, std::size_t width) {
    const auto page = makePage(style, width);
    if (subjects.size() == 1) {
        writeComparison(subjects.front(), {}, detail, *page);
    } else {
        writeBaselineTable(subjects, *page);
        writeSettingsFiles(subjects.front().a, *page);
        for (const CompareSubject& subject : subjects) {
            writeSettingsFiles(subject.b, *page);
        }
    }
    return page->take();
}

std::string compareHtml(std::span<const CompareSubject> subjects,
                        std::span<const std::string> figures, const HtmlThemes& themes) {
    const auto page = makePage(PageStyle::Html);
    std::string compared;
    if (subjects.size() > 1) {
        writeBaselineTable(subjects, *page);
    }
    for (std::size_t at = 0; at < subjects.size(); ++at) {
        appendItem(compared, runName(subjects[at].b.trace.facts().path));
        writeComparison(subjects[at], at < figures.size() ? figures[at] : std::string(),
                        CompareDetail::All, *page);
    }
    const std::string title = runName(subjects.front().a.trace.facts().path) + " → " + compared;
    return htmlDocument(title, page->take(), themes);
}

}  // namespace gaplight
