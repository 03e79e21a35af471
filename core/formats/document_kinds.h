// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gaplight {

// What the program opens.
enum class DocumentKind : std::uint8_t {
    Trace,  // also what is of no other kind
    Snapshot,
    KernelReport,
    CompileLog,
    Ranks,  // a folder with the traces of a run's ranks
    Fleet,  // a folder with summaries of traces
};

// What opens documents: the commands, the window, and what has two files side by side (a window, a
// figure).
enum class DocumentUse : std::uint8_t {
    Info,
    Analyze,
    Compare,
    Export,
    Cut,
    Pack,
    Summarize,
    Fleet,
    Query,
    Mcp,
    Window,
    SideBySide,
};
inline constexpr auto kDocumentUses = static_cast<std::size_t>(DocumentUse::SideBySide) + 1;

// The ending of the name of a trace's summary.
inline constexpr std::string_view kSummaryEnding = ".gsum";

// What is known of a kind, for every place that opens files or refuses them.
struct DocumentFacts {
    std::string_view name;  // "memory snapshot"
    // Whether the first kSniffBytes inflated bytes of a file may be of this kind; null: they do not
    // tell.
    bool (*sniff)(std::string_view head);
    // Its content where something else is expected, with what to do: "a report of Nsight Compute;
    // ...".
    std::string_view content;
    unsigned uses;  // a bit for each DocumentUse that takes it by itself
};

[[nodiscard]] const DocumentFacts& documentFacts(DocumentKind kind);

[[nodiscard]] bool serves(DocumentUse use, DocumentKind kind);

// What a use takes, and what a document of this kind is; empty: the use takes it.
[[nodiscard]] std::string refusalOf(DocumentKind kind, DocumentUse use);

// The kind by the first inflated bytes of a file.
[[nodiscard]] DocumentKind documentKindIn(std::string_view head);

}  // namespace gaplight
