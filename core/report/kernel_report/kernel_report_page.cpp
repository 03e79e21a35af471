// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/text/html_page.h"

namespace gaplight {
namespace {

constexpr std::size_t kScreenKernels = 12;
constexpr std::size_t kFullKernels = 200;
constexpr std::size_t kScreenRules = 5;
constexpr std::size_t kScreenInstructions = 3;
constexpr std::size_t kFullRules = 100;
constexpr std::size_t kWidestKernel = 44;
constexpr std::size_t kShownStalls = 5;
constexpr std::size_t kShownPipelines = 4;
constexpr std::size_t kShownInstructions = 4;

// Kernels of one key and full name. Figures are those of the kernel of median duration.
struct KernelGroupRow {
    KernelKey key;
    std::vector<std::uint32_t> kernels;
    std::uint32_t median = 0;  // of them, by duration; of equal ones the earliest
    double durationNs = 0;     // of all, in the report
    Duration traceTime{};
    std::uint64_t launches = 0;
    bool isAmbiguous = false;
};

// Longest first: in the trace, where the report was opened with one, else in the report.
std::vector<KernelGroupRow> groupsOf(const KernelReportSubject& subject) {
    const KernelReport& report = subject.report;
    std::map<std::pair<KernelKey, ReportTextId>, KernelGroupRow> byKey;
    const std::vector<KernelKey> keys = keysOf(report);
    const auto durationOf = [&](std::uint32_t at) {
        return figureValue(report, report.kernels[at], "duration_ns").value_or(0);
    };
    for (std::uint32_t at = 0; at < keys.size(); ++at) {
        KernelGroupRow& group = byKey[{keys[at], report.kernels[at].name}];
        group.key = keys[at];
        group.kernels.push_back(at);
        group.durationNs += durationOf(at);
        if (subject.matches != nullptr) {
            group.traceTime += subject.matches->timeOfKernel[at];
            group.launches += subject.matches->launchesOfKernel[at];
            group.isAmbiguous = group.isAmbiguous || subject.matches->isAmbiguousKernel[at];
        }
    }
    std::vector<KernelGroupRow> groups;
    for (auto& [key, group] : byKey) {
        group.median = lowerMedian(group.kernels,
                                   [&](std::uint32_t at) { return std::pair(durationOf(at), at); });
        groups.push_back(std::move(group));
    }
    std::ranges::stable_sort(groups, [](const KernelGroupRow& a, const KernelGroupRow& b) {
        return std::pair(a.traceTime, a.durationNs) > std::pair(b.traceTime, b.durationNs);
    });
    return groups;
}

std::string figureCell(const KernelReport& report, const ReportKernel& kernel,
                       std::string_view key) {
    const KernelFigure* figure = findKernelFigure(key);
    const auto value = figure == nullptr ? std::nullopt : figureValue(report, kernel, *figure);
    return value ? figureText(*value, figure->unit) : "–";
}

std::string stallCell(const KernelReport& report, const ReportKernel& kernel, std::size_t count) {
    std::string text;
    for (const StallReason& stall : stallReasons(report, kernel)) {
        if (count-- == 0) {
            break;
        }
        appendItem(text, stall.name + " " + percentText(stall.share));
    }
    return text.empty() ? "–" : text;
}

std::string instructionCell(const KernelReport& report, const ReportKernel& kernel) {
    std::string text;
    std::size_t shown = 0;
    for (const InstructionShare& one : instructionMix(report, kernel)) {
        if (shown++ < kShownInstructions) {
            appendItem(text, one.name + " " + percentText(one.share));
        }
    }
    return text.empty() ? "–" : text;
}

void writeKernelTable(const KernelReportSubject& subject, const std::vector<KernelGroupRow>& groups,
                      ReportPage& page) {
    const bool hasTrace = subject.matches != nullptr;
    PageTable table{{{hasTrace ? "launches" : "kernels", Align::Right},
                     {hasTrace ? "time in the trace" : "duration", Align::Right},
                     {"compute", Align::Right},
                     {"memory", Align::Right},
                     {"occupancy", Align::Right},
                     {"of at most", Align::Right},
                     {"limited by"},
                     {"L1 hits", Align::Right},
                     {"L2 hits", Align::Right},
                     {"DRAM", Align::Right},
                     {"waits most for"},
                     {"kernel", Align::Left, kWidestKernel, CellKind::Code},
                     {"grid"}},
                    {}};
    const std::size_t rows = page.isFull() ? kFullKernels : kScreenKernels;
    for (const KernelGroupRow& group : groups) {
        if (table.rows.size() == rows) {
            break;
        }
        const ReportKernel& kernel = subject.report.kernels[group.median];
        const auto cell = [&](std::string_view key) {
            return figureCell(subject.report, kernel, key);
        };
        const std::string limits = reachedLimits(residentBlockLimits(subject.report, kernel));
        table.rows.push_back(
            {countText(hasTrace ? group.launches : group.kernels.size()) +
                 (group.isAmbiguous ? " ?" : ""),
             hasTrace ? durationText(group.traceTime)
                      : figureText(group.durationNs, FigureUnit::Nanoseconds),
             cell("compute_percent"), cell("memory_percent"), cell("achieved_occupancy_percent"),
             cell("theoretical_occupancy_percent"), limits.empty() ? "–" : limits,
             cell("l1_hit_percent"), cell("l2_hit_percent"), cell("dram_bytes_per_second"),
             stallCell(subject.report, kernel, 1), group.key.name, launchSizeText(group.key.grid)});
    }
    page.table(table);
    if (groups.size() > rows) {
        page.note(fmt::format("and {}{}",
                              countText(groups.size() - rows, "further kernel", "further kernels"),
                              page.hint("; --format json or markdown has all")));
    }
}

// What the longest kernels execute; the table of details has all of them.
void writeInstructions(const KernelReportSubject& subject,
                       const std::vector<KernelGroupRow>& groups, ReportPage& page) {
    std::size_t written = 0;
    for (const KernelGroupRow& group : groups) {
        const ReportKernel& kernel = subject.report.kernels[group.median];
        if (written == kScreenInstructions || kernel.opcodes.empty()) {
            break;
        }
        if (++written == 1) {
            page.subheading("What the longest execute");
        }
        page.item("•",
                  fmt::format("{}: {}", group.key.name, instructionCell(subject.report, kernel)));
    }
}

// What is not in the table, for each kernel.
void writeKernelDetails(const KernelReportSubject& subject,
                        const std::vector<KernelGroupRow>& groups, ReportPage& page) {
    page.subheading("Stalls, pipelines, instructions and launches");
    PageTable table{{{"kernel", Align::Left, kWidestKernel, CellKind::Code},
                     {"block"},
                     {"registers", Align::Right},
                     {"shared memory", Align::Right},
                     {"waves", Align::Right},
                     {"L1", Align::Right},
                     {"L2", Align::Right},
                     {"DRAM", Align::Right},
                     {"L2 to L1", Align::Right},
                     {"warps wait for"},
                     {"pipelines"},
                     {"instructions"}},
                    {}};
    for (const KernelGroupRow& group : groups) {
        if (table.rows.size() == kFullKernels) {
            break;
        }
        const ReportKernel& kernel = subject.report.kernels[group.median];
        const auto cell = [&](std::string_view key) {
            return figureCell(subject.report, kernel, key);
        };
        std::string pipelines;
        std::size_t shown = 0;
        for (const PipelineUse& use : pipelineUses(subject.report, kernel)) {
            if (shown++ < kShownPipelines) {
                appendItem(pipelines,
                           use.name + " " + figureText(use.percent, FigureUnit::Percent));
            }
        }
        table.rows.push_back(
            {group.key.name, launchSizeText(group.key.block), cell("registers_per_thread"),
             cell("shared_bytes_per_block"), cell("waves_per_sm"), cell("l1_percent"),
             cell("l2_percent"), cell("dram_percent"), cell("l2_to_l1_bytes_per_second"),
             stallCell(subject.report, kernel, kShownStalls), pipelines.empty() ? "–" : pipelines,
             instructionCell(subject.report, kernel)});
    }
    page.table(table);
}

std::string speedupText(const RuleText& rule) {
    return rule.speedupPercent < 0
               ? std::string{}
               : fmt::format(", up to {} {}", figureText(rule.speedupPercent, FigureUnit::Percent),
                             rule.isGlobalSpeedup ? "of the kernel's time" : "of that resource");
}

// The report's own advice: that for the longest kernels first, each text once.
void writeRules(const KernelReportSubject& subject, const std::vector<KernelGroupRow>& groups,
                ReportPage& page) {
    const std::size_t limit = page.isFull() ? kFullRules : kScreenRules;
    std::set<ReportTextId> written;
    for (const KernelGroupRow& group : groups) {
        std::vector<RuleText> rules = subject.report.kernels[group.median].rules;
        std::ranges::stable_sort(rules, [](const RuleText& a, const RuleText& b) {
            return a.isGlobalSpeedup * a.speedupPercent > b.isGlobalSpeedup * b.speedupPercent;
        });
        std::size_t ofKernel = 0;
        for (const RuleText& rule : rules) {
            if (written.size() == limit || (!page.isFull() && ofKernel == 1)) {
                break;
            }
            const bool isAdvice =
                rule.verdict == RuleVerdict::Optimization || rule.verdict == RuleVerdict::Warning;
            if (!isAdvice || !written.insert(rule.text).second) {
                continue;
            }
            if (written.size() == 1) {
                page.subheading("What Nsight Compute says");
            }
            ++ofKernel;
            page.item("•",
                      fmt::format("{}: {}{}. {}", group.key.name, subject.report.text(rule.title),
                                  speedupText(rule), subject.report.text(rule.text)));
        }
    }
}

void writeReportHead(const KernelReportSubject& subject, ReportPage& page) {
    const KernelReport& report = subject.report;
    std::string gpus;
    for (const ReportGpu& gpu : report.gpus) {
        appendItem(gpus, gpu.name.empty()
                             ? "GPU of compute capability " + std::to_string(gpu.computeMajor) +
                                   "." + std::to_string(gpu.computeMinor)
                             : gpu.name);
    }
    page.line(fmt::format("Nsight Compute{}{}, {}{}{}",
                          report.toolVersion.empty()
                              ? ""
                              : " " + report.toolVersion.substr(0, report.toolVersion.find(' ')),
                          report.format == "ncu-csv" ? " (CSV)" : "",
                          countText(report.kernels.size(), "kernel", "kernels"),
                          gpus.empty() ? "" : ", " + gpus,
                          report.program.empty() ? "" : ", " + runFileName(report.program)));
}

void writeReportIssues(const KernelReport& report, ReportPage& page) {
    writeIssueCounts(report.issues.counts, kernelReportIssueName, kernelReportIssueExplanation,
                     page);
}

void writeMatches(const KernelReportSubject& subject, ReportPage& page) {
    const KernelMatches& matches = *subject.matches;
    page.line(fmt::format(
        "{} of {} found in the trace by name, grid, block and order: {} of {}, {} of their time",
        countText(matches.matchedKernels),
        countText(subject.report.kernels.size(), "kernel", "kernels"),
        countText(matches.launches.size()), countText(matches.allLaunches, "launch", "launches"),
        percentText(matches.matchedTime, matches.allTime)));
    if (matches.ambiguousKernels > 0) {
        page.line(
            fmt::format("{} ambiguous (marked ?), {}: the trace has no multiple of the "
                        "launches that were measured",
                        countText(matches.ambiguousKernels, "kernel is", "kernels are"),
                        countText(matches.ambiguousLaunches, "launch", "launches")));
    }
    page.note(
        "From another run: Nsight Compute serializes and replays kernels, so that its "
        "durations are not those of the trace.");
}

}  // namespace

std::string launchSizeText(const std::array<std::uint64_t, 3>& size) {
    return fmt::format("({}, {}, {})", size[0], size[1], size[2]);
}

void writeKernelReportSections(const KernelReportSubject& subject, ReportPage& page) {
    if (subject.matches != nullptr) {
        page.heading("Inside the kernels: " + runFileName(subject.report.path));
        writeReportHead(subject, page);
        writeMatches(subject, page);
    }
    const std::vector<KernelGroupRow> groups = groupsOf(subject);
    writeKernelTable(subject, groups, page);
    if (page.isFull()) {
        writeKernelDetails(subject, groups, page);
    } else {
        writeInstructions(subject, groups, page);
    }
    writeRules(subject, groups, page);
    writeReportIssues(subject.report, page);
}

std::string kernelReportText(const KernelReportSubject& subject, PageStyle style) {
    const auto page = makePage(style);
    page->title(runFileName(subject.report.path));
    writeReportHead(subject, *page);
    writeKernelReportSections(subject, *page);
    return page->take();
}

std::string kernelReportHtml(const KernelReportSubject& subject, const HtmlThemes& themes) {
    return htmlDocument(runFileName(subject.report.path),
                        kernelReportText(subject, PageStyle::Html), themes);
}

std::string kernelReportInfoText(const KernelReportSubject& subject, PageStyle style) {
    const auto page = makePage(style);
    const KernelReport& report = subject.report;
    page->title(runFileName(report.path));
    writeReportHead(subject, *page);
    std::set<ReportTextId> sections;
    std::size_t metrics = 0;
    std::size_t rules = 0;
    for (const ReportKernel& kernel : report.kernels) {
        sections.insert(kernel.sections.begin(), kernel.sections.end());
        metrics = std::max(metrics, kernel.metrics.size());
        rules += kernel.rules.size();
    }
    page->line(fmt::format("{} a kernel, {}, {}", countText(metrics, "metric", "metrics"),
                           countText(sections.size(), "section", "sections"),
                           countText(rules, "message of rules", "messages of rules")));
    writeReportIssues(report, *page);
    return page->take();
}

}  // namespace gaplight
