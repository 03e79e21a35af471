// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/formats/format.h"

namespace gaplight::test {

// A second format, to hold what lies above core/formats to its interfaces. A file of text:
//
//     # lines
//     call main 1000 20 cudaLaunchKernel correlation=1
//     kernel 0/7 1300 200 gemm correlation=1 tile=128x64
//
// One slice a line: kind, track, begin and duration in ns, name, args. Kinds: op, note, frame,
// call, kernel. A track is a thread's name, or GPU/stream for a kernel. An EventId is the number
// of the line. Its files cannot be cut.
[[nodiscard]] const Format& lineFormat();

// The built-in formats and this one.
[[nodiscard]] std::span<const Format> formatsWithLines();

}  // namespace gaplight::test
