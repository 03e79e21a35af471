// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/fleet/rank_summary.h"
#include "core/io/random_access.h"

namespace gaplight {

// Summaries larger than this are refused.
inline constexpr std::uint64_t kMaxSummaryBytes = std::uint64_t{64} << 20U;

// The ending of a summary's name.
inline constexpr std::string_view kSummaryEnding = ".gsum";

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

}  // namespace gaplight
