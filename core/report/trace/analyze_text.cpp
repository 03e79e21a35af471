// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/serving_tables.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/memory/memory_report.h"
#include "core/report/provenance/provenance_report.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/analysis_details.h"
#include "core/report/trace/efficiency_section.h"
#include "core/report/trace/findings_markdown.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

// What fits on one screen.
constexpr std::size_t kFindingsInFull = 5;
constexpr std::size_t kFindings = 12;
constexpr std::size_t kAnnotations = 5;
constexpr std::size_t kIdleParts = 4;
// Of the screen: the first of these that fits.
struct ScreenRows {
    std::size_t findings = 0;
    std::size_t kernels = 0;
};
constexpr std::array<ScreenRows, 4> kScreenRows{{{3, 5}, {3, 3}, {2, 3}, {1, 3}}};
constexpr std::size_t kGpusOnScreen = 2;
constexpr std::size_t kAdviceOnScreen = 300;  // characters, if its first sentence is no longer

// "Python 21.1 ms (58.8 %) · operator 4.04 ms (11.2 %)", the largest first.
template <std::size_t Size, class Words>
std::string idleLine(const std::array<Duration, Size>& idle, Duration whole, const Words& words) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < Size; ++i) {
        if (idle[i] > Duration::zero()) {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return idle[a] > idle[b]; });
    std::string line;
    Duration rest{};
    for (std::size_t at = 0; at < order.size(); ++at) {
        const std::size_t i = order[at];
        if (at >= kIdleParts) {
            rest += idle[i];
            continue;
        }
        appendItem(line,
                   std::string(words(i)) + " " + durationText(idle[i]) + " (" +
                       percentText(idle[i], whole) + ")",
                   " · ");
    }
    return rest > Duration::zero() ? line + " · other " + durationText(rest) : line;
}

void writeDeviceLines(const ReportSubject& subject, const DeviceAnalysis& device,
                      ReportPage& page) {
    const GpuActivityTotals& totals = device.totals;
    page.heading(deviceTitle(subject.trace, device));
    const Duration earlier = earlierWork(device);
    const Duration window = totals.window.length() - earlier;
    const Duration idle = totals.idle - earlier;
    page.line("busy " + percentText(totals.busy, window) + " of " + durationText(window) +
              ", idle " + durationText(idle) + "; " +
              countText(device.gapsOverThreshold, "gap", "gaps") + " of at least " +
              durationText(subject.analysis.gapThreshold) + " are " +
              durationText(device.gapsOverThresholdTotal) + " of that");
    writeGpuTime(device, page);
    if (device.graphsUnderRecorded) {
        page.line(device.kernelsLost
                      ? "idle time cannot be judged: most kernels that were launched were not "
                        "recorded"
                      : "idle time cannot be judged: most CUDA graphs were launched without their "
                        "kernels being recorded");
        return;
    }
    if (subject.trace.issues().count(IssueKind::ClocksDiffer) > 0) {
        page.line("why it was idle is not known: host and GPU are on clocks that differ");
        return;
    }
    if (idle > Duration::zero()) {
        IdleByTrigger byTrigger = device.idleByTrigger;
        byTrigger[static_cast<std::size_t>(GapTrigger::GpuSide)] -= earlier;
        IdleByActivity byActivity = device.idleByActivity;
        byActivity[static_cast<std::size_t>(GapActivity::GpuSide)] -= earlier;
        page.line("why it was idle:     " + idleLine(byTrigger, idle, [](std::size_t i) {
                      return triggerLabel(static_cast<GapTrigger>(i));
                  }));
        page.line("host was meanwhile:  " + idleLine(byActivity, idle, [](std::size_t i) {
                      return gapActivityLabel(static_cast<GapActivity>(i));
                  }));
    }
}

std::string placeLine(const Finding& finding) {
    const FindingPlace& where = finding.where;
    std::string line;
    for (const std::string* part : {&where.annotation, &where.op, &where.python}) {
        if (!part->empty()) {
            appendItem(line, *part, " · ");
        }
    }
    return line;
}

// What a person need not read: notes about less than 0.1 % of the window, parts of other findings,
// further notes of a rule that has two already, and those beyond the sixth. Returns how many it
// has removed.
std::size_t leaveOutSmallNotes(Duration window, std::vector<const Finding*>& shown) {
    constexpr std::int64_t kSmallPpm = 1'000;
    constexpr std::size_t kNotesOfRule = 2;
    constexpr std::size_t kNotes = 6;
    std::map<std::string_view, std::size_t> notesOf;
    std::size_t notes = 0;
    return std::erase_if(shown, [&](const Finding* finding) {
        if (finding->severity != Severity::Info) {
            return false;
        }
        const bool isSmall =
            finding->cost.saving && !reachesPpm(*finding->cost.saving, window, kSmallPpm);
        if (isSmall || finding->partOf || notes == kNotes ||
            notesOf[finding->rule] == kNotesOfRule) {
            return true;
        }
        ++notes;
        ++notesOf[finding->rule];
        return false;
    });
}

void writeFindings(const ReportSubject& subject, ReportPage& page) {
    std::vector<const Finding*> shown = shownFindings(subject);
    const std::size_t small = leaveOutSmallNotes(subject.findings.replay.pricedWindow, shown);
    page.heading("Findings");
    if (shown.empty() && small == 0) {
        page.line(checkedSentence(subject.findings));
        return;
    }
    for (std::size_t at = 0; at < std::min(shown.size(), kFindings); ++at) {
        const Finding& finding = *shown[at];
        page.item(std::to_string(at + 1) + ".",
                  std::string(severityName(finding.severity)) + ": " + titleWithSaving(finding));
        if (at >= kFindingsInFull) {
            continue;
        }
        const std::string place = placeLine(finding);
        if (!place.empty()) {
            page.item("", "at " + place);
        }
        if (!finding.fix.empty()) {
            page.item("", "try: " + finding.fix);
        }
    }
    const FindingSet& set = subject.findings;
    const std::string saving = combinedSavingText(set);
    if (!saving.empty() && shown.size() > 1 && !subject.device) {
        page.line("all of it together: " + saving + " to gain");
    }
    std::string more =
        shown.size() > kFindings ? countText(shown.size() - kFindings) + " more findings, " : "";
    more += small > 0 ? countText(small, "small note, ", "small notes, ") : "";
    page.line(more + "reasons and evidence: --format markdown or json");
}

// The first sentences of a text, at most `limit` characters, at least one sentence.
std::string_view firstSentences(std::string_view text, std::size_t limit) {
    std::size_t end = text.find(". ");
    for (std::size_t next = end; next != std::string_view::npos && next < limit;
         next = text.find(". ", next + 1)) {
        end = next;
    }
    return text.size() <= limit || end == std::string_view::npos ? text : text.substr(0, end + 1);
}

void writeMainFindings(std::span<const Finding* const> shown, ReportPage& page) {
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const Finding& finding = *shown[at];
        page.item(std::to_string(at + 1) + ".",
                  std::string(severityName(finding.severity)) + ": " + titleWithSaving(finding));
        if (const std::string place = placeLine(finding); !place.empty()) {
            page.item("", "at " + place);
        }
        if (!finding.fix.empty() && finding.severity != Severity::Info) {
            page.item("",
                      std::string("try: ").append(firstSentences(finding.fix, kAdviceOnScreen)));
        }
    }
}

// What was opened with the trace.
void writeFilesBeside(const ReportSubject& subject, ReportPage& page) {
    if (subject.kernels != nullptr) {
        writeKernelReportSections(*subject.kernels, page);
    }
    if (subject.memory != nullptr) {
        writeMemorySections(*subject.memory, page);
    }
}

void writeImportNotes(const ReportSubject& subject, ReportPage& page) {
    ImportIssues issues = subject.trace.issues();
    issues.merge(subject.analysis.issues);
    if (issues.count(IssueKind::ArgsLeftOut) > 0) {
        page.line(
            "this pack was written with --without-args: stacks, shapes and how well kernels use "
            "the "
            "GPU are missing");
    }
    if (!issues.empty()) {
        page.line(countText(issues.list().size(), "kind", "kinds") + " of import issues" +
                  page.hint("; 'gaplight info' lists them"));
    }
}

// The questions with an unhealthy answer.
void writeProblems(const ReportSubject& subject, ReportPage& page) {
    for (const ChecklistItem& item : shownChecklist(subject)) {
        if (item.status == ChecklistStatus::Unhealthy) {
            page.item(markText(Mark::Unhealthy),
                      std::string(checklistText(item.question)) + " " + item.value);
        }
    }
}

}  // namespace

std::string analyzeScreen(const ReportSubject& subject, PageStyle style, std::size_t width) {
    std::vector<const Finding*> shown = shownFindings(subject);
    const std::size_t small = leaveOutSmallNotes(subject.findings.replay.pricedWindow, shown);
    std::string text;
    for (const ScreenRows& rows : kScreenRows) {
        const auto page = makePage(style, width);
        writeTraceHead(subject, *page);
        page->prose(verdictOf(subject).text());
        writeIdleSummary(subject, kGpusOnScreen, *page);
        if (const std::string iterations = servingLine(subject); !iterations.empty()) {
            page->line(iterations);
        }
        page->heading("Findings");
        if (shown.empty()) {
            page->line(checkedSentence(subject.findings));
        }
        const std::size_t findings = std::min(shown.size(), rows.findings);
        writeMainFindings(std::span(shown).first(findings), *page);
        writeTopKernels(subject, rows.kernels, *page);
        writeProblems(subject, *page);
        writeWhatIf(subject, *page);
        writeCriticalPath(subject, *page);
        const Provenance* known = subject.provenance;
        if (known != nullptr && (known->compileLog || !known->capturePath.empty())) {
            writeProvenance(subject.trace, *known, *page);
        }
        writeFilesBeside(subject, *page);
        writeImportNotes(subject, *page);
        const std::size_t left = shown.size() - findings;
        std::string more = left > 0 ? countText(left, "more finding, ", "more findings, ") : "";
        more += small > 0 ? countText(small, "small note, ", "small notes, ") : "";
        page->line(more + "steps, idle time, checklist, annotations: --all");
        text = page->take();
        if (std::ranges::count(text, '\n') <= static_cast<std::ptrdiff_t>(kScreenLines)) {
            break;
        }
    }
    return text;
}

std::string analyzeOverview(const ReportSubject& subject, PageStyle style) {
    std::vector<const Finding*> shown = shownFindings(subject);
    const std::size_t small = leaveOutSmallNotes(subject.findings.replay.pricedWindow, shown);
    const auto page = makePage(style);
    writeTraceHead(subject, *page);
    page->prose(verdictOf(subject).text());
    writeIdleSummary(subject, kGpusOnScreen, *page);
    const std::vector<const DeviceAnalysis*> devices = shownDevices(subject);
    if (devices.empty()) {
        page->line(noActivityLine(subject));
    }
    for (std::size_t at = 0; at < std::min(devices.size(), kGpusOnScreen); ++at) {
        writeDeviceLines(subject, *devices[at], *page);
    }
    writeChecklist(subject, *page);
    writeSteps(subject, *page);
    page->heading("Findings");
    if (shown.empty()) {
        page->line(checkedSentence(subject.findings));
    }
    const std::size_t findings = std::min(shown.size(), kScreenRows.front().findings);
    writeMainFindings(std::span(shown).first(findings), *page);
    if (const std::size_t left = shown.size() - findings + small; left > 0) {
        page->line(countText(left, "more finding", "more findings"));
    }
    writeTopKernels(subject, kScreenRows.front().kernels, *page);
    writeImportNotes(subject, *page);
    return page->take();
}

std::string analyzeText(const ReportSubject& subject, PageStyle style, std::size_t width) {
    if (style == PageStyle::Markdown) {
        return analyzeMarkdown(subject);
    }
    const auto page = makePage(style, width);
    writeTraceHead(subject, *page);
    page->prose(verdictOf(subject).text());
    writeIdleSummary(subject, subject.findings.explanations.size(), *page);
    const std::vector<const DeviceAnalysis*> devices = shownDevices(subject);
    if (devices.empty()) {
        page->line(noActivityLine(subject));
    }
    for (const DeviceAnalysis* device : devices) {
        writeDeviceLines(subject, *device, *page);
    }
    writeChecklist(subject, *page);
    writeFindings(subject, *page);
    writeWhatIf(subject, *page);
    writeCriticalPath(subject, *page);
    writeSteps(subject, *page);
    writeEfficiency(subject, *page);
    writeAnnotations(subject, kAnnotations, *page);
    if (subject.provenance != nullptr) {
        writeProvenance(subject.trace, *subject.provenance, *page);
    }
    writeFilesBeside(subject, *page);
    writeImportNotes(subject, *page);
    return page->take();
}

}  // namespace gaplight
