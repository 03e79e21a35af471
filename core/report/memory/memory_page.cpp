// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/report/facts/report_subject.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/html_page.h"

namespace gaplight {
namespace {

constexpr std::size_t kScreenRows = 6;
constexpr std::size_t kFullRows = 30;
constexpr std::size_t kWidestLine = 60;

std::size_t rowsOf(const ReportPage& page) {
    return page.isFull() ? kFullRows : kScreenRows;
}

Duration microsecondsText(std::int64_t us) {
    return Duration(us * 1000);
}

std::string shareText(std::int64_t part, std::int64_t whole) {
    return percentText(part, whole);
}

bool isShown(const MemorySubject& subject, const MemoryModel& model) {
    return !subject.device || *subject.device == model.device;
}

void writeHolders(const MemorySubject& subject, const DeviceMemoryFacts& facts, ReportPage& page) {
    PageTable table{{{"held at the peak", Align::Right},
                     {"share", Align::Right},
                     {"blocks", Align::Right},
                     {"largest", Align::Right},
                     {"line", Align::Left, kWidestLine, CellKind::Code}},
                    {}};
    for (const MemoryHolder& holder : facts.holders) {
        if (table.rows.size() == rowsOf(page)) {
            break;
        }
        const bool isOld = holder.fromBefore == holder.count && !holder.frame.isValid();
        table.rows.push_back({bytesText(holder.bytes),
                              shareText(holder.bytes, facts.peak.allocated),
                              countText(holder.count), bytesText(holder.largest),
                              isOld ? "allocated before the history"
                                    : subject.assessment.frames.text(holder.frame)});
    }
    page.table(table);
}

void writeSteps(const DeviceMemoryFacts& facts, ReportPage& page) {
    PageTable table{{{"step", Align::Left, kWidestLine},
                     {"allocated", Align::Right},
                     {"freed", Align::Right},
                     {"peak", Align::Right},
                     {"held at its end", Align::Right},
                     {"growth", Align::Right},
                     {"driver", Align::Right}},
                    {}};
    for (std::size_t at = 0; at < facts.steps.size() && at < rowsOf(page); ++at) {
        const RangeMemory& step = facts.steps[at];
        table.rows.push_back({step.label, bytesText(step.allocatedBytes),
                              bytesText(step.freedBytes), bytesText(step.peak),
                              bytesText(step.heldAtEnd),
                              at == 0 ? "–" : bytesText(step.growth(facts.steps[at - 1].heldAtEnd)),
                              bytesText(step.segmentBytesTaken)});
    }
    page.table(table);
}

struct AnnotationMemory {
    std::string_view name;
    std::uint64_t count = 0;
    std::int64_t allocated = 0;
    std::int64_t freed = 0;
    std::int64_t peak = 0;
};

void writeAnnotationMemory(const DeviceMemoryFacts& facts, ReportPage& page) {
    std::map<std::string_view, AnnotationMemory> byName;
    for (const RangeMemory& range : facts.annotations) {
        AnnotationMemory& row = byName[range.label];
        row.name = range.label;
        ++row.count;
        row.allocated += range.allocatedBytes;
        row.freed += range.freedBytes;
        row.peak = std::max(row.peak, range.peak);
    }
    std::vector<AnnotationMemory> rows;
    for (const auto& [name, row] : byName) {
        rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::ranges::greater{}, &AnnotationMemory::allocated);
    PageTable table{{{"annotation", Align::Left, kWidestLine},
                     {"count", Align::Right},
                     {"allocated", Align::Right},
                     {"freed", Align::Right},
                     {"peak", Align::Right}},
                    {}};
    for (const AnnotationMemory& row : rows) {
        if (table.rows.size() == rowsOf(page)) {
            break;
        }
        table.rows.push_back({std::string(row.name), countText(row.count), bytesText(row.allocated),
                              bytesText(row.freed), bytesText(row.peak)});
    }
    page.table(table);
}

void writePools(const MemorySubject& subject, const DeviceMemoryFacts& facts, ReportPage& page) {
    PageTable table{{{"stream"},
                     {"pool"},
                     {"segments", Align::Right},
                     {"reserved", Align::Right},
                     {"allocated", Align::Right}},
                    {}};
    for (const PoolTotals& pool : facts.pools) {
        const std::int64_t stream = pool.stream < subject.snapshot.streams.size()
                                        ? subject.snapshot.streams[pool.stream]
                                        : 0;
        table.rows.push_back({stream == 0 ? "default" : fmt::format("{:#x}", stream),
                              pool.isSmallPool ? "small" : "large", countText(pool.segments),
                              bytesText(pool.reserved), bytesText(pool.allocated)});
    }
    page.table(table);
}

void writeLifetimes(const MemorySubject& subject, const DeviceMemoryFacts& facts,
                    ReportPage& page) {
    PageTable table{{{"allocated in all", Align::Right},
                     {"blocks", Align::Right},
                     {"median lifetime", Align::Right},
                     {"line", Align::Left, kWidestLine, CellKind::Code}},
                    {}};
    for (const FrameLifetime& line : facts.lifetimes) {
        if (table.rows.size() == rowsOf(page)) {
            break;
        }
        table.rows.push_back(
            {bytesText(line.bytes), countText(line.count),
             line.freed == 0 ? "held" : durationText(microsecondsText(line.medianLifetimeUs)),
             subject.assessment.frames.text(line.frame)});
    }
    page.table(table);
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
                          hasSegments
                              ? "; largest reserved " + bytesText(facts.reservedPeak.reserved)
                              : std::string{}));
    writeHolders(subject, facts, page);
    writeSteps(facts, page);
    writeAnnotationMemory(facts, page);
    if (page.isFull()) {
        page.subheading("Pools at the peak");
        writePools(subject, facts, page);
        page.subheading("Lifetimes");
        writeLifetimes(subject, facts, page);
    }
}

void writeMemoryFindings(const MemorySubject& subject, ReportPage& page) {
    page.heading("Memory findings");
    std::size_t number = 0;
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (subject.device && *subject.device != finding.device) {
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

void writeIssues(const SnapshotIssues& issues, ReportPage& page) {
    for (std::size_t at = 0; at < SnapshotIssues::kKinds; ++at) {
        const auto kind = static_cast<SnapshotIssueKind>(at);
        if (issues.count(kind) > 0) {
            page.note(fmt::format("{} × {}: {}", countText(issues.count(kind)),
                                  snapshotIssueName(kind), snapshotIssueExplanation(kind)));
        }
    }
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
        if (isShown(subject, subject.snapshot.devices[at])) {
            writeDevice(subject, subject.snapshot.devices[at], subject.assessment.devices[at],
                        page);
        }
    }
    writeMemoryFindings(subject, page);
    writeIssues(subject.snapshot.issues, page);
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
    PageTable table{{{"GPU", Align::Right},
                     {"events", Align::Right},
                     {"allocations", Align::Right},
                     {"segments", Align::Right}},
                    {}};
    for (const MemoryModel& model : subject.snapshot.devices) {
        if (isShown(subject, model)) {
            table.rows.push_back({std::to_string(model.device), countText(model.events.size()),
                                  countText(model.allocations.size()),
                                  countText(model.segments.size())});
        }
    }
    page->table(table);
    writeIssues(subject.snapshot.issues, *page);
    return page->take();
}

}  // namespace gaplight
