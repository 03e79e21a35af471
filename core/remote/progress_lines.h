// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// What `gaplight pack --progress-lines` prints on standard error, a line each, for the program that
// started it on another machine:
//
//     gaplight-pack VERSION PACK_VERSION              first
//     gaplight-progress BYTES TOTAL SLICES            while it reads
//
// All other lines are messages.

// The program there.
struct FarProgram {
    std::string version;            // of gaplight
    std::uint32_t packVersion = 0;  // of the packs that it writes
};

// How much of the trace is read there.
struct FarProgress {
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesTotal = 0;  // 0: not known
    std::uint64_t slices = 0;
};

// With the line feed.
[[nodiscard]] std::string farProgramLine(const FarProgram& program);
[[nodiscard]] std::string farProgressLine(const FarProgress& progress);

// `line`: without its line feed. Empty for any other line.
[[nodiscard]] std::optional<FarProgram> farProgramFrom(std::string_view line);
[[nodiscard]] std::optional<FarProgress> farProgressFrom(std::string_view line);

}  // namespace gaplight
