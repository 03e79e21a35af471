// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string_view>

#include <simdjson.h>

#include "core/compile_log/compile_log.h"
#include "core/formats/torch_trace/graph_lines.h"
#include "core/formats/torch_trace/log_entries.h"
#include "core/formats/torch_trace/logged_frames.h"

namespace gaplight {

// Entries kept of each kind; more are counted.
inline constexpr std::size_t kMaxLogReasons = 10'000;
inline constexpr std::size_t kMaxLogKernels = 200'000;

// Builds a CompileLog from the entries of a log.
//
// Entries of one compilation have its id. Of each, Inductor logs the graph (with the lines of its
// nodes), then the code of its kernels, then the key under which the graph is cached:
//
//   inductor_post_grad_graph 1/0 ─► inductor_output_code 1/0 ─► fx_graph_cache_miss 1/0
//   # File: model.py:8             triton_poi_fused_mul_0        "key": "fey7ldzz..."
//   mul: ...                       #   %mul = call_function
class LogAssembly {
public:
    // An entry of a log file.
    void add(const LogEntry& entry);
    // An entry whose kind and compilation are known: the payload of a file of tlparse.
    void add(std::string_view kind, LogCompileId id, std::string_view payload);

    // The log; the assembly is empty afterwards.
    [[nodiscard]] CompileLog take();

    CompileLog log;

private:
    // What is known of a compilation until its next entry.
    struct Compilation {
        GraphLines graph;              // of Inductor, or of AOTAutograd until it is known
        GraphLines frameGraph;         // of TorchDynamo
        std::size_t firstUnkeyed = 0;  // of log.kernels: those of the last graph, without a key
        bool hasUnkeyed = false;
    };

    Compilation& compilationOf(LogCompileId id);
    void addTyped(simdjson::dom::object json, LogCompileId id, std::string_view payload);
    void countRoom(bool hasRoom) {
        if (!hasRoom) {
            log.record(CompileLogIssueKind::TooManyEntries);
        }
    }
    void addBreak(LogCompileId id, std::string_view payload);
    void addRecompile(LogCompileId id, std::string_view payload);
    void addCode(LogCompileId id, std::string_view payload);
    void addGraphKey(LogCompileId id, std::string_view payload);

    simdjson::dom::parser m_parser;
    simdjson::dom::parser m_payloadParser;
    std::map<LogCompileId, Compilation> m_compilations;
    LoggedFrames m_frames;
};

}  // namespace gaplight
