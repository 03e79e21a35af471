// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/torch/kernel_name.h"
#include "core/analysis/torch/module_call.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/provenance/origin_totals.h"
#include "core/report/facts/run_names.h"
#include "core/report/provenance/provenance_report.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsOnTerminal = 8;
constexpr std::size_t kRowsOnPage = 40;
constexpr std::size_t kWidestOrigin = 40;

std::string_view confidenceText(OriginConfidence confidence) {
    constexpr std::array<std::string_view, kOriginConfidences> kTexts{
        "kernel names and order", "ids of graph nodes", "order on one stream", "ambiguous"};
    return kTexts[static_cast<std::size_t>(confidence)];
}

std::string confidenceSentence(const ReplayOrigins& origins) {
    std::string text;
    for (std::size_t at = 0; at < kOriginConfidences; ++at) {
        const Duration time = origins.timeByConfidence[at];
        if (time > Duration::zero()) {
            appendItem(text, std::string(confidenceText(static_cast<OriginConfidence>(at))) + " (" +
                                 percentText(time, origins.matchedTime) + ")");
        }
    }
    return text.empty() ? text : "found by " + text;
}

void writeOrigins(const Trace& trace, const Provenance& provenance, ReportPage& page) {
    const ReplayOrigins& origins = *provenance.replays;
    page.heading("Replayed graphs");
    const auto share = [&](OriginKind kind) {
        return percentText(origins.timeWith[static_cast<std::size_t>(kind)], origins.replayedTime);
    };
    page.line(countText(origins.replays, "replay", "replays") + " with " +
              countText(origins.replayedNodes, "activity", "activities") + ", " +
              durationText(origins.replayedTime) + ": " + share(OriginKind::Operator) +
              " of kernel time is attributed to an operator, " + share(OriginKind::Module) +
              " to a module, " + share(OriginKind::Annotation) + " to an annotation");
    page.note((provenance.capturePath.empty()
                   ? std::string("captured in this trace")
                   : "from the capture in " + runFileName(provenance.capturePath)) +
              "; " + confidenceSentence(origins));
    if (origins.matchedReplays < origins.replays) {
        page.note(countText(origins.replays - origins.matchedReplays, "replay", "replays") +
                  " of graphs that the capture does not have");
    }
    PageTable table{{{"operator", Align::Left, kWidestOrigin, CellKind::Code},
                     {"module", Align::Left, kWidestOrigin, CellKind::Code},
                     {"annotation", Align::Left, kWidestOrigin, CellKind::Code},
                     {"count", Align::Right},
                     {"GPU time", Align::Right},
                     {"share", Align::Right}},
                    {}};
    const std::size_t limit = page.isFull() ? kRowsOnPage : kRowsOnTerminal;
    for (const OriginTotal& total : totalsOfOrigins(trace, origins)) {
        if (table.rows.size() == limit) {
            break;
        }
        if (std::ranges::all_of(total.text, &std::string_view::empty)) {
            continue;  // nothing was recorded around the captured calls
        }
        const auto text = [&](OriginKind kind) {
            return total.text[static_cast<std::size_t>(kind)];
        };
        table.rows.push_back({std::string(text(OriginKind::Operator)),
                              std::string(moduleNameOf(text(OriginKind::Module))),
                              std::string(text(OriginKind::Annotation)), countText(total.nodes),
                              durationText(total.time),
                              percentText(total.time, origins.replayedTime)});
    }
    page.table(table);
}

std::string lineText(const SourceLine& line) {
    return line.file + (line.line > 0 ? ":" + std::to_string(line.line) : "");
}

std::string linesCell(const CompiledKernel& kernel) {
    if (kernel.lines.empty()) {
        return {};
    }
    const std::string first = (kernel.isLineOfFrame ? "in " : "") + lineText(kernel.lines.front());
    return kernel.lines.size() == 1
               ? first
               : first + " and " + countText(kernel.lines.size() - 1) + " more";
}

std::string compileText(LogCompileId id) {
    return std::to_string(id.frame) + "/" + std::to_string(id.version);
}

void writeKernels(const CompileLog& log, const KernelSources& kernels, ReportPage& page) {
    page.line(countText(kernels.kernels.size()) + " of " +
              countText(kernels.generated, "generated kernel", "generated kernels") + " found, " +
              percentText(kernels.foundTime, kernels.generatedTime) + " of their time");
    if (kernels.unknownGraphs > 0) {
        page.note(countText(kernels.unknownGraphs) + " of " +
                  countText(kernels.graphs, "compiled graph", "compiled graphs") +
                  " that the trace calls are not in the log");
    }
    if (kernels.ambiguous > 0) {
        page.note(countText(kernels.ambiguous, "kernel", "kernels") +
                  " with a name that several graphs have: ambiguous");
    }
    std::vector<std::size_t> order;
    for (std::size_t at = 0; at < log.kernels.size(); ++at) {
        if (kernels.launchesOfKernel[at] > 0) {
            order.push_back(at);
        }
    }
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return kernels.timeOfKernel[a] > kernels.timeOfKernel[b];
    });
    PageTable table{{{"generated kernel", Align::Left, kWidestOrigin, CellKind::Code},
                     {"line", Align::Left, kWidestOrigin, CellKind::Code},
                     {"operators", Align::Left, kWidestOrigin, CellKind::Code},
                     {"count", Align::Right},
                     {"GPU time", Align::Right}},
                    {}};
    order.resize(std::min(order.size(), page.isFull() ? kRowsOnPage : kRowsOnTerminal));
    for (const std::size_t at : order) {
        const CompiledKernel& kernel = log.kernels[at];
        table.rows.push_back({kernel.name, linesCell(kernel), joinedText(kernel.operators),
                              countText(kernels.launchesOfKernel[at]),
                              durationText(kernels.timeOfKernel[at])});
    }
    page.table(table);
}

void writeReasons(const CompileLog& log, ReportPage& page) {
    PageTable breaks{{{"graph break", Align::Left, kWidestOrigin, CellKind::Code},
                      {"frame"},
                      {"reason", Align::Left, 0}},
                     {}};
    for (const GraphBreakReason& one : log.breaks) {
        if (breaks.rows.size() < kRowsOnPage) {
            breaks.rows.push_back({lineText(one.at), compileText(one.id), one.reason});
        }
    }
    page.table(breaks);
    PageTable versions{{{"recompiled"},
                        {"frame", Align::Left, kWidestOrigin, CellKind::Code},
                        {"reason", Align::Left, 0}},
                       {}};
    for (const RecompileReason& one : log.recompiles) {
        const CompiledFrame* frame = log.findFrame(one.id);
        if (versions.rows.size() < kRowsOnPage) {
            versions.rows.push_back({compileText(one.id),
                                     frame == nullptr ? std::string() : lineText(frame->at),
                                     joinedText(one.reasons)});
        }
    }
    page.table(versions);
}

void writeLog(const CompileLog& log, const KernelSources* kernels, ReportPage& page) {
    page.heading("Compiled code");
    page.line("log " + runFileName(log.path) + ": " +
              countText(log.breaks.size(), "graph break", "graph breaks") + ", " +
              countText(log.recompiles.size(), "recompilation", "recompilations") + ", " +
              countText(log.kernels.size(), "generated kernel", "generated kernels"));
    if (kernels != nullptr) {
        writeKernels(log, *kernels, page);
    }
    writeReasons(log, page);
    std::string problems;
    for (std::size_t at = 0; at < kCompileLogIssues; ++at) {
        const auto kind = static_cast<CompileLogIssueKind>(at);
        if (log.count(kind) > 0) {
            appendItem(
                problems,
                countText(log.count(kind)) + ": " + std::string(compileLogIssueExplanation(kind)),
                "; ");
        }
    }
    if (!problems.empty()) {
        page.note("the log has problems: " + problems);
    }
}

}  // namespace

void writeProvenance(const Trace& trace, const Provenance& provenance, ReportPage& page) {
    if (provenance.replays != nullptr) {
        writeOrigins(trace, provenance, page);
    }
    if (provenance.compileLog != nullptr) {
        writeLog(*provenance.compileLog, provenance.kernels.get(), page);
    }
}

}  // namespace gaplight
