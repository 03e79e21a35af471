// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace gaplight::test {

// A trace as PyTorch's profiler could write it, of a program that no one would: the bytes are the
// decisions of a small CUDA program with several processes, threads, GPUs and streams. It launches,
// copies, waits, captures graphs, allocates, communicates, loads data and compiles; slices overlap,
// take no time, lack their ends or begin before their launch; times lie anywhere in 64 bits; names
// hold quotes, markup, formulas and control characters. Always valid JSON, so that what a reader
// does not reject reaches everything behind it. The same bytes give the same text; at most some
// 6,000 events.
[[nodiscard]] std::string strangeTrace(std::span<const std::uint8_t> bytes);

// Such a trace, or in one of eight cases two or three of them as the sources of one file
// (documents_format.h), which then have processes, devices and correlations in common.
[[nodiscard]] std::string strangeFile(std::span<const std::uint8_t> bytes);

}  // namespace gaplight::test
