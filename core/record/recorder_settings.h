// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gaplight::record {

// Environment variable with the path of the socket that a recorder connects to; a program without
// it is not recorded.
inline constexpr const char* kSocketVariable = "GAPLIGHT_RECORD_SOCKET";
// Name of the NVTX ranges to record. In the environment, because ranges may begin before the
// recorder connects.
inline constexpr const char* kRangeVariable = "GAPLIGHT_RECORD_RANGE";
// Environment variable with the path of a libcupti, instead of the one that the recorder finds.
inline constexpr const char* kCuptiVariable = "GAPLIGHT_CUPTI";

// Settings that a recorder receives when it connects: on the socket, the length of the text
// (32 bits), then the text; length 0: this process is not to be recorded.
struct RecorderSettings {
    std::int64_t delayNs = 0;       // after `startNs`, before which nothing is recorded
    std::int64_t durationNs = 0;    // of the recording; 0: to the end
    std::int64_t startNs = 0;       // CLOCK_MONOTONIC, when the program was started
    bool isProfilerScoped = false;  // record only between cudaProfilerStart and cudaProfilerStop
    bool hasStacks = false;
    bool hasMemory = false;
    bool hasQueue = false;  // when kernels were queued and submitted
};

[[nodiscard]] std::string textOf(const RecorderSettings& settings);

// Reverts textOf. Unknown and damaged lines are ignored: both ends are of one build.
[[nodiscard]] RecorderSettings recorderSettingsFrom(std::string_view text);

}  // namespace gaplight::record
