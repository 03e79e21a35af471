// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tests/support/traces/facts_text.h"

namespace gaplight::test {

// A trace as PyTorch's profiler could write it, of a program that no one would: the bytes are the
// decisions of a small CUDA program with several processes, threads, GPUs and streams. It launches,
// copies, waits, captures graphs, allocates, communicates, loads data and compiles; slices overlap,
// take no time, lack their ends or begin before their launch; times lie anywhere in 64 bits; names
// hold quotes, markup, formulas and control characters. Always valid JSON, so that what a reader
// does not reject reaches everything behind it. The same bytes give the same text; at most some
// 6,000 events.
[[nodiscard]] std::string strangeTrace(std::span<const std::uint8_t> bytes);

// The same of one rank of a job, which is in the file and in its collectives.
[[nodiscard]] std::string strangeRank(std::span<const std::uint8_t> bytes, const JobRank& job);

}  // namespace gaplight::test
