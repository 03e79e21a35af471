// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/id.h"
#include "core/base/string_pool.h"

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
    std::uint64_t count(KernelReportIssueKind kind) const {
        return counts[static_cast<std::size_t>(kind)];
    }
};

// What a profiler measured inside single kernels, as Nsight Compute writes it (`.ncu-rep`, or CSV):
// each kernel with its launch, some hundred to two thousand metrics, and the profiler's own advice.
// The profiler serializes and replays kernels, so nothing here has a place on a time axis.

// A text of a report: names of kernels and metrics, values that are texts, advice. Each once.
using ReportTextId = Id<struct ReportTextTag>;

// The value of a metric in base units: ns, byte, hz, x per second, percent. Empty: the profiler has
// none ("n/a", "no data"). NaN is a value: of a ratio whose parts are 0.
using MetricValue = std::variant<std::monostate, std::uint64_t, double, ReportTextId>;
struct Metric {
    ReportTextId name;
    MetricValue value;
};

// How often the warps of a kernel executed instructions of one kind.
struct InstructionCount {
    ReportTextId name;  // "FFMA"; "Floating Point"
    std::uint64_t count = 0;
};

enum class RuleVerdict : std::uint8_t {
    None,
    Ok,
    Warning,
    Error,
    Optimization,
};

// A message of one of the profiler's rules, without its markup.
struct RuleText {
    ReportTextId rule;   // "IssueSlotUtilization"
    ReportTextId title;  // "Issue Slot Utilization"
    ReportTextId text;
    RuleVerdict verdict = RuleVerdict::None;
    double speedupPercent = -1;    // as the rule estimates it; -1: not estimated
    bool isGlobalSpeedup = false;  // of the kernel; else of the resource that the rule is about
};

struct ReportKernel {
    ReportTextId name;  // demangled; as the profiler writes it
    std::array<std::uint64_t, 3> grid{};
    std::array<std::uint64_t, 3> block{};
    std::int64_t process = -1;  // -1: not recorded (also below)
    std::int64_t context = -1;
    std::int64_t stream = -1;
    std::int64_t device = -1;
    std::vector<Metric> metrics;  // sorted by name, each name once
    // Most first; empty: not recorded (CSV has no instances of metrics).
    std::vector<InstructionCount> opcodes;
    std::vector<InstructionCount> opcodeCategories;  // since Nsight Compute 2025
    std::vector<RuleText> rules;
    std::vector<ReportTextId> sections;  // "GPU Speed Of Light Throughput"
};

struct ReportGpu {
    std::int64_t device = -1;
    std::string name;
    int computeMajor = 0;  // 0: not recorded
    int computeMinor = 0;
};

// GPUs of one report; more are not kept.
constexpr std::size_t kMaxReportGpus = 1024;

struct KernelReport {
    std::string path;
    std::string format;       // "ncu-rep", "ncu-csv"
    std::string toolVersion;  // "2025.3.1.0 (build 36398880) (public-release)"; empty: not recorded
    std::string program;      // "/usr/bin/python3.12"; empty: not recorded
    std::string host;
    std::int64_t createdSeconds = 0;  // since 1970; 0: not recorded
    std::vector<ReportGpu> gpus;
    std::vector<ReportKernel> kernels;  // in the order of their launches
    StringPool<struct ReportTextTag> texts;
    KernelReportIssues issues;

    std::string_view text(ReportTextId id) const {
        return id.isValid() ? texts.view(id) : std::string_view{};
    }
    // The value of a metric; null where the kernel has no such metric. O(log metrics).
    const MetricValue* findMetric(const ReportKernel& kernel, std::string_view name) const;
    // The same as a number; empty for a text, without a value, and for NaN and infinity.
    std::optional<double> number(const ReportKernel& kernel, std::string_view name) const;
    // The GPU that a kernel ran on; null where the report does not say.
    const ReportGpu* gpuOf(const ReportKernel& kernel) const;
};

// Sorts metrics by name and removes those whose name was there before. O(metrics log metrics).
void sortMetrics(std::vector<Metric>& metrics);

}  // namespace gaplight
