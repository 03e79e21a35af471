// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// Which frame was compiled and which of its versions: "3/1" of PyTorch.
struct LogCompileId {
    std::int32_t frame = -1;  // -1: not recorded
    std::int32_t version = -1;

    friend auto operator<=>(const LogCompileId&, const LogCompileId&) = default;
};

// A line of the program.
struct SourceLine {
    std::string file;       // as the log has it
    std::int64_t line = 0;  // from 1; 0: not recorded
    std::string function;   // empty: not recorded (also below)
    std::string code;

    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

// Why TorchDynamo ended a graph, in its own words.
struct GraphBreakReason {
    LogCompileId id;
    SourceLine at;
    std::string reason;  // "Call to `torch._dynamo.graph_break()`"
    std::string explanation;
    std::string hint;
    std::string link;  // page about this kind of break
};

// Why a frame was compiled again: a line for each earlier version whose guards failed.
struct RecompileReason {
    LogCompileId id;                   // of the version that was made
    std::vector<std::string> reasons;  // "0/0: tensor 'x' size mismatch at index 0. expected ..."
};

// A frame that was compiled.
struct CompiledFrame {
    LogCompileId id;
    SourceLine at;  // its function, at its first line
};

// A kernel that Inductor generated.
struct CompiledKernel {
    std::string name;   // "triton_poi_fused_addmm_mul_0"
    std::string graph;  // key of its compiled graph: "fey7ldzz..."; empty: not recorded
    LogCompileId id;
    std::string file;                    // of its generated code
    std::vector<std::string> operators;  // that it does the work of: "aten.mul"
    std::vector<std::string> nodes;      // of the graph that it fuses: "mul_1"
    std::vector<SourceLine> lines;       // of the program that they come from
    // No line is recorded for its nodes: `lines` is that of the compiled function.
    bool isLineOfFrame = false;
};

// Problems of a log that still loads. Every occurrence is counted.
enum class CompileLogIssueKind : std::uint8_t {
    Truncated,         // the file ends inside an entry
    DamagedContainer,  // the gzip or zstd stream is damaged
    MalformedEntry,    // no JSON object; left out
    MalformedPayload,  // of an entry that is read; left out
    OversizedEntry,    // more text than is kept; left out
    TooManyEntries,    // more breaks, versions or kernels than are kept; left out
    Count_,
};
inline constexpr auto kCompileLogIssues = static_cast<std::size_t>(CompileLogIssueKind::Count_);
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view compileLogIssueName(CompileLogIssueKind kind);
// One clause: the problem and how it was handled.
[[nodiscard]] std::string_view compileLogIssueExplanation(CompileLogIssueKind kind);

// What PyTorch logged while it compiled (TORCH_TRACE).
struct CompileLog {
    std::string path;
    std::string format;                 // "torch-trace", "tlparse"
    std::uint64_t entries = 0;          // read, of any kind
    std::vector<CompiledFrame> frames;  // by id, each once
    std::vector<GraphBreakReason> breaks;
    std::vector<RecompileReason> recompiles;
    std::vector<CompiledKernel> kernels;  // in the order of the log
    std::vector<std::string> graphs;      // keys of all compiled graphs, sorted
    std::array<std::uint64_t, kCompileLogIssues> issues{};

    // Null if there is none. O(log frames).
    const CompiledFrame* findFrame(LogCompileId id) const;
    std::uint64_t count(CompileLogIssueKind kind) const {
        return issues[static_cast<std::size_t>(kind)];
    }
    void record(CompileLogIssueKind kind) { ++issues[static_cast<std::size_t>(kind)]; }
};

}  // namespace gaplight
