// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/memory/memory_report.h"
#include "core/report/memory/memory_tables.h"
#include "core/report/text/html_page.h"

namespace gaplight {
namespace {

constexpr std::size_t kScreenRows = 6;
constexpr std::size_t kFullRows = 30;

Duration microsecondsText(std::int64_t us) {
    return Duration(us * 1000);
}

std::string shareText(std::int64_t part, std::int64_t whole) {
    return percentText(part, whole);
}

void writeDevice(const MemorySubject& subject, const MemoryModel& model,
                 const DeviceMemoryFacts& facts, ReportPage& page) {
    page.heading(fmt::format("Memory of GPU {}", model.device));
    const bool hasTime = subject.snapshot.hasTimes && !model.events.empty();
    const bool hasSegments = !model.segments.empty();
    page.line(fmt::format(
        "peak {} allocated{}{}", bytesText(facts.peak.allocated),
        hasTime ? " at " + durationText(
                               microsecondsText(model.timeUs(facts.peak.moment) - model.timeUs(0)))
                : std::string{},
        hasSegments ? fmt::format(", {} reserved; fragmentation there {}, largest hole {}",
                                  bytesText(facts.peak.reserved),
                                  shareText(facts.peak.reserved - facts.peak.allocated,
                                            facts.peak.reserved),
                                  bytesText(facts.peak.largestHole))
                    : std::string("; what the allocator reserved was not recorded")));
    page.line(fmt::format("at the start {} allocated, at the end {}{}",
                          bytesText(model.allocated.front()), bytesText(model.allocated.back()),
                          (model.finalSegments.empty()
                               ? std::string()
                               : fmt::format(" requested in blocks of {} (memory_allocated())",
                                             bytesText(blockBytesAtEnd(model)))) +
                              (hasSegments ? fmt::format("; largest reserved {}",
                                                         bytesText(facts.reservedPeak.reserved))
                                           : std::string())));
    const std::size_t rows = page.isFull() ? kFullRows : kScreenRows;
    page.table(pageTable(holdersTable(subject, facts), rows));
    page.table(pageTable(stepsMemoryTable(facts), rows));
    page.table(pageTable(annotationMemoryTable(facts, true), rows));
    if (page.isFull()) {
        page.subheading("Pools at the peak");
        page.table(pageTable(poolsTable(subject, facts)));
        page.subheading("Lifetimes");
        page.table(pageTable(lifetimesTable(subject, facts), rows));
    }
}

void writeMemoryFindings(const MemorySubject& subject, ReportPage& page) {
    page.heading("Memory findings");
    std::size_t number = 0;
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (!subject.includes(finding.device)) {
            continue;
        }
        writeOpinion(finding, ++number, page);
    }
    if (number == 0) {
        page.line(fmt::format("none of {} about memory found anything",
                              countText(memoryRules().size(), "rule", "rules")));
    }
    for (const NotApplicable& rule : subject.assessment.notApplicable) {
        page.note(fmt::format("{} could not run: {}", rule.rule, rule.reason));
    }
}

void writePlacement(const SnapshotPlacement& placement, ReportPage& page) {
    page.line(
        placement.uncertainty
            ? fmt::format(
                  "placed on the trace by {} that both record, ± {}",
                  countText(placement.matched,
                            placement.placedBy == PlacedBy::Allocations ? "allocation or free"
                                                                        : "annotation",
                            placement.placedBy == PlacedBy::Allocations ? "allocations and frees"
                                                                        : "annotations"),
                  durationText(*placement.uncertainty))
            : std::string("placed on the trace by the clock alone: nothing that both record "
                          "confirms it"));
}

void writeSnapshotIssues(const MemorySubject& subject, ReportPage& page) {
    writeIssueCounts(subject.snapshot.issues.counts, snapshotIssueName, snapshotIssueExplanation,
                     page);
}

void writeHead(const MemorySubject& subject, ReportPage& page) {
    page.title(runFileName(subject.snapshot.path));
    std::size_t events = 0;
    std::int64_t longest = 0;
    for (const MemoryModel& model : subject.snapshot.devices) {
        events += model.events.size();
        longest = std::max(longest, model.timeUs(model.lastMoment()) - model.timeUs(0));
    }
    page.line(
        fmt::format("PyTorch memory snapshot, {}{}, {}, {}", countText(events, "event", "events"),
                    subject.snapshot.hasTimes ? " in " + durationText(microsecondsText(longest))
                                              : std::string(" without times"),
                    countText(subject.snapshot.devices.size(), "GPU", "GPUs"),
                    countText(subject.snapshot.stacks.size(), "call stack", "call stacks")));
}

}  // namespace

void writeMemorySections(const MemorySubject& subject, ReportPage& page) {
    if (subject.placement) {
        page.heading("Memory snapshot");
        writePlacement(*subject.placement, page);
    }
    for (std::size_t at = 0; at < subject.snapshot.devices.size(); ++at) {
        if (subject.includes(subject.snapshot.devices[at].device)) {
            writeDevice(subject, subject.snapshot.devices[at], subject.assessment.devices[at],
                        page);
        }
    }
    writeMemoryFindings(subject, page);
    writeSnapshotIssues(subject, page);
}

std::string memoryText(const MemorySubject& subject, PageStyle style) {
    const auto page = makePage(style);
    writeHead(subject, *page);
    writeMemorySections(subject, *page);
    return page->take();
}

std::string memoryHtml(const MemorySubject& subject, const std::string& figure,
                       const HtmlThemes& themes) {
    const auto page = makePage(PageStyle::Html);
    writeHead(subject, *page);
    if (!figure.empty()) {
        page->figure({figure, {}, "allocated memory over time, by line"});
    }
    writeMemorySections(subject, *page);
    return htmlDocument(runFileName(subject.snapshot.path), page->take(), themes);
}

std::string memoryInfoText(const MemorySubject& subject, PageStyle style) {
    const auto page = makePage(style);
    writeHead(subject, *page);
    page->table(pageTable(snapshotDevicesTable(subject)));
    writeSnapshotIssues(subject, *page);
    return page->take();
}

}  // namespace gaplight
