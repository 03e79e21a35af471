// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/fleet/rank_summary.h"
#include "core/formats/document_kinds.h"
#include "core/io/byte_source.h"
#include "core/io/file_content.h"

namespace gaplight {

// Summaries larger than this are refused.
inline constexpr std::uint64_t kMaxSummaryBytes = std::uint64_t{64} << 20U;

// The summary as a SQLite database (README.md lists its tables). The same summary gives the same
// bytes. Errors: WriteFailed.
[[nodiscard]] Result<std::string> summaryBytes(const RankSummary& summary);

// Reads a summary from anyone: every value is checked, sums of any 32,768 summaries stay in range,
// nothing in it is executed. Errors: NotReadable, NotATrace (no summary, or of another version),
// Corrupt, TooLarge (over 64 MiB); none names the file.
[[nodiscard]] Result<RankSummary> readSummary(std::shared_ptr<const RandomAccess> bytes);

// FileContent::key of the trace that a summary of this version was made of. Errors: as
// readSummary().
[[nodiscard]] Result<std::string> readSummaryKey(std::shared_ptr<const RandomAccess> bytes);

// The file of a trace's summary in a folder: the trace's name, and a hash of its path, so that
// traces of one name in several folders have one each.
[[nodiscard]] std::string summaryFileOf(const std::string& folder, const FileContent& trace);

// Whether the file is a summary, of this version, of the trace as it is now.
[[nodiscard]] bool isUpToDate(const std::string& summaryFile, const FileContent& trace);

// Writes the summary, all of it or nothing; creates the folder. Returns its bytes. Errors:
// WriteFailed.
[[nodiscard]] Result<std::uint64_t> writeSummary(const std::string& summaryFile,
                                                 const RankSummary& summary);

// Errors: as readSummary(); NotFound. They name the file.
[[nodiscard]] Result<RankSummary> openSummary(const std::string& summaryFile);

// The summaries directly in a folder, by name. Errors: NotFound: no such folder, or none in it.
[[nodiscard]] Result<std::vector<std::string>> summaryFilesIn(const std::string& folder);

}  // namespace gaplight
