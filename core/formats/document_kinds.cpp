// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/document_kinds.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/formats/ncu/ncu_csv.h"
#include "core/formats/ncu/ncu_report.h"
#include "core/formats/pickle/snapshot_reader.h"
#include "core/formats/torch_trace/torch_trace.h"

namespace gaplight {
namespace {

bool sniffKernelReport(std::string_view head) {
    return sniffNcuReport(head) || sniffNcuCsv(head);
}

// In the order of DocumentUse.
constexpr std::string_view kUses[kDocumentUses] = {"`gaplight info`",
                                                   "`gaplight analyze`",
                                                   "`gaplight compare`",
                                                   "`gaplight export`",
                                                   "`gaplight cut`",
                                                   "`gaplight pack`",
                                                   "`gaplight summarize`",
                                                   "`gaplight fleet`",
                                                   "`gaplight query`",
                                                   "this tool",
                                                   "a window",
                                                   "a view of two files"};

constexpr unsigned bitOf(DocumentUse use) {
    return 1U << static_cast<unsigned>(use);
}

constexpr unsigned kAlone = bitOf(DocumentUse::Info) | bitOf(DocumentUse::Analyze) |
                            bitOf(DocumentUse::Compare) | bitOf(DocumentUse::Mcp) |
                            bitOf(DocumentUse::Window);

// In the order of DocumentKind, in which they are tried.
constexpr DocumentFacts kDocuments[] = {
    {"trace", nullptr, "a single file; `gaplight summarize` makes summaries of traces",
     ((1U << kDocumentUses) - 1) & ~bitOf(DocumentUse::Fleet)},
    {"memory snapshot", sniffPickle,
     "a Python pickle; a memory snapshot is read with `gaplight analyze`, compared with `gaplight "
     "compare`, or opened on a trace of the same run with --memory",
     kAlone | bitOf(DocumentUse::Export)},
    {"kernel report", sniffKernelReport,
     "a report of Nsight Compute; read it with `gaplight analyze`, compare two with `gaplight "
     "compare`, or open it on a trace of the same program with --kernels",
     kAlone},
    {"log of torch.compile", sniffTorchTrace,
     "a log of torch.compile; open it on a trace of the same run with --compile-log", 0},
    {"set of ranks", nullptr,
     "a directory; `gaplight analyze` reads its traces as the ranks of a run, `gaplight summarize` "
     "makes summaries of them",
     (kAlone & ~bitOf(DocumentUse::Info)) | bitOf(DocumentUse::Export) |
         bitOf(DocumentUse::Summarize) | bitOf(DocumentUse::Query)},
    {"folder of summaries", nullptr, "a folder of summaries; read it with `gaplight fleet`",
     bitOf(DocumentUse::Fleet)},
};

}  // namespace

const DocumentFacts& documentFacts(DocumentKind kind) {
    return kDocuments[static_cast<std::size_t>(kind)];
}

bool serves(DocumentUse use, DocumentKind kind) {
    return (documentFacts(kind).uses & bitOf(use)) != 0;
}

std::string refusalOf(DocumentKind kind, DocumentUse use) {
    std::string taken;
    for (const DocumentFacts& facts : kDocuments) {
        if ((facts.uses & bitOf(use)) != 0) {
            appendItem(taken, fmt::format("a {}", facts.name), " or ");
        }
    }
    std::string_view content = documentFacts(kind).content;
    if (use == DocumentUse::Mcp) {  // it has no commands
        content = content.substr(0, content.find(';'));
    }
    return serves(use, kind) ? std::string()
                             : fmt::format("{} takes {}; this is {}",
                                           kUses[static_cast<std::size_t>(use)], taken, content);
}

DocumentKind documentKindIn(std::string_view head) {
    const auto* found = std::ranges::find_if(kDocuments, [head](const DocumentFacts& facts) {
        return facts.sniff != nullptr && facts.sniff(head);
    });
    return found == std::end(kDocuments)
               ? DocumentKind::Trace
               : static_cast<DocumentKind>(std::distance(std::begin(kDocuments), found));
}

}  // namespace gaplight
