// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/log_assembly.h"

#include <algorithm>
#include <utility>

#include "core/formats/torch_trace/generated_code.h"
#include "core/formats/torch_trace/reason_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxCompilations = 4096;  // with graphs at hand; the oldest go first
constexpr std::size_t kMaxKeyBytes = 256;

std::string_view withoutEnd(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \n\r\t") + 1);
}

void addLine(const SourceLine* line, std::vector<SourceLine>& lines) {
    if (line != nullptr && std::ranges::find(lines, *line) == lines.end()) {
        lines.push_back(*line);
    }
}

}  // namespace

LogAssembly::Compilation& LogAssembly::compilationOf(LogCompileId id) {
    if (m_compilations.size() >= kMaxCompilations && !m_compilations.contains(id)) {
        m_compilations.erase(m_compilations.begin());
    }
    return m_compilations[id];
}

void LogAssembly::add(const LogEntry& entry) {
    if (entry.isOversized) {
        log.record(CompileLogIssueKind::OversizedEntry);
        return;
    }
    simdjson::dom::object json;
    if (entry.json.empty() || m_parser.parse(entry.json).get(json) != simdjson::SUCCESS) {
        log.record(CompileLogIssueKind::MalformedEntry);
        return;
    }
    ++log.entries;
    const LogCompileId id{smallNumberOf(json, "frame_id"), smallNumberOf(json, "frame_compile_id")};
    addTyped(json, id, entry.payload);
}

void LogAssembly::addTyped(simdjson::dom::object json, LogCompileId id, std::string_view payload) {
    simdjson::dom::element value;
    simdjson::dom::object artifact;
    if (json["artifact"].get(artifact) == simdjson::SUCCESS) {
        add(loggedTextOf(artifact, "name"), id, payload);
    } else if (json["str"].get(value) == simdjson::SUCCESS) {
        m_frames.addFile(value);
    } else if (json["dynamo_start"].get(value) == simdjson::SUCCESS) {
        countRoom(m_frames.addStart(value, id));
    } else if (json["compilation_metrics"].get(value) == simdjson::SUCCESS) {
        countRoom(m_frames.addMetrics(value, id));
    } else {
        for (const char* kind : {"inductor_output_code", "inductor_post_grad_graph",
                                 "dynamo_output_graph", "aot_forward_graph", "aot_backward_graph",
                                 "aot_inference_graph", "dynamo_graph_break_reason"}) {
            if (json[kind].get(value) == simdjson::SUCCESS) {
                add(kind, id, payload);
                return;
            }
        }
    }
}

void LogAssembly::add(std::string_view kind, LogCompileId id, std::string_view payload) {
    if (kind == "dynamo_graph_break_reason") {
        addBreak(id, payload);
    } else if (kind == "recompile_reasons") {
        addRecompile(id, payload);
    } else if (kind == "inductor_post_grad_graph" || kind == "aot_forward_graph" ||
               kind == "aot_backward_graph" || kind == "aot_inference_graph") {
        compilationOf(id).graph = GraphLines::parse(payload);
    } else if (kind == "dynamo_output_graph") {
        compilationOf(id).frameGraph = GraphLines::parse(payload);
    } else if (kind == "inductor_output_code") {
        addCode(id, payload);
    } else if (kind == "fx_graph_cache_miss" || kind == "fx_graph_cache_hit" ||
               kind == "fx_graph_cache_bypass") {
        addGraphKey(id, payload);
    }
}

void LogAssembly::addBreak(LogCompileId id, std::string_view payload) {
    GraphBreakReason found = parseGraphBreak(payload);
    found.id = id;
    if (found.reason.empty()) {
        log.record(CompileLogIssueKind::MalformedPayload);
    } else if (log.breaks.size() >= kMaxLogReasons) {
        log.record(CompileLogIssueKind::TooManyEntries);
    } else {
        log.breaks.push_back(std::move(found));
    }
}

void LogAssembly::addRecompile(LogCompileId id, std::string_view payload) {
    std::string lines(payload);
    simdjson::dom::array list;
    // A list of texts, or the text itself.
    if (payload.starts_with('[') && m_payloadParser.parse(lines).get(list) == simdjson::SUCCESS) {
        std::string texts;
        for (const simdjson::dom::element item : list) {
            std::string_view text;
            if (item.get(text) == simdjson::SUCCESS) {
                texts += std::string(text) + "\n";
            }
        }
        lines = std::move(texts);
    }
    RecompileReason found{id, parseRecompileReasons(lines)};
    if (found.reasons.empty()) {
        log.record(CompileLogIssueKind::MalformedPayload);
    } else if (log.recompiles.size() >= kMaxLogReasons) {
        log.record(CompileLogIssueKind::TooManyEntries);
    } else {
        log.recompiles.push_back(std::move(found));
    }
}

void LogAssembly::addCode(LogCompileId id, std::string_view payload) {
    Compilation& compilation = compilationOf(id);
    compilation.firstUnkeyed = log.kernels.size();
    compilation.hasUnkeyed = true;
    for (GeneratedKernel& generated : generatedKernels(payload)) {
        if (log.kernels.size() >= kMaxLogKernels) {
            log.record(CompileLogIssueKind::TooManyEntries);
            return;
        }
        CompiledKernel kernel;
        kernel.name = std::move(generated.name);
        kernel.id = id;
        kernel.file = std::move(generated.file);
        kernel.operators = std::move(generated.operators);
        for (const std::string& node : generated.nodes) {
            addLine(compilation.graph.find(node), kernel.lines);
        }
        if (kernel.lines.empty()) {
            for (const std::string& source : generated.sources) {
                addLine(compilation.frameGraph.find(source), kernel.lines);
            }
        }
        kernel.nodes =
            generated.nodes.empty() ? std::move(generated.sources) : std::move(generated.nodes);
        log.kernels.push_back(std::move(kernel));
    }
}

void LogAssembly::addGraphKey(LogCompileId id, std::string_view payload) {
    simdjson::dom::object fields;
    const std::string text(withoutEnd(payload));
    if (m_payloadParser.parse(text).get(fields) != simdjson::SUCCESS) {
        log.record(CompileLogIssueKind::MalformedPayload);
        return;
    }
    const std::string key = loggedTextOf(fields, "key");
    const auto found = m_compilations.find(id);
    if (key.empty() || key.size() > kMaxKeyBytes) {
        return;
    }
    if (log.graphs.size() < kMaxLogFrames) {
        log.graphs.push_back(key);
    }
    if (found == m_compilations.end() || !found->second.hasUnkeyed) {
        return;
    }
    // Entries of other compilations may lie between, so that not all kernels since are its.
    for (std::size_t at = found->second.firstUnkeyed; at < log.kernels.size(); ++at) {
        CompiledKernel& kernel = log.kernels[at];
        if (kernel.id == id && kernel.graph.empty()) {
            kernel.graph = key;
        }
    }
    found->second.hasUnkeyed = false;
}

CompileLog LogAssembly::take() {
    log.frames = m_frames.take();
    for (CompiledKernel& kernel : log.kernels) {
        const CompiledFrame* frame = log.findFrame(kernel.id);
        if (kernel.lines.empty() && frame != nullptr && !frame->at.file.empty()) {
            kernel.lines.push_back(frame->at);
            kernel.isLineOfFrame = true;
        }
    }
    std::ranges::sort(log.graphs);
    // Not std::ranges::unique: clang 14, which builds the fuzz targets, cannot compile its
    // subrange.
    log.graphs.erase(std::unique(log.graphs.begin(), log.graphs.end()), log.graphs.end());
    return std::exchange(log, {});
}

}  // namespace gaplight
