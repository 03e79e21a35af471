// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_csv.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/digit_run.h"
#include "core/base/text_hash.h"
#include "core/base/utf8.h"
#include "core/formats/ncu/csv_rows.h"
#include "core/formats/ncu/metric_units.h"
#include "core/formats/ncu/ncu_bytes.h"
#include "core/formats/ncu/ncu_labels.h"
#include "core/formats/ncu/ncu_result.h"

namespace gaplight {
namespace {

constexpr std::string_view kHeaderStart = "\"ID\",\"Process ID\"";
constexpr std::uint64_t kMaxCsvBytes = std::uint64_t{1} << 30U;
constexpr std::size_t kMaxColumns = std::size_t{1} << 16U;

std::int64_t idOf(std::string_view text) {
    return parseNumber<std::int64_t>(text).value_or(-1);
}

// "(4096, 1, 1)".
std::array<std::uint64_t, 3> sizeOf(std::string_view text) {
    std::array<std::uint64_t, 3> size{};
    for (std::uint64_t& part : size) {
        const std::size_t begin = text.find_first_of("0123456789");
        text.remove_prefix(std::min(begin, text.size()));
        const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
        part = parseNumber<std::uint64_t>(text.substr(0, end)).value_or(0);
        text.remove_prefix(end);
    }
    return size;
}

// A row by the names of its columns.
class NcuColumns {
public:
    explicit NcuColumns(const std::vector<std::string>& header) : m_header(header) {
        for (std::size_t at = 0; at < header.size(); ++at) {
            m_byName.try_emplace(header[at], at);
        }
    }
    [[nodiscard]] bool has(const std::string& name) const { return m_byName.contains(name); }
    // Empty where the row ends before.
    [[nodiscard]] std::string_view cell(const std::vector<std::string>& row,
                                        const std::string& name) const {
        const auto at = m_byName.find(name);
        return at == m_byName.end() || at->second >= row.size() ? std::string_view{}
                                                                : row[at->second];
    }
    // The columns behind those that describe the launch.
    [[nodiscard]] std::size_t firstMetric() const {
        std::size_t first = 0;
        for (const char* name : kLaunchColumns) {
            const auto at = m_byName.find(name);
            first = at == m_byName.end() ? first : std::max(first, at->second + 1);
        }
        return first;
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return m_header; }

private:
    static constexpr std::array<const char*, 12> kLaunchColumns{
        "ID",     "Process ID", "Process Name", "Host Name",   "Kernel Name", "Context",
        "Stream", "Block Size", "Grid Size",    "Kernel Time", "Device",      "CC"};

    const std::vector<std::string>& m_header;
    std::unordered_map<std::string, std::size_t, TextHash> m_byName;
};

class CsvReport {
public:
    explicit CsvReport(std::string_view text) : m_rows(text) { m_report.format = "ncu-csv"; }

    Result<KernelReport> read(const std::stop_token& stop) {
        std::vector<std::string> header;
        m_rows.next(header);
        if (header.size() > kMaxColumns) {
            return fail(ErrorCode::TooLarge,
                        "the CSV has more than 65536 columns; expected the "
                        "output of `ncu --csv`");
        }
        const NcuColumns columns(header);
        const bool isDetails = columns.has("Metric Name") && columns.has("Metric Value");
        std::vector<std::string> units;
        if (!isDetails) {
            m_rows.next(units);
        }
        std::vector<std::string> row;
        while (m_rows.next(row)) {
            if (stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "reading was stopped");
            }
            if (isDetails) {
                takeDetail(columns, row);
            } else {
                takeRow(columns, units, row);
            }
        }
        return finish();
    }

private:
    std::string clean(std::string_view text) { return validUtf8(text); }

    // The kernel that a row names; null where it names none.
    ReportKernel* kernelOf(const NcuColumns& columns, const std::vector<std::string>& row) {
        const std::string_view name = columns.cell(row, "Kernel Name");
        if (name.empty() || idOf(columns.cell(row, "ID")) < 0) {
            m_report.issues.record(KernelReportIssueKind::MalformedRow);
            return nullptr;
        }
        ReportKernel& kernel = m_report.kernels.emplace_back();
        kernel.name = m_report.texts.intern(clean(name));
        kernel.grid = sizeOf(columns.cell(row, "Grid Size"));
        kernel.block = sizeOf(columns.cell(row, "Block Size"));
        kernel.process = idOf(columns.cell(row, "Process ID"));
        kernel.context = idOf(columns.cell(row, "Context"));
        kernel.stream = idOf(columns.cell(row, "Stream"));
        kernel.device = idOf(columns.cell(row, "Device"));
        m_report.program = clean(columns.cell(row, "Process Name"));
        m_report.host = clean(columns.cell(row, "Host Name"));
        addGpu(kernel.device, columns.cell(row, "CC"));
        return &kernel;
    }

    void addGpu(std::int64_t device, std::string_view capability) {
        const bool isKnown =
            std::ranges::find(m_report.gpus, device, &ReportGpu::device) != m_report.gpus.end();
        if (device < 0 || isKnown || m_report.gpus.size() == kMaxReportGpus) {
            return;
        }
        const std::size_t dot = std::min(capability.find('.'), capability.size());
        const std::string_view minor =
            dot < capability.size() ? capability.substr(dot + 1) : std::string_view{};
        m_report.gpus.push_back({device,
                                 {},
                                 parseNumber<int>(capability.substr(0, dot)).value_or(0),
                                 parseNumber<int>(minor).value_or(0)});
    }

    void takeRow(const NcuColumns& columns, const std::vector<std::string>& units,
                 const std::vector<std::string>& row) {
        ReportKernel* kernel = kernelOf(columns, row);
        if (kernel == nullptr) {
            return;
        }
        const std::vector<std::string>& names = columns.names();
        for (std::size_t at = columns.firstMetric(); at < std::min(row.size(), names.size());
             ++at) {
            const std::string_view unit = at < units.size() ? units[at] : std::string_view{};
            kernel->metrics.push_back(
                {m_report.texts.intern(clean(names[at])), parseNcuValue(row[at], unit, m_report)});
        }
        sortMetrics(kernel->metrics);
    }

    // A metric or a message of a kernel; rows of one kernel follow each other.
    void takeDetail(const NcuColumns& columns, const std::vector<std::string>& row) {
        std::string id(columns.cell(row, "ID"));
        if (m_report.kernels.empty() || id != m_id) {
            finishKernel();
            if (kernelOf(columns, row) == nullptr) {
                return;
            }
            m_id = std::move(id);
        }
        ReportKernel& kernel = m_report.kernels.back();
        const std::string_view section = columns.cell(row, "Section Name");
        if (!section.empty()) {
            const ReportTextId name = m_report.texts.intern(clean(section));
            if (kernel.sections.empty() || kernel.sections.back() != name) {
                kernel.sections.push_back(name);
            }
        }
        const std::string_view label = columns.cell(row, "Metric Name");
        if (!label.empty()) {
            kernel.metrics.push_back({m_report.texts.intern(clean(metricOfLabel(section, label))),
                                      parseNcuValue(columns.cell(row, "Metric Value"),
                                                    columns.cell(row, "Metric Unit"), m_report)});
        }
        takeRule(columns, row, kernel);
    }

    void takeRule(const NcuColumns& columns, const std::vector<std::string>& row,
                  ReportKernel& kernel) {
        const std::string_view text = columns.cell(row, "Rule Description");
        if (text.empty()) {
            return;
        }
        const std::string_view type = columns.cell(row, "Rule Type");
        const std::string_view speedup = columns.cell(row, "Estimated Speedup");
        RuleText rule;
        rule.rule = m_report.texts.intern(clean(columns.cell(row, "Rule Name")));
        rule.title = rule.rule;
        rule.text = m_report.texts.intern(clean(withoutRuleMarkup(text)));
        rule.verdict = type == "OPT"   ? RuleVerdict::Optimization
                       : type == "WRN" ? RuleVerdict::Warning
                       : type == "ERR" ? RuleVerdict::Error
                                       : RuleVerdict::None;
        rule.isGlobalSpeedup = columns.cell(row, "Estimated Speedup Type") == "global";
        const double percent = parseNumber<double>(speedup).value_or(-1);
        rule.speedupPercent = percent >= 0 && percent <= 100 ? percent : -1;
        kernel.rules.push_back(rule);
    }

    void finishKernel() {
        if (!m_report.kernels.empty()) {
            sortMetrics(m_report.kernels.back().metrics);
        }
    }

    Result<KernelReport> finish() {
        finishKernel();
        if (m_rows.isCut()) {
            m_report.issues.record(KernelReportIssueKind::Truncated);
        }
        if (m_report.kernels.empty()) {
            return fail(ErrorCode::Corrupt,
                        "the CSV of Nsight Compute has no kernels; write it with "
                        "`ncu --import FILE.ncu-rep --csv --page raw`");
        }
        return std::move(m_report);
    }

    CsvRows m_rows;
    KernelReport m_report;
    std::string m_id;
};

}  // namespace

bool sniffNcuCsv(std::string_view head) {
    return head.starts_with(kHeaderStart) ||
           head.find("\n" + std::string(kHeaderStart)) != std::string_view::npos;
}

Result<KernelReport> readNcuCsv(std::string head, ByteSource& bytes, const std::stop_token& stop) {
    Result<std::string> text = NcuBytes(std::move(head), bytes).take(kMaxCsvBytes + 1);
    if (!text) {
        return tl::unexpected<Error>(text.error());
    }
    if (text->size() > kMaxCsvBytes) {
        return fail(ErrorCode::TooLarge,
                    "the CSV of Nsight Compute is larger than 1 GiB; open the "
                    "report itself (.ncu-rep)");
    }
    const std::size_t start = std::min(text->find(kHeaderStart), text->size());
    Result<KernelReport> report = CsvReport(std::string_view(*text).substr(start)).read(stop);
    if (report && !bytes.issues().empty()) {
        report->issues.record(KernelReportIssueKind::DamagedContainer);
    }
    return report;
}

MetricValue parseNcuValue(std::string_view printed, std::string_view unit, KernelReport& report) {
    if (printed.empty() || printed == "n/a" || printed == "no data") {
        return {};
    }
    // Instances may follow: "15,250.30 (1; 2; 3)".
    const std::size_t instances = printed.find(" (");
    std::string number(printed.substr(0, instances));
    std::erase(number, ',');
    const double factor = baseUnitFactor(unit);
    const auto integer = parseNumber<std::uint64_t>(number);
    if (integer && factor == 1) {
        return *integer;
    }
    if (const auto real = parseNumber<double>(number)) {
        return *real * factor;
    }
    return report.texts.intern(validUtf8(printed));
}

}  // namespace gaplight
