// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// Whether a file begins as a report of Nsight Compute does ("NVR\0").
[[nodiscard]] bool sniffNcuReport(std::string_view head);

// Reads a report: blocks of a header and of messages, each with its length before it. Sources (the
// kernels' machine code, most of a file) are skipped. `head`: the first bytes, already read.
// O(bytes); memory: the largest message and what the report holds. Errors: Corrupt (no kernel can
// be read), TooLarge, Cancelled, and those of readNext().
[[nodiscard]] Result<KernelReport> readNcuReport(std::string head, ByteSource& bytes,
                                                 const std::stop_token& stop);

}  // namespace gaplight
