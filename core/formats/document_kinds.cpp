// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/document_kinds.h"

#include <algorithm>
#include <iterator>

#include "core/formats/ncu/ncu_csv.h"
#include "core/formats/ncu/ncu_report.h"
#include "core/formats/pickle/snapshot_reader.h"
#include "core/formats/torch_trace/torch_trace.h"

namespace gaplight {
namespace {

bool sniffKernelReport(std::string_view head) {
    return sniffNcuReport(head) || sniffNcuCsv(head);
}

// In the order of DocumentKind, in which they are tried.
constexpr DocumentFacts kDocuments[] = {
    {"trace", nullptr, "", "", true},
    {"memory snapshot", sniffPickle,
     "a Python pickle; a memory snapshot is read with `gaplight analyze`, or opened on a trace of "
     "the same run with --memory",
     "--memory", true},
    {"kernel report", sniffKernelReport,
     "a report of Nsight Compute; drop it on a trace of the same program, or read it with "
     "`gaplight analyze`",
     "--kernels", true},
    {"log of torch.compile", sniffTorchTrace,
     "a log of torch.compile; open it on a trace of the same run with --compile-log",
     "--compile-log", false},
    {"set of ranks", nullptr, "", "", true},
};

}  // namespace

const DocumentFacts& documentFacts(DocumentKind kind) {
    return kDocuments[static_cast<std::size_t>(kind)];
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
