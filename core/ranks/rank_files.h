// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace gaplight {

// The files that a command line or a drop names: files as they are, folders as the traces directly
// in them and in folders of replicas ("dp_rank_1") there (by the ending of the name), in natural
// order ("rank2" before "rank10"); a file that several ranks were merged into as one path for each
// (core/formats/merged_ranks.h), which reads all of it; not "x.gpk" beside "x.json.gz", of
// which it is the pack, "merged-….json" beside others, and not "x.json.gaplight.json", its notes.
// Errors: NotFound; NotATrace: a folder without a trace.
[[nodiscard]] Result<std::vector<std::string>> traceFilesIn(std::span<const std::string> paths);

// Whether a path names a folder of another machine: "HOST:FOLDER/". Without the slash it is a file
// there.
[[nodiscard]] bool isRemoteTraceFolder(const std::string& path);

// The rank in a file's name: the number after the last "rank", "rank_" or "rank-". Empty: none.
[[nodiscard]] std::optional<int> rankInName(std::string_view path);

// What the names of files of one folder say, as servers write them:
//
//     trace_dp1_pp0_tp0_dcp0_ep0_rank2.json.gz  vLLM    replica 1, rank 2
//     host.async_llm.json.gz                    vLLM    its frontend, which is no rank
//     1718-TP-1-DP-0-PP-1.trace.json.gz         SGLang  replica 0, rank 3 of two by two
//     merged-1718.trace.json.gz[TP00-DP01]      SGLang  replica 1, rank 0 of a merged file
//     dp_rank_1/worker-rank-0.json              replica 1, rank 0
struct NamedPlace {
    std::optional<int> replica;  // of data parallelism
    std::optional<int> rank;     // rankInName(), or PP × size of TP + TP
    bool isFrontend = false;
};
[[nodiscard]] std::vector<NamedPlace> namedPlaces(std::span<const std::string> paths);

}  // namespace gaplight
