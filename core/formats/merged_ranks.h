// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/io/byte_source.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// SGLang merges the traces of its ranks into one file: the pid of each event, also of a GPU's,
// becomes a text with the rank in brackets. Correlations and flows of the ranks are equal.
//
//     {"ph": "X", "cat": "kernel", "pid": "[TP00-DP01] 0", "tid": 7, "args": {"correlation": 12}}
//
// Each rank is opened as a trace of its own, by a path that ends with its bracket:
// "merged-1718.trace.json.gz[TP00-DP01]".

// Whether the first bytes of a file, of which the first event should be in them, are of a merged
// one.
[[nodiscard]] bool isMergedTrace(std::string_view head);

// The brackets of a merged file, "[TP00-DP01]", ascending. Reads all of it. Errors: NotReadable.
[[nodiscard]] Result<std::vector<std::string>> ranksOfMergedTrace(ByteSource& bytes);

struct MergedRank {
    std::string file;
    std::string bracket;
};
// The parts of a path of one rank; empty for any other path. A file of that whole name is no part.
[[nodiscard]] std::optional<MergedRank> mergedRankOf(const std::string& path);

// Reads the events of one rank, without its bracket. Facts are those of the file, which has them of
// its first rank, but for the rank's number. Memory and errors as openTrace().
[[nodiscard]] Result<OpenedTrace> openMergedRank(const std::string& bracket, ByteSource& bytes,
                                                 TraceBuilder& builder, const ReadOptions& options);

}  // namespace gaplight
