// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/exercise/exercise_session.h"

namespace gaplight::test {

// A strange trace, or in one of eight cases two or three of them as the sources of one file
// (documents_format.h), which then have processes, devices and correlations in common.
[[nodiscard]] std::string strangeFile(std::span<const std::uint8_t> bytes);

// The traces of two to four ranks of one job, which run nearly the same program: every 32nd
// decision is another one on each rank.
[[nodiscard]] std::vector<std::string> strangeRanks(std::span<const std::uint8_t> bytes);

// Such a file, such ranks, and as the other run the file of the same bytes in reverse.
[[nodiscard]] ExercisedTraces strangeRuns(std::span<const std::uint8_t> bytes);

}  // namespace gaplight::test
