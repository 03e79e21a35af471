// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace gaplight {

// What the program opens.
enum class DocumentKind : std::uint8_t {
    Trace,  // also what is of no other kind
    Snapshot,
    KernelReport,
    CompileLog,
    Ranks,  // a folder with the traces of a run's ranks
};

// What is known of a kind, for every place that opens files or refuses them.
struct DocumentFacts {
    std::string_view name;  // "memory snapshot"
    // Whether the first kSniffBytes inflated bytes of a file may be of this kind; null: they do not
    // tell.
    bool (*sniff)(std::string_view head);
    // Its content where a trace is expected, with what to do: "a report of Nsight Compute; ...".
    std::string_view content;
    std::string_view option;  // that opens it on a trace; empty: it belongs to none
    // Whether info, analyze, compare and a window take it by itself.
    bool isSubject;
};

[[nodiscard]] const DocumentFacts& documentFacts(DocumentKind kind);

// The kind by the first inflated bytes of a file.
[[nodiscard]] DocumentKind documentKindIn(std::string_view head);

}  // namespace gaplight
