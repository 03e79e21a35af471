// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/printable_text.h"
#include "core/provenance/origin_totals.h"
#include "core/report/provenance/provenance_report.h"

namespace gaplight {
namespace {

// Rows of a list; what has most time comes first.
constexpr std::size_t kMaxJsonRows = 10'000;

Json printableOrNull(std::string_view text) {
    return text.empty() ? Json(nullptr) : Json(printable(text));
}

Json jsonOrigins(const Trace& trace, const Provenance& provenance) {
    const ReplayOrigins& origins = *provenance.replays;
    const auto with = [&](OriginKind kind) {
        return origins.timeWith[static_cast<std::size_t>(kind)].count();
    };
    Json confidence = Json::object();
    for (std::size_t at = 0; at < kOriginConfidences; ++at) {
        confidence[std::string(originConfidenceName(static_cast<OriginConfidence>(at)))] =
            origins.timeByConfidence[at].count();
    }
    Json places = Json::array();
    for (const OriginTotal& total : totalsOfOrigins(trace, origins)) {
        if (places.size() == kMaxJsonRows) {
            break;
        }
        const auto text = [&](OriginKind kind) {
            return printableOrNull(total.text[static_cast<std::size_t>(kind)]);
        };
        places.push_back({{"annotation", text(OriginKind::Annotation)},
                          {"module", text(OriginKind::Module)},
                          {"op", text(OriginKind::Operator)},
                          {"python", text(OriginKind::Python)},
                          {"count", total.nodes},
                          {"total_ns", total.time.count()},
                          {"longest", printable(trace.name(total.longest))},
                          {"confidence", originConfidenceName(total.confidence)}});
    }
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
            {"confidence_ns", std::move(confidence)},
            {"places", std::move(places)}};
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

Json jsonLog(const CompileLog& log, const KernelSources* found) {
    Json breaks = Json::array();
    for (const GraphBreakReason& one : log.breaks) {
        breaks.push_back({{"compile_id", jsonId(one.id)},
                          {"at", jsonLine(one.at)},
                          {"reason", printableOrNull(one.reason)},
                          {"explanation", printableOrNull(one.explanation)},
                          {"hint", printableOrNull(one.hint)},
                          {"link", printableOrNull(one.link)}});
    }
    Json recompiles = Json::array();
    for (const RecompileReason& one : log.recompiles) {
        const CompiledFrame* frame = log.findFrame(one.id);
        recompiles.push_back({{"compile_id", jsonId(one.id)},
                              {"at", frame == nullptr ? Json(nullptr) : jsonLine(frame->at)},
                              {"reasons", jsonTexts(one.reasons)}});
    }
    Json issues = Json::array();
    for (std::size_t at = 0; at < kCompileLogIssues; ++at) {
        if (log.issues[at] > 0) {
            issues.push_back({{"kind", compileLogIssueName(static_cast<CompileLogIssueKind>(at))},
                              {"count", log.issues[at]}});
        }
    }
    return {{"path", printableOrNull(log.path)},
            {"format", log.format},
            {"entries", log.entries},
            {"graph_breaks", std::move(breaks)},
            {"recompiles", std::move(recompiles)},
            {"generated", found == nullptr ? Json(nullptr) : Json(found->generated)},
            {"found", found == nullptr ? Json(nullptr) : Json(found->kernels.size())},
            {"ambiguous", found == nullptr ? Json(nullptr) : Json(found->ambiguous)},
            {"graphs", found == nullptr ? Json(nullptr) : Json(found->graphs)},
            {"unknown_graphs", found == nullptr ? Json(nullptr) : Json(found->unknownGraphs)},
            {"kernels", jsonKernelsOfLog(log, found)},
            {"issues", std::move(issues)}};
}

}  // namespace

Json jsonProvenance(const Trace& trace, const Provenance& provenance) {
    return {
        {"capture", provenance.replays == nullptr ? Json(nullptr) : jsonOrigins(trace, provenance)},
        {"compile_log", provenance.compileLog == nullptr
                            ? Json(nullptr)
                            : jsonLog(*provenance.compileLog, provenance.kernels.get())}};
}

}  // namespace gaplight
