// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/provenance/provenance_report.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/provenance/origin_search.h"
#include "core/report/facts/report_subject.h"
#include "core/report/table/table.h"

namespace gaplight {
namespace {

// Rows of a list; what has most time comes first.
constexpr std::size_t kMaxJsonRows = 10'000;
constexpr std::size_t kWidestOrigin = 40;

Json printableOrNull(std::string_view text) {
    return text.empty() ? Json(nullptr) : Json(printable(text));
}

Table originsTable(const Trace& trace, const ReplayOrigins& origins,
                   const std::vector<OriginTotal>& totals) {
    const auto text = [](const OriginTotal& total, OriginKind kind) {
        return total.text[static_cast<std::size_t>(kind)];
    };
    const auto json = [&](OriginKind kind) {
        return [&text, kind](auto& total) { return printableOrNull(text(total, kind)); };
    };
    return tableOf(
        totals, column("annotation", "", Unit::Code, json(OriginKind::Annotation)),
        column("module", "", Unit::Code, json(OriginKind::Module)),
        column("op", "", Unit::Code, json(OriginKind::Operator)),
        column("python", "", Unit::Code, json(OriginKind::Python)),
        column("", "operator", {Unit::Code, kWidestOrigin},
               [&](auto& total) { return text(total, OriginKind::Operator); }),
        column("", "module", {Unit::Code, kWidestOrigin},
               [&](auto& total) { return moduleNameOf(text(total, OriginKind::Module)); }),
        column("", "annotation", {Unit::Code, kWidestOrigin},
               [&](auto& total) { return text(total, OriginKind::Annotation); }),
        column("count", "count", Unit::Count, &OriginTotal::nodes),
        column("total_ns", "GPU time", Unit::Nanoseconds, &OriginTotal::time),
        column("", "share", Unit::Share,
               [&](auto& total) { return shareOf(total.time, origins.replayedTime); }),
        column("longest", "", Unit::Code,
               [&](auto& total) { return printable(trace.name(total.longest)); }),
        column("confidence", "", Unit::Text,
               [](auto& total) { return originConfidenceName(total.confidence); }));
}

Json jsonOrigins(const Trace& trace, const Provenance& provenance) {
    const ReplayOrigins& origins = *provenance.replays;
    const auto with = [&](OriginKind kind) {
        return origins.timeWith[static_cast<std::size_t>(kind)].count();
    };
    return {{"path", printableOrNull(provenance.capturePath)},
            {"same_file", origins.isSameTrace},
            {"graphs", origins.graphs},
            {"replays", origins.replays},
            {"matched_replays", origins.matchedReplays},
            {"replayed", origins.replayedNodes},
            {"replayed_ns", origins.replayedTime.count()},
            {"matched_ns", origins.matchedTime.count()},
            {"with_annotation_ns", with(OriginKind::Annotation)},
            {"with_module_ns", with(OriginKind::Module)},
            {"with_operator_ns", with(OriginKind::Operator)},
            {"confidence_ns", jsonTimes(origins.timeByConfidence, originConfidenceName)},
            {"places", tableJson(originsTable(trace, origins, totalsOfOrigins(trace, origins)),
                                 kMaxJsonRows)}};
}

Json jsonId(LogCompileId id) {
    return id.frame < 0 ? Json(nullptr)
                        : Json(std::to_string(id.frame) + "/" + std::to_string(id.version));
}

Json jsonLine(const SourceLine& line) {
    return {{"file", printableOrNull(line.file)},
            {"line", line.line > 0 ? Json(line.line) : Json(nullptr)},
            {"function", printableOrNull(line.function)},
            {"code", printableOrNull(line.code)}};
}

Json jsonTexts(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& text : texts) {
        list.push_back(printable(text));
    }
    return list;
}

Json jsonKernelsOfLog(const CompileLog& log, const KernelSources* found) {
    Json kernels = Json::array();
    for (std::size_t at = 0; at < std::min(log.kernels.size(), kMaxJsonRows); ++at) {
        const CompiledKernel& kernel = log.kernels[at];
        Json lines = Json::array();
        for (const SourceLine& line : kernel.lines) {
            lines.push_back(jsonLine(line));
        }
        kernels.push_back(
            {{"name", printable(kernel.name)},
             {"graph", printableOrNull(kernel.graph)},
             {"compile_id", jsonId(kernel.id)},
             {"file", printableOrNull(kernel.file)},
             {"operators", jsonTexts(kernel.operators)},
             {"nodes", jsonTexts(kernel.nodes)},
             {"lines", std::move(lines)},
             {"line_of_frame", kernel.isLineOfFrame},
             {"launches", found == nullptr ? Json(nullptr) : Json(found->launchesOfKernel[at])},
             {"total_ns",
              found == nullptr ? Json(nullptr) : Json(found->timeOfKernel[at].count())}});
    }
    return kernels;
}

std::string lineText(const SourceLine& line) {
    return line.file + (line.line > 0 ? ":" + std::to_string(line.line) : "");
}

std::string compileText(LogCompileId id) {
    return std::to_string(id.frame) + "/" + std::to_string(id.version);
}

Table graphBreaksTable(const CompileLog& log) {
    return tableOf(
        log.breaks, column("compile_id", "", Unit::Text, [](auto& one) { return jsonId(one.id); }),
        column("at", "", Unit::Text, [](auto& one) { return jsonLine(one.at); }),
        column("", "graph break", {Unit::Code, kWidestOrigin},
               [](auto& one) { return lineText(one.at); }),
        column("", "frame", Unit::Text, [](auto& one) { return compileText(one.id); }),
        column("", "reason", Unit::Text, &GraphBreakReason::reason),
        column("reason", "", Unit::Text, [](auto& one) { return printableOrNull(one.reason); }),
        column("explanation", "", Unit::Text,
               [](auto& one) { return printableOrNull(one.explanation); }),
        column("hint", "", Unit::Text, [](auto& one) { return printableOrNull(one.hint); }),
        column("link", "", Unit::Text, [](auto& one) { return printableOrNull(one.link); }));
}

Json jsonLog(const CompileLog& log, const KernelSources* found) {
    Json recompiles = Json::array();
    for (const RecompileReason& one : log.recompiles) {
        const CompiledFrame* frame = log.findFrame(one.id);
        recompiles.push_back({{"compile_id", jsonId(one.id)},
                              {"at", frame == nullptr ? Json(nullptr) : jsonLine(frame->at)},
                              {"reasons", jsonTexts(one.reasons)}});
    }
    return {{"path", printableOrNull(log.path)},
            {"format", log.format},
            {"entries", log.entries},
            {"graph_breaks", tableJson(graphBreaksTable(log))},
            {"recompiles", std::move(recompiles)},
            {"generated", found == nullptr ? Json(nullptr) : Json(found->generated)},
            {"found", found == nullptr ? Json(nullptr) : Json(found->kernels.size())},
            {"ambiguous", found == nullptr ? Json(nullptr) : Json(found->ambiguous)},
            {"graphs", found == nullptr ? Json(nullptr) : Json(found->graphs)},
            {"unknown_graphs", found == nullptr ? Json(nullptr) : Json(found->unknownGraphs)},
            {"kernels", jsonKernelsOfLog(log, found)},
            {"issues", jsonIssueCounts(log.issues, compileLogIssueName)}};
}

}  // namespace

Json jsonProvenance(const Trace& trace, const Provenance& provenance) {
    return {
        {"capture", provenance.replays == nullptr ? Json(nullptr) : jsonOrigins(trace, provenance)},
        {"compile_log", provenance.compileLog == nullptr
                            ? Json(nullptr)
                            : jsonLog(*provenance.compileLog, provenance.kernels.get())}};
}

namespace {

constexpr std::size_t kRowsOnTerminal = 8;
constexpr std::size_t kRowsOnPage = 40;

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
    std::vector<OriginTotal> totals = totalsOfOrigins(trace, origins);
    std::erase_if(totals, [](const OriginTotal& total) {
        return std::ranges::all_of(total.text, &std::string_view::empty);  // nothing was recorded
    });
    page.table(pageTable(originsTable(trace, origins, totals),
                         page.isFull() ? kRowsOnPage : kRowsOnTerminal));
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
    page.table(pageTable(graphBreaksTable(log), kRowsOnPage));
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
