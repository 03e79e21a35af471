// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// memory-growth
//
//   growth(s) = bytes allocated on a GPU at the end of step s, less those at the end of the step
//               before (metrics.md, "Memory")
//   fires for a GPU where the last min_steps or more steady steps each have growth(s) >= min_growth
//
// Steps that are recognized by their kernels alone may be layers of one pass, which each keep what
// the backward pass needs: then the rule cannot run. Growth that ended before the last step was the
// pool or a cache filling up.
//
//   what stays  allocations made in those steps and alive at the end of the last one, less those
//               alive at the end of the first one, by the operator and the place that made them;
//               what one step leaves to the next is in both and cancels out
//
// It has no cost in time; a warning, since the run ends out of memory.

#include "core/analysis/torch/torch_names.h"
#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/steps/steps.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"

namespace gaplight {
namespace {

constexpr std::string_view kMemoryGrowthId = "memory-growth";

constexpr std::array kMemoryGrowthThresholds{
    Threshold{
        "min_growth", ThresholdUnit::Count, 1'000'000,
        "bytes a step by which memory must grow to be reported",
        "1 MB a step fills 80 GB in 80,000 steps; lists of loss values take 512 bytes a step"},
    Threshold{"min_steps", ThresholdUnit::Count, 3,
              "consecutive steady steps that must grow, up to the last one",
              "diffusers profiling guide: memory is flat from step to step"},
};

constexpr std::array kMemoryGrowthValues{
    DeclaredValue{"note", QuantityKind::Rows, false, "growth allocates"},
    DeclaredValue{"growth", QuantityKind::Bytes},
    DeclaredValue{"allocated", QuantityKind::Bytes},
    DeclaredValue{"sites", QuantityKind::Rows, true, "operator unknown"},
    DeclaredValue{"site_bytes", QuantityKind::Bytes, true},
    DeclaredValue{"op", QuantityKind::Text, true},
    DeclaredValue{"frame", QuantityKind::Text, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "cache autograd results"},
    DeclaredValue{"confidence", QuantityKind::Case, true, "not-explained no-stacks"},
};

constexpr std::size_t kMaxSites = 4;
constexpr std::size_t kMaxOutlined = 2000;

// The steps over which memory grew.
struct Growth {
    GpuId gpu;
    std::size_t first = 0;  // step
    std::size_t last = 0;
    std::int64_t median = 0;  // bytes a step
    std::int64_t allocated = 0;
};

// One kind of allocation that stays.
struct KeptSite {
    std::int64_t bytes = 0;
    std::vector<SliceId> slices;
};

using KeptSites = std::vector<std::pair<Place, KeptSite>>;  // most bytes first

// The growth over the last steady steps that each grew by min_growth; empty if they are too few.
std::optional<Growth> growthOf(const DeviceMemory& memory, const StepIndex& steps,
                               const RuleSettings& settings) {
    const std::int64_t least = settings.value("min_growth");
    std::vector<std::int64_t> grown;
    std::size_t step = memory.steps.size();
    while (step > 0 && steps.isSteady(step - 1)) {
        const std::optional<MemoryStep>& one = memory.steps[step - 1];
        if (!one || !one->growth || *one->growth < least || *one->growth <= 0) {
            break;
        }
        grown.push_back(*one->growth);
        --step;
    }
    if (grown.empty() || grown.size() < static_cast<std::size_t>(settings.value("min_steps"))) {
        return std::nullopt;
    }
    return Growth{memory.gpu, step, memory.steps.size() - 1, lowerMedian(grown),
                  memory.steps.back()->allocated};
}

// The place of an allocation, with the operator that the user calls instead of the `aten::empty`
// inside it.
Place placeOfAllocation(const DetectorInput& input, SliceId slice) {
    const Trace& trace = input.trace;
    Place place = input.places.placeOf(slice);
    for (SliceId up = slice; up.isValid(); up = trace.slices().parent(up)) {
        const SliceKind kind = trace.kind(up);
        if (kind == SliceKind::CpuOp && isAtenOperator(trace.name(up))) {
            place.op = trace.slices().name(up);
        } else if (kind == SliceKind::PythonFunction || kind == SliceKind::UserAnnotation) {
            break;
        }
    }
    return place;
}

// Whether a backward pass was recorded: kept memory is then likely held by an autograd graph.
bool computesGradients(const Trace& trace) {
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        if (isRunByAutograd(trace.text(StringId(at)))) {
            return true;
        }
    }
    return false;
}

// From the start of the first outermost slice inside a range to the end of the last one.
TimeRange slicesWithin(const Trace& trace, TrackId track, TimeRange range) {
    const auto starts = trace.slices().starts();
    const auto first = starts.begin() + static_cast<std::ptrdiff_t>(trace.firstIndex(track));
    const auto last = first + trace.tracks()[track.index()].sliceCount;
    auto at = std::lower_bound(first, last, range.begin);
    TimeRange found{range.end, range.begin};
    for (; at != last && *at < range.end; ++at) {
        const SliceId slice(static_cast<std::size_t>(at - starts.begin()));
        if (trace.slices().end(slice) <= range.end) {
            found.begin = std::min(found.begin, *at);
            found.end = std::max(found.end, trace.slices().end(slice));
        }
    }
    return found;
}

// The places that allocate most of the kept memory.
ValueRows siteRows(const Trace& trace, const KeptSites& sites, std::int64_t steps) {
    ValueRows rows;
    for (std::size_t at = 0; at < sites.size() && at < kMaxSites; ++at) {
        const auto& [place, site] = sites[at];
        FindingValues& row = rows.emplace_back();
        row.set(kRowCase, CaseName{place.op.isValid() ? "operator" : "unknown"});
        row.set("site_bytes", ByteCount{site.bytes / std::max<std::int64_t>(1, steps - 1)});
        row.set("op", std::string(trace.text(place.op)));
        row.set("frame", std::string(shortFrame(trace.text(place.python))));
    }
    return rows;
}

std::string_view fixOf(const Trace& trace, const KeptSites& sites) {
    if (computesGradients(trace)) {
        return "autograd";
    }
    const bool concatenates = !sites.empty() && trace.text(sites.front().first.op) == "aten::cat";
    return concatenates ? "cache" : "results";
}

void setValues(const Trace& trace, const Growth& growth, const KeptSites& sites, Finding& finding) {
    FindingValues& values = finding.values;
    values.set("note", caseRows({"growth", "allocates"}));
    values.set("growth", ByteCount{growth.median});
    values.set("allocated", ByteCount{growth.allocated});
    values.set("sites", siteRows(trace, sites, static_cast<std::int64_t>(finding.count)));
    values.set("fix", CaseName{fixOf(trace, sites)});
    if (sites.empty()) {
        values.set("confidence", CaseName{"not-explained"});
    } else if (!hasPythonStacks(trace)) {
        values.set("confidence", CaseName{"no-stacks"});
    }
}

class MemoryGrowth {
public:
    explicit MemoryGrowth(const DetectorInput& input)
        : m_input(input), m_trace(input.trace), m_steps(input.analysis.steps) {}

    DetectorResult run() {
        if (m_trace.memoryEvents().empty()) {
            return {{}, "no memory events were recorded"};
        }
        if (m_steps.count() < 2) {
            return {{}, "no steps were recognized"};
        }
        if (m_input.analysis.steps.markers.source == StepSource::Kernels) {
            return {{},
                    "steps were recognized by their kernels only, and may be layers of one step"};
        }
        const std::vector<DeviceMemory> devices = memoryPerStep(m_trace, m_steps);
        if (devices.empty()) {
            return {{}, "no memory events of a GPU were recorded"};
        }
        DetectorResult result;
        for (const DeviceMemory& device : devices) {
            if (const auto growth = growthOf(device, m_steps, m_input.settings)) {
                result.findings.push_back(write(*growth));
            }
        }
        return result;
    }

private:
    const SliceTable& slices() const { return m_trace.slices(); }

    KeptSites keptSites(const Growth& growth) const {
        const Time begin = m_steps.host(growth.first).begin;
        std::map<Place, KeptSite> sites;
        const auto count = [&](TimeRange range, std::int64_t sign) {
            for (const std::size_t at : keptAllocations(m_trace, growth.gpu, range)) {
                const MemoryEvent& event = m_trace.memoryEvents()[at];
                const SliceId slice = sliceAt(m_trace, event.track, event.time);
                KeptSite& site =
                    sites[slice.isValid() ? placeOfAllocation(m_input, slice) : Place{}];
                site.bytes += sign * event.bytes;
                if (slice.isValid() && sign > 0) {
                    site.slices.push_back(slice);
                }
            }
        };
        count({begin, m_steps.host(growth.last).end}, 1);
        count({begin, m_steps.host(growth.first).end}, -1);
        KeptSites sorted;
        for (auto& [place, site] : sites) {
            if (site.bytes > 0) {
                sorted.emplace_back(place, std::move(site));
            }
        }
        std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
            return a.second.bytes > b.second.bytes;
        });
        return sorted;
    }

    Finding write(const Growth& growth) const {
        const KeptSites sites = keptSites(growth);
        const std::size_t steps = growth.last - growth.first + 1;
        FindingGroup group;
        group.count = steps;
        group.key.gpu = growth.gpu;
        if (!sites.empty()) {
            group.key.place = sites.front().first;
        }
        addEvidence(growth, sites, group);
        Finding finding = findingOf(kMemoryGrowthId, m_input.places, m_steps, group);
        finding.perStep = 1;
        finding.severity = Severity::Warning;
        setValues(m_trace, growth, sites, finding);
        return finding;
    }

    // Bands over the steps that grew, on the thread that allocates, and the operators whose
    // memory stays.
    void addEvidence(const Growth& growth, const KeptSites& sites, FindingGroup& group) const {
        std::size_t outlined = 0;
        TrackId track;
        for (const auto& [place, site] : sites) {
            for (const SliceId slice : site.slices) {
                track = track.isValid() ? track : m_trace.trackOf(slice);
                if (outlined < kMaxOutlined) {
                    ++outlined;
                    group.evidence.push_back({EvidenceShape::Outline, growth.gpu,
                                              m_trace.trackOf(slice), slice, slices().range(slice),
                                              1});
                }
            }
        }
        if (!track.isValid()) {
            return;
        }
        for (std::size_t step = growth.first; step <= growth.last; ++step) {
            const TimeRange range = slicesWithin(m_trace, track, m_steps.host(step));
            if (range.begin < range.end) {
                group.evidence.push_back({EvidenceShape::Band, growth.gpu, track, {}, range, 0});
            }
        }
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    StepIndex m_steps;
};

DetectorResult detectMemoryGrowth(const DetectorInput& input) {
    return MemoryGrowth(input).run();
}

}  // namespace

const Detector& memoryGrowthRule() {
    static const Detector kRule{{.id = kMemoryGrowthId,
                                 .name = "Memory growth",
                                 .question = "Does each step leave more memory allocated than the "
                                             "one before, and who allocates it?",
                                 .thresholds = kMemoryGrowthThresholds,
                                 .values = kMemoryGrowthValues,
                                 .idleClass = IdleClass::Host},
                                detectMemoryGrowth};
    return kRule;
}

}  // namespace gaplight
