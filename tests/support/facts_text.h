// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace gaplight::test {

// Members beside the events of a file of Kineto's, as JSON. Bits of `form`: 1 the profiler's
// options, 2 the clock, 4 a job of two ranks, 8 no GPUs, 16 and 32 together GPUs with numbers that
// none can have.
[[nodiscard]] std::string factsText(std::uint32_t form, std::uint32_t devices);

}  // namespace gaplight::test
