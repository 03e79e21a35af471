// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// What a value printed by Nsight Compute in `unit` is multiplied by to be in base units (ns, byte,
// hz, per second), as a report stores it: "Gbyte/s" 1e9, "us" 1000, "sector/ns" 1e9, "%" 1. Nsight
// Compute divides by 1000 also where Kbyte stands below the line ("%/Kbyte"), which is undone
// alike.
[[nodiscard]] double baseUnitFactor(std::string_view unit);

// The rows of a text of comma-separated values (RFC 4180: cells may be quoted, quotes are doubled,
// quoted cells may have line ends). Lines outside of cells that begin with "==" are the profiler's
// messages and are left out.
class CsvRows {
public:
    explicit CsvRows(std::string_view text) : m_text(text) {}

    // Reads the next row into `cells`; false at the end of the text. O(row).
    bool next(std::vector<std::string>& cells);
    // Whether the last row ended inside a quoted cell.
    bool isCut() const { return m_isCut; }

private:
    // Reads one cell; whether the row goes on.
    bool readCell(std::string& cell);

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isCut = false;
};

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
