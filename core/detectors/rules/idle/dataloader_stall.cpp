// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// loads = outermost slices of a data loader's work on host threads (HostWork::DataLoader)
// stall = gap >= min_gap whose host range (until its launch) is at least half inside loads of
//         the launching thread; what is inside is idle time that the loader explains
// fires where stalls explain >= min_share of the window, by the loop that loads
// edits = the loads that stall take no time, as if the batch had been there
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kDataloaderStallThresholds{
    Threshold{"min_gap", ThresholdUnit::Nanoseconds, microseconds(100),
              "gaps at least this long are looked at", "diffusers profiling guide"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1),
              "share of the window that the GPU is idle while the host loads",
              "PyTorch's TensorBoard plugin warned from 5 % of a step; 1 % is worth a fix here "
              "because it is one line"},
};

// How the loader works, as the fix depends on it.
enum class LoaderKind : std::uint8_t { Unknown, InProcess, Workers };

LoaderKind kindOf(std::string_view name) {
    if (name.find("_SingleProcessDataLoaderIter") != std::string_view::npos) {
        return LoaderKind::InProcess;
    }
    return name.find("_MultiProcessingDataLoaderIter") != std::string_view::npos
               ? LoaderKind::Workers
               : LoaderKind::Unknown;
}

// One call that fetches a batch.
struct Load {
    SliceId slice;
    TrackId track;
    TimeRange range;
};

constexpr std::array kDataloaderStallValues{
    DeclaredValue{"note", QuantityKind::Rows, false, "idle load"},
    DeclaredValue{"fetch", QuantityKind::Nanoseconds},
    DeclaredValue{"fetches", QuantityKind::Count},
    DeclaredValue{"longest_gap", QuantityKind::Nanoseconds},
    DeclaredValue{"function", QuantityKind::Text, true},
    DeclaredValue{"frame", QuantityKind::Text, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "workers background"},
    DeclaredValue{"workers", QuantityKind::Text},
    DeclaredValue{"rest", QuantityKind::Nanoseconds, true},
    DeclaredValue{"kept_up", QuantityKind::Case, true, "by-one by-all"},
};

class DataLoaderStall {
public:
    explicit DataLoaderStall(const DetectorInput& input)
        : m_input(input), m_steps(input.analysis.steps), m_loads(findLoads()) {}

    bool hasLoads() const { return !m_loads.empty(); }

    std::vector<Finding> run() {
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            if (!device.graphsUnderRecorded) {
                addGaps(device);
            }
        }
        const Duration window = measuredWindow(m_input.analysis).length();
        std::vector<Finding> findings;
        m_groups.sortByCost();
        for (FindingGroup& group : m_groups.all()) {
            if (m_input.settings.reaches("min_share", group.gpuIdle, window)) {
                findings.push_back(finding(group));
            }
        }
        return findings;
    }

private:
    // By track and start; none inside another.
    std::vector<Load> findLoads() const {
        const Trace& trace = m_input.trace;
        const SliceTable& slices = trace.slices();
        const NameClasses& names = m_input.analysis.names;
        const auto isLoad = [&](SliceId slice) {
            return slice.isValid() && names.hostWork(slices.name(slice)) == HostWork::DataLoader &&
                   !isGpuActivity(trace.kind(slice)) &&
                   trace.kind(slice) != SliceKind::GpuUserAnnotation;
        };
        std::vector<Load> loads;
        for (const SliceId slice : scanSlices(trace, isLoad)) {
            const TrackId track = trace.trackOf(slice);
            const bool isInner = !loads.empty() && loads.back().track == track &&
                                 slices.start(slice) < loads.back().range.end;
            if (!isInner && m_input.inRange(slice)) {
                loads.push_back({slice, track, slices.range(slice)});
            }
        }
        return loads;
    }

    void addGaps(const DeviceAnalysis& device) {
        const Duration minGap = m_input.settings.time("min_gap");
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            const Gap& gap = device.gaps[at];
            const bool isHost =
                gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync;
            if (isHost && !isTakenOut(device.gapReason[at]) && gap.length() >= minGap) {
                addGap(device, gap);
            }
        }
    }

    void addGap(const DeviceAnalysis& device, const Gap& gap) {
        const Trace& trace = m_input.trace;
        const TimeRange range = hostRangeOf(trace, gap);
        const TrackId track = trace.trackOf(gap.launch);
        auto load = std::partition_point(m_loads.begin(), m_loads.end(), [&](const Load& one) {
            return one.track < track || (one.track == track && one.range.end <= range.begin);
        });
        const auto first = load;
        Duration inside{};
        for (; load != m_loads.end() && load->track == track && load->range.begin < range.end;
             ++load) {
            inside +=
                std::min(load->range.end, range.end) - std::max(load->range.begin, range.begin);
        }
        if (inside * 2 < range.length() || inside <= Duration::zero()) {
            return;
        }
        GroupKey key;
        key.gpu = device.totals.gpu;
        key.place.python = m_input.places.placeOf(first->slice).python;
        key.variant = static_cast<std::uint32_t>(kindOf(trace.name(first->slice)));
        FindingGroup& group = m_groups.at(key);
        ++group.count;
        group.gpuIdle += inside;
        group.evidence.push_back(gapEvidence(trace, device, gap, 0));
        Stall& stall = m_stalls[key];
        if (gap.length() > stall.longest.length()) {
            stall.longest = gap;
        }
        for (auto at = first; at != load; ++at) {
            // One load can make several GPUs wait, and are in several gaps of one.
            if (stall.slices.insert(at->slice).second) {
                addLoad(*at, group, stall);
            }
        }
    }

    struct Stall {
        Gap longest;
        std::set<SliceId> slices;  // of the loads
        std::vector<Duration> loads;
        std::vector<Time> starts;  // of them
    };

    static void addLoad(const Load& load, FindingGroup& group, Stall& stall) {
        group.host += load.range.length();
        stall.loads.push_back(load.range.length());
        stall.starts.push_back(load.range.begin);
        group.evidence.push_back(
            {EvidenceShape::Outline, {}, load.track, load.slice, load.range, 1});
        group.edits.push_back({ReplayEdit::Kind::ScaleHost, {}, load.track, load.range, 0});
    }

    [[nodiscard]] static Duration medianOf(std::vector<Duration> times) {
        return lowerMedian(times);
    }

    Finding finding(FindingGroup& group) {
        const Trace& trace = m_input.trace;
        const Stall& stall = m_stalls[group.key];
        const auto kind = static_cast<LoaderKind>(group.key.variant);
        Finding found = findingOf("dataloader-stall", m_input.places, m_steps, group);
        found.values.set("note", caseRows({"idle", "load"}));
        found.perStep = gapsPerStep(found, m_steps);
        const Duration load = medianOf(stall.loads);
        FindingValues& values = found.values;
        values.set("fetch", load);
        values.set("fetches", static_cast<std::int64_t>(stall.loads.size()));
        values.set("longest_gap", stall.longest.length());
        IdleCallTree calls(trace);
        calls.jumpTo(trace.trackOf(stall.longest.launch), hostRangeOf(trace, stall.longest));
        const HostCause cause = hostCauseOf(calls, m_input.places);
        if (cause.function.isValid() && m_input.places.isUserFrame(cause.function)) {
            const std::string_view frame = trace.text(cause.function);
            values.set("function", std::string(functionOfFrame(frame)));
            values.set("frame", std::string(shortFrame(frame)));
        }
        values.set("fix", CaseName{kind == LoaderKind::Workers ? "workers" : "background"});
        setWorkers(load, stall.starts, values);
        return found;
    }

    // How long a median steady step takes beside its loads, for each of them; a load takes `load`.
    std::optional<Duration> stepWithout(Duration load, std::span<const Time> loadStarts) const {
        std::vector<Duration> steps;
        for (std::size_t at = 0; at < m_steps.count(); ++at) {
            if (m_steps.isSteady(at)) {
                steps.push_back(m_steps.host(at).length());
            }
        }
        const auto perStep =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(m_steps.medianPerStep(loadStarts)));
        if (steps.empty() || medianOf(steps) <= load * perStep) {
            return std::nullopt;
        }
        return medianOf(steps) / perStep - load;
    }

    // As many workers as keep up with the steps, and one in reserve.
    void setWorkers(Duration load, std::span<const Time> loadStarts, FindingValues& values) const {
        constexpr std::int64_t kMaxWorkers = 64;
        const auto rest = stepWithout(load, loadStarts);
        const std::int64_t workers =
            rest ? std::max<std::int64_t>((load.count() + rest->count() - 1) / rest->count() + 1, 2)
                 : 0;
        const bool isKnown = workers > 0 && workers <= kMaxWorkers;
        values.set("workers", isKnown ? std::to_string(workers) : "n");
        if (rest) {
            values.set("rest", *rest);
            values.set("kept_up", CaseName{load <= *rest ? "by-one" : "by-all"});
        }
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
    std::vector<Load> m_loads;
    FindingGroups m_groups;
    std::map<GroupKey, Stall> m_stalls;
};

DetectorResult detectDataloaderStall(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    DataLoaderStall rule(input);
    if (!rule.hasLoads()) {
        return {{}, "no data loader of PyTorch was recorded"};
    }
    return {rule.run(), {}};
}

}  // namespace

const Detector& dataloaderStallRule() {
    static const Detector kRule{{.id = "dataloader-stall",
                                 .name = "Data loader stall",
                                 .question = "Is a GPU idle while the host fetches the next batch?",
                                 .thresholds = kDataloaderStallThresholds,
                                 .values = kDataloaderStallValues,
                                 .idleClass = IdleClass::Data,
                                 .idlePhrase = "because of the data loader"},
                                detectDataloaderStall};
    return kRule;
}

}  // namespace gaplight
