// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_csv.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/digit_run.h"
#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/formats/ncu/ncu_bytes.h"
#include "core/formats/ncu/ncu_result.h"

namespace gaplight {
namespace {

struct UnitFactor {
    std::string_view name;
    double factor;
};

constexpr std::array<UnitFactor, 12> kTimes{{{"ns", 1},
                                             {"nsecond", 1},
                                             {"us", 1e3},
                                             {"usecond", 1e3},
                                             {"ms", 1e6},
                                             {"msecond", 1e6},
                                             {"s", 1e9},
                                             {"second", 1e9},
                                             {"nanosecond", 1},
                                             {"microsecond", 1e3},
                                             {"millisecond", 1e6},
                                             {"min", 6e10}}};
constexpr std::array<UnitFactor, 5> kPrefixes{
    {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}}};
constexpr double kNsOfSecond = 1e9;

double timeFactor(std::string_view unit) {
    for (const UnitFactor& time : kTimes) {
        if (time.name == unit) {
            return time.factor;
        }
    }
    return 0;
}

double prefixFactor(std::string_view unit) {
    const bool hasPrefix = unit.size() > 2 && unit[1] >= 'a' && unit[1] <= 'z';
    for (const UnitFactor& prefix : kPrefixes) {
        if (hasPrefix && unit.starts_with(prefix.name)) {
            return prefix.factor;
        }
    }
    return 1;
}

}  // namespace

double baseUnitFactor(std::string_view unit) {
    const std::size_t slash = unit.find('/');
    const std::string_view above = unit.substr(0, slash);
    const double time = timeFactor(above);
    double factor = time > 0 ? time : prefixFactor(above);
    if (slash != std::string_view::npos) {
        const std::string_view below = unit.substr(slash + 1);
        const double perTime = timeFactor(below);
        factor *= perTime > 0 ? kNsOfSecond / perTime : prefixFactor(below);
    }
    return factor;
}

bool CsvRows::next(std::vector<std::string>& cells) {
    cells.clear();
    while (m_text.substr(std::min(m_at, m_text.size())).starts_with("==")) {
        const std::size_t end = m_text.find('\n', m_at);
        m_at = end == std::string_view::npos ? m_text.size() : end + 1;
    }
    if (m_at >= m_text.size()) {
        return false;
    }
    bool goesOn = true;
    while (goesOn) {
        goesOn = readCell(cells.emplace_back());
    }
    return true;
}

bool CsvRows::readCell(std::string& cell) {
    bool isQuoted = false;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at++];
        if (c == '"') {
            const bool isDoubled = isQuoted && m_at < m_text.size() && m_text[m_at] == '"';
            if (isDoubled) {
                cell += '"';
                ++m_at;
            } else {
                isQuoted = !isQuoted;
            }
        } else if (!isQuoted && c == ',') {
            return true;
        } else if (!isQuoted && c == '\n') {
            return false;
        } else if (isQuoted || c != '\r') {
            cell += c;
        }
    }
    m_isCut = isQuoted;
    return false;
}

namespace {

struct LabeledMetric {
    std::string_view section;
    std::string_view label;
    std::string_view metric;
};

// The headers of the sections of Nsight Compute 2025.3, from its reports.
constexpr LabeledMetric kLabeledMetrics[] = {
    {"GPU Speed Of Light Throughput", "Compute (SM) Throughput",
     "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"GPU Speed Of Light Throughput", "Duration", "gpu__time_duration.sum"},
    {"GPU Speed Of Light Throughput", "Memory Throughput",
     "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"GPU Speed Of Light Throughput", "Elapsed Cycles", "gpc__cycles_elapsed.max"},
    {"GPU Speed Of Light Throughput", "L1/TEX Cache Throughput",
     "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"GPU Speed Of Light Throughput", "SM Active Cycles", "sm__cycles_active.avg"},
    {"GPU Speed Of Light Throughput", "L2 Cache Throughput",
     "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"GPU Speed Of Light Throughput", "SM Frequency", "gpc__cycles_elapsed.avg.per_second"},
    {"GPU Speed Of Light Throughput", "DRAM Throughput",
     "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"GPU Speed Of Light Throughput", "DRAM Frequency", "dram__cycles_elapsed.avg.per_second"},
    {"Memory Workload Analysis", "Memory Throughput", "dram__bytes.sum.per_second"},
    {"Memory Workload Analysis", "Mem Busy",
     "gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Memory Workload Analysis", "L1/TEX Hit Rate", "l1tex__t_sector_hit_rate.pct"},
    {"Memory Workload Analysis", "Max Bandwidth",
     "gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Memory Workload Analysis", "L2 Hit Rate", "lts__t_sector_hit_rate.pct"},
    {"Memory Workload Analysis", "Mem Pipes Busy",
     "sm__memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Memory Workload Analysis", "L2 Compression Input Sectors", "lts__gcomp_input_sectors.sum"},
    {"Memory Workload Analysis", "Local Memory Spilling Requests",
     "derived__local_spilling_requests"},
    {"Memory Workload Analysis", "L2 Compression Ratio",
     "lts__average_gcomp_output_sector_compression_achieved_rate.ratio"},
    {"Memory Workload Analysis", "Local Memory Spilling Request Overhead",
     "derived__local_spilling_requests_pct"},
    {"Memory Workload Analysis", "L2 Compression Success Rate",
     "lts__average_gcomp_input_sector_success_rate.pct"},
    {"Memory Workload Analysis", "L2 Persisting Size", "launch__persisting_l2_cache_size"},
    {"Occupancy", "Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct"},
    {"Occupancy", "Block Limit Registers", "launch__occupancy_limit_registers"},
    {"Occupancy", "Theoretical Active Warps per SM", "sm__maximum_warps_avg_per_active_cycle"},
    {"Occupancy", "Block Limit Shared Mem", "launch__occupancy_limit_shared_mem"},
    {"Occupancy", "Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"Occupancy", "Block Limit Warps", "launch__occupancy_limit_warps"},
    {"Occupancy", "Achieved Active Warps Per SM", "sm__warps_active.avg.per_cycle_active"},
    {"Occupancy", "Block Limit SM", "launch__occupancy_limit_blocks"},
    {"Occupancy", "Cluster Occupancy", "launch__occupancy_cluster_pct"},
    {"Occupancy", "Block Limit Barriers", "launch__occupancy_limit_barriers"},
    {"Occupancy", "Max Active Clusters", "launch__cluster_max_active"},
    {"Occupancy", "Max Cluster Size", "launch__cluster_max_potential_size"},
    {"Occupancy", "Overall GPU Occupancy", "launch__occupancy_cluster_gpu_pct"},
    {"Launch Statistics", "Grid Size", "launch__grid_size"},
    {"Launch Statistics", "Function Cache Configuration", "launch__func_cache_config"},
    {"Launch Statistics", "Cluster Size", "launch__cluster_size"},
    {"Launch Statistics", "Preferred Cluster Size", "launch__preferred_cluster_size"},
    {"Launch Statistics", "Registers Per Thread", "launch__registers_per_thread"},
    {"Launch Statistics", "Cluster Scheduling Policy", "launch__cluster_scheduling_policy"},
    {"Launch Statistics", "Static Shared Memory Per Block", "launch__shared_mem_per_block_static"},
    {"Launch Statistics", "Block Size", "launch__block_size"},
    {"Launch Statistics", "Dynamic Shared Memory Per Block",
     "launch__shared_mem_per_block_dynamic"},
    {"Launch Statistics", "Threads", "launch__thread_count"},
    {"Launch Statistics", "Driver Shared Memory Per Block", "launch__shared_mem_per_block_driver"},
    {"Launch Statistics", "Waves Per SM", "launch__waves_per_multiprocessor"},
    {"Launch Statistics", "Shared Memory Configuration Size", "launch__shared_mem_config_size"},
    {"Launch Statistics", "Uses Green Context", "launch__uses_green_context"},
    {"Launch Statistics", "Stack Size", "launch__stack_size"},
    {"Launch Statistics", "# SMs", "launch__sm_count"},
    {"Launch Statistics", "# TPCs", "launch__tpc_count"},
    {"Launch Statistics", "Enabled TPC IDs", "launch__tpc_enabled"},
    {"Compute Workload Analysis", "Executed Ipc Elapsed",
     "sm__inst_executed.avg.per_cycle_elapsed"},
    {"Compute Workload Analysis", "SM Busy",
     "sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Compute Workload Analysis", "Executed Ipc Active", "sm__inst_executed.avg.per_cycle_active"},
    {"Compute Workload Analysis", "Issue Slots Busy",
     "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"},
    {"Compute Workload Analysis", "Issued Ipc Active", "sm__inst_issued.avg.per_cycle_active"},
    {"Scheduler Statistics", "Active Warps Per Scheduler",
     "smsp__warps_active.avg.per_cycle_active"},
    {"Scheduler Statistics", "No Eligible", "smsp__issue_inst0.avg.pct_of_peak_sustained_active"},
    {"Scheduler Statistics", "Eligible Warps Per Scheduler",
     "smsp__warps_eligible.avg.per_cycle_active"},
    {"Scheduler Statistics", "One or More Eligible",
     "smsp__issue_active.avg.pct_of_peak_sustained_active"},
    {"Scheduler Statistics", "Issued Warp Per Scheduler",
     "smsp__issue_active.avg.per_cycle_active"},
    {"Warp State Statistics", "Warp Cycles Per Issued Instruction",
     "smsp__average_warp_latency_per_inst_issued.ratio"},
    {"Warp State Statistics", "Avg. Active Threads Per Warp",
     "smsp__thread_inst_executed_per_inst_executed.ratio"},
    {"Warp State Statistics", "Warp Cycles Per Executed Instruction",
     "smsp__average_warps_active_per_inst_executed.ratio"},
    {"Warp State Statistics", "Avg. Not Predicated Off Threads Per Warp",
     "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"},
    {"Instruction Statistics", "Executed Instructions", "smsp__inst_executed.sum"},
    {"Instruction Statistics", "Avg. Executed Instructions Per Scheduler",
     "smsp__inst_executed.avg"},
    {"Instruction Statistics", "Issued Instructions", "smsp__inst_issued.sum"},
    {"Instruction Statistics", "Avg. Issued Instructions Per Scheduler", "smsp__inst_issued.avg"},
};

// The metric that a label of a section stands for on the details page of Nsight Compute
// ("GPU Speed Of Light Throughput", "Memory Throughput"); "SECTION: LABEL" where it is not known.
std::string metricOfLabel(std::string_view section, std::string_view label) {
    const auto* const found =
        std::ranges::find_if(kLabeledMetrics, [&](const LabeledMetric& metric) {
            return metric.section == section && metric.label == label;
        });
    if (found != std::end(kLabeledMetrics)) {
        return std::string(found->metric);
    }
    return std::string(section) + ": " + std::string(label);
}

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
    bool has(const std::string& name) const { return m_byName.contains(name); }
    // Empty where the row ends before.
    std::string_view cell(const std::vector<std::string>& row, const std::string& name) const {
        const auto at = m_byName.find(name);
        return at == m_byName.end() || at->second >= row.size() ? std::string_view{}
                                                                : row[at->second];
    }
    // The columns after those that describe the launch.
    std::size_t firstMetric() const {
        std::size_t first = 0;
        for (const char* name : kLaunchColumns) {
            const auto at = m_byName.find(name);
            first = at == m_byName.end() ? first : std::max(first, at->second + 1);
        }
        return first;
    }
    const std::vector<std::string>& names() const { return m_header; }

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
    const std::string text = TRY(NcuBytes(std::move(head), bytes).take(kMaxCsvBytes + 1));
    if (text.size() > kMaxCsvBytes) {
        return fail(ErrorCode::TooLarge,
                    "the CSV of Nsight Compute is larger than 1 GiB; open the "
                    "report itself (.ncu-rep)");
    }
    const std::size_t start = std::min(text.find(kHeaderStart), text.size());
    Result<KernelReport> report = CsvReport(std::string_view(text).substr(start)).read(stop);
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
