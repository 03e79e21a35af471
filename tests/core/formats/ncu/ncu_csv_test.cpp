// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_csv.h"

#include <cmath>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_kernel_report.h"
#include "core/formats/open_trace.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Cells = std::vector<std::string>;
using ReportIssue = KernelReportIssueKind;

Result<KernelReport> readText(std::string bytes) {
    const auto source = byteSourceFromMemory(std::move(bytes));
    EXPECT_TRUE(source);
    return openKernelReport(**source);
}

std::string inflated(const std::string& path) {
    const auto source = openByteSource(path);
    EXPECT_TRUE(source);
    return *readHead(**source, std::size_t{1} << 24U);
}

// The value of the last printed digit.
double lastDigit(const std::string& printed) {
    const std::size_t dot = printed.find('.');
    return dot == std::string::npos ? 1
                                    : std::pow(10, -static_cast<double>(printed.size() - dot - 1));
}

// Compares a value of the report with what Nsight Compute prints for it: the same number but for
// the digits that are not printed. `how` counts the kinds of equality.
::testing::AssertionResult isPrintedAs(const KernelReport& report, const MetricValue& value,
                                       const std::string& printed, const std::string& unit,
                                       std::map<std::string, int>& how) {
    if (std::holds_alternative<std::monostate>(value)) {
        ++how["none"];
        return printed.empty() || printed == "no data"
                   ? ::testing::AssertionSuccess()
                   : ::testing::AssertionFailure() << "no value, but printed as " << printed;
    }
    if (const auto* text = std::get_if<ReportTextId>(&value)) {
        ++how["text"];
        return report.text(*text) == printed
                   ? ::testing::AssertionSuccess()
                   : ::testing::AssertionFailure() << report.text(*text) << " != " << printed;
    }
    const auto* integer = std::get_if<std::uint64_t>(&value);
    const double number =
        integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
    if (printed == "nan") {
        ++how["nan"];
        return std::isnan(number) ? ::testing::AssertionSuccess()
                                  : ::testing::AssertionFailure() << number << " is not NaN";
    }
    std::string digits = printed;
    std::erase(digits, ',');
    const double shown = std::stod(digits) * baseUnitFactor(unit);
    if (number < 0 && shown == 0) {
        ++how["negative, printed as 0"];
        return ::testing::AssertionSuccess();
    }
    const double half = 0.5 * lastDigit(digits) * baseUnitFactor(unit);
    ++how[number == shown ? "equal" : "rounded"];
    return std::abs(number - shown) <= half * (1 + 1e-6) + std::abs(number) * 1e-15
               ? ::testing::AssertionSuccess()
               : ::testing::AssertionFailure() << number << " != " << printed << " " << unit;
}

// The CSV is `ncu --import ncu_run.ncu-rep --csv --page raw`: Nsight Compute's own decoding.
TEST(NcuCsv, EveryMetricOfTheReportIsAsPrinted) {
    const auto report = openKernelReport(dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    ASSERT_TRUE(report) << report.error().message;
    const std::string text = inflated(dataFile("ncu/ncu_run.raw.csv.zst"));
    CsvRows rows(text);
    Cells names;
    Cells units;
    ASSERT_TRUE(rows.next(names));
    ASSERT_TRUE(rows.next(units));
    constexpr std::size_t kFirstMetric = 11;
    ASSERT_EQ(names[kFirstMetric - 1], "CC");
    std::map<std::string, int> how;
    Cells row;
    std::size_t kernels = 0;
    for (; rows.next(row); ++kernels) {
        ASSERT_LT(kernels, report->kernels.size());
        const ReportKernel& kernel = report->kernels[kernels];
        for (std::size_t at = kFirstMetric; at < names.size(); ++at) {
            const MetricValue* value = report->findMetric(kernel, names[at]);
            if (value == nullptr) {
                ++how["not in the kernel"];
                EXPECT_TRUE(row[at].empty()) << kernels << " " << names[at];
                continue;
            }
            EXPECT_TRUE(isPrintedAs(*report, *value, row[at], units[at], how))
                << kernels << " " << names[at];
        }
    }
    EXPECT_EQ(kernels, 46U);
    std::string counts;
    for (const auto& [kind, count] : how) {
        counts += kind + ": " + std::to_string(count) + "\n";
    }
    EXPECT_TRUE(matchesGolden("formats/ncu_metrics.txt", counts));
}

TEST(NcuCsv, RawPageIsTheSameReport) {
    const auto report = openKernelReport(dataFile("ncu/ncu_run.ncu-rep.zst"), {});
    const auto csv = openKernelReport(dataFile("ncu/ncu_run.raw.csv.zst"), {});
    ASSERT_TRUE(report && csv) << csv.error().message;
    ASSERT_EQ(csv->kernels.size(), report->kernels.size());
    EXPECT_EQ(csv->format, "ncu-csv");
    EXPECT_EQ(csv->program, "python3.12");
    ASSERT_EQ(csv->gpus.size(), 1U);
    EXPECT_EQ(csv->gpus.front().computeMajor, 9);
    for (std::size_t at = 0; at < csv->kernels.size(); ++at) {
        const ReportKernel& a = report->kernels[at];
        const ReportKernel& b = csv->kernels[at];
        EXPECT_EQ(a.grid, b.grid);
        EXPECT_EQ(a.block, b.block);
        EXPECT_EQ(a.stream, b.stream);
        EXPECT_EQ(a.context, b.context);
        EXPECT_EQ(a.device, b.device);
        EXPECT_EQ(a.process, b.process);
        EXPECT_NEAR(*report->number(a, "gpu__time_duration.sum"),
                    *csv->number(b, "gpu__time_duration.sum"), 1e-3);
    }
}

TEST(NcuCsv, BasicPageInBaseUnits) {
    const auto csv = openKernelReport(dataFile("ncu/ncu_run.basic.csv.zst"), {});
    ASSERT_TRUE(csv) << csv.error().message;
    ASSERT_EQ(csv->kernels.size(), 46U);  // messages of the profiler are before the names
    const ReportKernel& first = csv->kernels.front();
    EXPECT_EQ(csv->number(first, "sm__throughput.avg.pct_of_peak_sustained_elapsed"), 66.25);
    EXPECT_EQ(csv->number(first, "lts__cycles_active.sum"), 2624402);
    EXPECT_THAT(first.grid, ElementsAre(4096, 1, 1));
}

TEST(NcuCsv, DetailsPage) {
    const auto csv = readText(
        "the program's own output\n==PROF== Profiling\n"
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
        "\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\","
        "\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\","
        "\"Rule Description\",\"Estimated Speedup Type\",\"Estimated Speedup\"\n"
        "\"0\",\"9\",\"app\",\"host\",\"f(int)\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 2, 1)\",\"0\","
        "\"8.6\",\"GPU Speed Of Light Throughput\",\"Memory Throughput\",\"%\",\"41.5\"\n"
        "\"0\",\"9\",\"app\",\"host\",\"f(int)\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 2, 1)\",\"0\","
        "\"8.6\",\"Memory Workload Analysis\",\"Memory Throughput\",\"Gbyte/second\",\"1,201.5\"\n"
        "\"0\",\"9\",\"app\",\"host\",\"f(int)\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 2, 1)\",\"0\","
        "\"8.6\",\"Memory Workload Analysis\",\"New Label\",\"\",\"3\"\n"
        "\"0\",\"9\",\"app\",\"host\",\"f(int)\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 2, 1)\",\"0\","
        "\"8.6\",\"Occupancy\",\"\",\"\",\"\",\"AchievedOccupancy\",\"OPT\",\"Do \"\"this\"\",\n"
        "then that\",\"global\",\"12.5\"\n"
        "\"1\",\"9\",\"app\",\"host\",\"g\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 2, 1)\",\"0\",\"8.6\","
        "\"GPU Speed Of Light Throughput\",\"Duration\",\"usecond\",\"n/a\"\n"
        "\"x\",\"9\"\n");
    ASSERT_TRUE(csv) << csv.error().message;
    ASSERT_EQ(csv->kernels.size(), 2U);
    const ReportKernel& f = csv->kernels.front();
    EXPECT_EQ(csv->number(f, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"),
              41.5);
    EXPECT_EQ(csv->number(f, "dram__bytes.sum.per_second"), 1201.5e9);
    EXPECT_EQ(csv->number(f, "Memory Workload Analysis: New Label"), 3);
    ASSERT_EQ(f.sections.size(), 3U);
    ASSERT_EQ(f.rules.size(), 1U);
    EXPECT_EQ(csv->text(f.rules.front().text), "Do \"this\",\nthen that");
    EXPECT_EQ(f.rules.front().verdict, RuleVerdict::Optimization);
    EXPECT_EQ(f.rules.front().speedupPercent, 12.5);
    EXPECT_EQ(csv->number(csv->kernels[1], "gpu__time_duration.sum"), std::nullopt);
    EXPECT_EQ(csv->gpus.front().computeMinor, 6);
    EXPECT_EQ(csv->issues.count(ReportIssue::MalformedRow), 1U);
}

TEST(NcuCsv, Units) {
    EXPECT_EQ(baseUnitFactor("Gbyte/s"), 1e9);
    EXPECT_EQ(baseUnitFactor("sector/ns"), 1e9);
    EXPECT_EQ(baseUnitFactor("sector/us"), 1e6);
    EXPECT_EQ(baseUnitFactor("cycle/nsecond"), 1e9);
    EXPECT_EQ(baseUnitFactor("usecond"), 1e3);
    EXPECT_EQ(baseUnitFactor("Ghz"), 1e9);
    EXPECT_EQ(baseUnitFactor("%/Kbyte"), 1e3);
    EXPECT_EQ(baseUnitFactor("SM"), 1);
    EXPECT_EQ(baseUnitFactor(""), 1);
    EXPECT_EQ(baseUnitFactor("inst/cycle"), 1);
}

TEST(NcuCsv, Values) {
    KernelReport report;
    const auto number = [&](std::string_view printed, std::string_view unit) {
        const MetricValue value = parseNcuValue(printed, unit, report);
        const auto* integer = std::get_if<std::uint64_t>(&value);
        return integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
    };
    EXPECT_EQ(number("1,234", ""), 1234);
    EXPECT_EQ(number("15,250.30 (1; 2; 3)", ""), 15250.3);
    EXPECT_EQ(number("2.5", "Kbyte"), 2500);
    EXPECT_TRUE(std::isnan(number("nan", "%")));
    EXPECT_TRUE(std::holds_alternative<std::monostate>(parseNcuValue("n/a", "", report)));
    EXPECT_TRUE(std::holds_alternative<ReportTextId>(parseNcuValue("No-CC", "", report)));
}

TEST(NcuCsv, CutAndEmptyFiles) {
    const std::string header =
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"m\"\n"
        "\"\",\"\",\"\",\"\",\"\",\"%\"\n";
    const auto empty = readText(header);
    ASSERT_FALSE(empty);
    EXPECT_THAT(empty.error().message, HasSubstr("has no kernels"));
    const auto cut = readText(header + "\"0\",\"1\",\"p\",\"h\",\"f\",\"1.5\"\n\"1\",\"1\",\"p");
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_EQ(cut->kernels.size(), 1U);
    EXPECT_EQ(cut->issues.count(ReportIssue::Truncated), 1U);
}

}  // namespace
}  // namespace gaplight::test
