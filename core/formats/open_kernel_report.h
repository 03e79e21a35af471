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

// Whether a file is named as compressed reports of Nsight Compute are (`.ncu-repz`). No document
// has their container: one that is gzip or zstd is read, any other refused with what to do.
[[nodiscard]] bool isCompressedReportName(std::string_view path);

// Reads a kernel report, one of Nsight Compute (`.ncu-rep`) or the output of `ncu --csv`, plain or
// compressed. O(bytes). Errors: NotFound, NotReadable, NotATrace,
// Corrupt (no kernel can be read), TooLarge, Cancelled; smaller problems are counted in
// KernelReport::issues.
[[nodiscard]] Result<KernelReport> openKernelReport(ByteSource& bytes,
                                                    const std::stop_token& stop = {});
// The same of a file; messages begin with its path.
[[nodiscard]] Result<KernelReport> openKernelReport(const std::string& path, InflationLimit limit,
                                                    const std::stop_token& stop = {});

}  // namespace gaplight
