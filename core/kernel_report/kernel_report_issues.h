// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gaplight {

// Problems of a kernel report that still loads. Every occurrence is counted.
enum class KernelReportIssueKind : std::uint8_t {
    Truncated,         // the file ends early; the kernels before are read
    DamagedContainer,  // the gzip or zstd stream is damaged
    MalformedBlock,    // a header that is no message; its results are read
    MalformedKernel,   // left out
    UnknownMetric,     // a metric whose name is not in the file's table; left out
    RangeResult,       // a measured range of several kernels; left out
    MalformedRow,      // a row of CSV that names no kernel; left out
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view kernelReportIssueName(KernelReportIssueKind kind);
// One sentence: the problem and how it was handled.
[[nodiscard]] std::string_view kernelReportIssueExplanation(KernelReportIssueKind kind);

struct KernelReportIssues {
    static constexpr auto kKinds = static_cast<std::size_t>(KernelReportIssueKind::Count_);
    std::array<std::uint64_t, kKinds> counts{};

    void record(KernelReportIssueKind kind, std::uint64_t count = 1) {
        counts[static_cast<std::size_t>(kind)] += count;
    }
    [[nodiscard]] std::uint64_t count(KernelReportIssueKind kind) const {
        return counts[static_cast<std::size_t>(kind)];
    }
};

}  // namespace gaplight
