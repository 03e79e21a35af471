// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_labels.h"

#include <algorithm>
#include <array>

namespace gaplight {
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

}  // namespace

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

}  // namespace gaplight
