// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// Whether a file begins as the CSV of Nsight Compute does: after the output of the program, if any,
// a row of column names that begins with "ID","Process ID".
[[nodiscard]] bool sniffNcuCsv(std::string_view head);

// Reads the output of `ncu --csv`. With --page raw it has a row for each kernel and a column for
// each metric, with --page details (the default) a row for each metric and message. Values are
// converted to base units. The details page has labels of metrics: known ones become names.
// O(bytes). Errors: Corrupt (no kernel), TooLarge (over 1 GiB), Cancelled, those of readNext().
[[nodiscard]] Result<KernelReport> readNcuCsv(std::string head, ByteSource& bytes,
                                              const std::stop_token& stop);

// A printed value in base units: "1,234.5" in "Kbyte" is 1234500. A text if it is no number; none
// for
// "", "n/a" and "no data".
[[nodiscard]] MetricValue parseNcuValue(std::string_view printed, std::string_view unit,
                                        KernelReport& report);

}  // namespace gaplight
