// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// memory-growth
//
//   growth(s) = bytes allocated on a GPU at the end of step s, less those at the end of the step
//               before (metrics.md, "Memory")
//   fires for a GPU where the last min_steps or more steady steps each have growth(s) >= min_growth
//
// Steps that are told by their kernels alone may be layers of one pass, which each keep what the
// backward pass needs: then the rule cannot run. Growth that ended before the last step was the
// pool or a cache filling up.
//
//   what stays  allocations made in those steps and alive at the end of the last one, less those
//               alive at the end of the first one, by the operator and the place that made them;
//               what one step leaves to the next is in both and cancels out
//
// It has no cost in time.

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/host_cause.h"
#include "core/analysis/slices/slice_query.h"
#include "core/analysis/steps/memory_steps.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/texts/quantities.h"

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

constexpr std::size_t kMostSites = 4;
constexpr std::size_t kMostOutlined = 2000;

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

class MemoryGrowth {
public:
    explicit MemoryGrowth(const DetectorInput& input)
        : m_input(input), m_trace(input.trace), m_steps(input.analysis.steps) {}

    DetectorResult run() {
        if (m_trace.memoryEvents().empty()) {
            return {{}, "no memory events were recorded"};
        }
        if (m_steps.count() < 2) {
            return {{}, "no steps were recognised"};
        }
        if (m_input.analysis.steps.markers.source == StepSource::Kernels) {
            return {{}, "steps were told by their kernels only, and may be layers of one step"};
        }
        const std::vector<DeviceMemory> devices = memoryPerStep(m_trace, m_steps);
        if (devices.empty()) {
            return {{}, "no memory events of a GPU were recorded"};
        }
        DetectorResult result;
        for (const DeviceMemory& device : devices) {
            if (const auto growth = growthOf(device)) {
                result.findings.push_back(write(*growth));
            }
        }
        return result;
    }

private:
    using Sites = std::vector<std::pair<Place, KeptSite>>;

    [[nodiscard]] const SliceTable& slices() const { return m_trace.slices(); }

    [[nodiscard]] std::optional<Growth> growthOf(const DeviceMemory& memory) const {
        const std::int64_t least = m_input.settings.value("min_growth");
        std::vector<std::int64_t> grown;
        std::size_t step = memory.steps.size();
        while (step > 0 && m_steps.isSteady(step - 1)) {
            const std::optional<MemoryStep>& one = memory.steps[step - 1];
            if (!one || !one->growth || *one->growth < least || *one->growth <= 0) {
                break;
            }
            grown.push_back(*one->growth);
            --step;
        }
        if (grown.empty() ||
            grown.size() < static_cast<std::size_t>(m_input.settings.value("min_steps"))) {
            return std::nullopt;
        }
        return Growth{memory.gpu, step, memory.steps.size() - 1, lowerMedian(grown),
                      memory.steps.back()->allocated};
    }

    [[nodiscard]] Sites keptSites(const Growth& growth) const {
        const Time begin = m_steps.host(growth.first).begin;
        std::map<Place, KeptSite> sites;
        const auto count = [&](TimeRange range, std::int64_t sign) {
            for (const std::size_t at : keptAllocations(m_trace, growth.gpu, range)) {
                const MemoryEvent& event = m_trace.memoryEvents()[at];
                const SliceId slice = sliceAt(m_trace, event.track, event.time);
                KeptSite& site = sites[slice.isValid() ? placeOf(slice) : Place{}];
                site.bytes += sign * event.bytes;
                if (slice.isValid() && sign > 0) {
                    site.slices.push_back(slice);
                }
            }
        };
        count({begin, m_steps.host(growth.last).end}, 1);
        count({begin, m_steps.host(growth.first).end}, -1);
        Sites sorted;
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

    // By the operator that a person calls, not the `aten::empty` inside it.
    [[nodiscard]] Place placeOf(SliceId slice) const {
        Place place = m_input.places.placeOf(slice);
        for (SliceId up = slice; up.isValid(); up = slices().parent(up)) {
            const SliceKind kind = m_trace.kind(up);
            if (kind == SliceKind::CpuOp && m_trace.name(up).starts_with("aten::")) {
                place.op = slices().name(up);
            } else if (kind == SliceKind::PythonFunction || kind == SliceKind::UserAnnotation) {
                break;
            }
        }
        return place;
    }

    // Whether gradients are computed in the steps: what stays is then likely held by a graph.
    [[nodiscard]] bool trains() const {
        for (std::size_t at = 0; at < m_trace.strings().size(); ++at) {
            if (m_trace.text(StringId(at)).starts_with("autograd::engine::evaluate_function")) {
                return true;
            }
        }
        return false;
    }

    Finding write(const Growth& growth) const {
        const Sites sites = keptSites(growth);
        const std::size_t steps = growth.last - growth.first + 1;
        FindingGroup group;
        group.count = steps;
        group.key.gpu = growth.gpu;
        if (!sites.empty()) {
            group.key.place = sites.front().first;
        }
        addEvidence(growth, sites, group);
        Finding finding = findingOf(kMemoryGrowthId, m_trace, m_steps, group);
        finding.perStep = 1;
        finding.title = fmt::format("{} memory grows by {} in each of the last {} steps",
                                    m_trace.gpuLabel(growth.gpu), sizeText(growth.median), steps);
        finding.why = whyText(growth, sites, steps);
        finding.fix = fixText(sites);
        finding.confidence = sites.empty()
                                 ? "None of the allocations recorded in these steps explains it."
                                 : (hasPythonStacks(m_trace)
                                        ? ""
                                        : "Without Python stacks only the operators are known.");
        finding.notes = {fmt::format("+{} a step", sizeText(growth.median)),
                         "allocates what stays"};
        return finding;
    }

    // Bands over the steps that grew, on the thread that allocates, and the operators whose
    // memory stays.
    void addEvidence(const Growth& growth, const Sites& sites, FindingGroup& group) const {
        std::size_t outlined = 0;
        TrackId track;
        for (const auto& [place, site] : sites) {
            for (const SliceId slice : site.slices) {
                track = track.isValid() ? track : m_trace.trackOf(slice);
                if (outlined < kMostOutlined) {
                    ++outlined;
                    group.evidence.push_back({EvidenceMark::Outline, growth.gpu,
                                              m_trace.trackOf(slice), slice, slices().range(slice),
                                              1});
                }
            }
        }
        if (!track.isValid()) {
            return;
        }
        for (std::size_t step = growth.first; step <= growth.last; ++step) {
            const TimeRange range = slicesWithin(track, m_steps.host(step));
            if (range.begin < range.end) {
                group.evidence.push_back({EvidenceMark::Band, growth.gpu, track, {}, range, 0});
            }
        }
    }

    // From where the first outermost slice inside a range begins to where the last one ends.
    [[nodiscard]] TimeRange slicesWithin(TrackId track, TimeRange range) const {
        const auto starts = slices().starts();
        const auto first = starts.begin() + static_cast<std::ptrdiff_t>(m_trace.firstIndex(track));
        const auto last = first + m_trace.tracks()[track.index()].sliceCount;
        auto at = std::lower_bound(first, last, range.begin);
        TimeRange found{range.end, range.begin};
        for (; at != last && *at < range.end; ++at) {
            const SliceId slice(static_cast<std::size_t>(at - starts.begin()));
            if (slices().end(slice) <= range.end) {
                found.begin = std::min(found.begin, *at);
                found.end = std::max(found.end, slices().end(slice));
            }
        }
        return found;
    }

    [[nodiscard]] std::string whyText(const Growth& growth, const Sites& sites,
                                      std::size_t steps) const {
        std::string why = fmt::format(
            "After each of {} consecutive steps more is allocated than after the one before, {} a "
            "step in the median; at the end it is {}.",
            steps, sizeText(growth.median), sizeText(growth.allocated));
        if (sites.empty()) {
            return why;
        }
        const auto perStep = static_cast<std::int64_t>(std::max<std::size_t>(1, steps - 1));
        std::vector<std::string> texts;
        for (std::size_t at = 0; at < sites.size() && at < kMostSites; ++at) {
            const auto& [place, site] = sites[at];
            std::string text =
                fmt::format("{} a step by {}", sizeText(site.bytes / perStep),
                            place.op.isValid() ? fmt::format("`{}`", m_trace.text(place.op))
                                               : std::string("no recorded operator"));
            if (place.python.isValid()) {
                text += fmt::format(" in {}", shortFrame(m_trace.text(place.python)));
            }
            texts.push_back(std::move(text));
        }
        return why + " What stays is allocated: " + listText(texts) + ".";
    }

    [[nodiscard]] std::string fixText(const Sites& sites) const {
        const bool concatenates =
            !sites.empty() && m_trace.text(sites.front().first.op) == "aten::cat";
        if (concatenates && !trains()) {
            return "What stays comes from `torch.cat`: a cache that grows with each step, as a "
                   "KV cache does by design. Allocate it once at its full length and write into "
                   "slices of it (`StaticCache` in transformers); else look for a list that keeps "
                   "the results.";
        }
        if (trains()) {
            return "Something keeps each step's tensors, most often a sum or a list of losses that "
                   "still carries its autograd graph: add `loss.detach()` (or `loss.item()` where "
                   "a number is enough) and drop references to outputs at the end of a step. "
                   "`torch.cuda.memory._record_memory_history()` shows who holds them.";
        }
        return "Something keeps each step's results: a list that is appended to, a cache without "
               "a limit, or outputs made without `torch.no_grad()`. Move what must be kept to the "
               "CPU and drop the rest at the end of a step; "
               "`torch.cuda.memory._record_memory_history()` shows who holds it.";
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
    static const Detector kRule{
        kMemoryGrowthId, "Memory growth",
        "Does each step leave more memory allocated than the one before, and who allocates it?",
        kMemoryGrowthThresholds, detectMemoryGrowth};
    return kRule;
}

}  // namespace gaplight
