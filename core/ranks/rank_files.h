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
// in them (by the ending of the name), in natural order ("rank2" before "rank10"); not "x.gpk"
// beside "x.json.gz", of which it is the pack, and not "x.json.gaplight.json", its notes. Errors:
// NotFound; NotATrace: a folder without a trace.
[[nodiscard]] Result<std::vector<std::string>> traceFilesIn(std::span<const std::string> paths);

// Whether a path names a folder of another machine: "HOST:FOLDER/". Without the slash it is a file
// there.
[[nodiscard]] bool isRemoteTraceFolder(const std::string& path);

// The rank in a file's name: the number after the last "rank", "rank_" or "rank-". Empty: none.
[[nodiscard]] std::optional<int> rankInName(std::string_view path);

}  // namespace gaplight
