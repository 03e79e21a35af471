// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// alloc-in-loop
//
//   calls(M) = cudaMalloc, cudaFree, cudaHostAlloc, cudaMallocHost, cudaFreeHost, cuMem* and the
//              hip equivalents that start in a steady step, for one kind of memory M (the GPU's,
//              or pinned memory of the host); not the stream-ordered ones (cudaMallocAsync,
//              cudaFreeAsync), which wait for nothing, nor those made while something is compiled
//              (recompile), nor the profiler's own
//   fires for M where calls(M) are in at least min_steps steady steps, one of them in the later
//   half
//         of the steady steps: a pool that fills up requests in the first steps and then no more
//
// PyTorch's caching allocators request from the driver only what they do not hold: once a loop is
// warm there are no such calls. Steps that are recognized by their kernels alone may be layers of
// one pass, in which the pool is still filling up: then the rule cannot run. Which tensor happens
// to need the next block says little, so that all places are one finding, at the one that costs
// most; the others are counted where that one has less than half of the time.
//
// The caching allocator is off where, of the calls for the GPU's memory in steady steps, frees are
// kUncachedFrees a step and half of the allocations, one in kUncachedTurns is followed by an
// allocation (empty_cache() frees in a row), and there is one allocation for kUncachedLaunches
// launches.
//
//   host    sum of the calls
//   idle    GPU idle time inside the calls
//   saving  replay without the host time of the calls

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/python_frame.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kAllocInLoopId = "alloc-in-loop";

constexpr std::array kAllocInLoopThresholds{
    Threshold{"min_steps", ThresholdUnit::Count, 2,
              "steady steps with such calls that are reported",
              "a single one may be the pool's last growth"},
};

constexpr std::array kAllocInLoopValues{
    DeclaredValue{"title", QuantityKind::Case, false, "a-step all"},
    DeclaredValue{"calls_per_step", QuantityKind::Count},
    DeclaredValue{"memory", QuantityKind::Case, false, "gpu pinned"},
    DeclaredValue{"steps", QuantityKind::Count},
    DeclaredValue{"steady_steps", QuantityKind::Count},
    DeclaredValue{"names", QuantityKind::Rows},
    DeclaredValue{"calls", QuantityKind::Count, true},
    DeclaredValue{"call", QuantityKind::Text, true},
    DeclaredValue{"mean_time", QuantityKind::Nanoseconds},
    DeclaredValue{"places", QuantityKind::Rows, true},
    DeclaredValue{"function", QuantityKind::Text, true},
    DeclaredValue{"place_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"waits", QuantityKind::Case, true, "cuda-free"},
    DeclaredValue{"fix", QuantityKind::Case, false, "pin-once empty-cache uncached frees grows"},
};

constexpr std::size_t kMaxPlaces = 3;
// Each operator allocates its result and frees what it used; a pool that is full frees a few large
// blocks (7 a step of some hundred launches in a recorded case).
constexpr std::uint64_t kUncachedFrees = 8;
constexpr std::uint64_t kUncachedTurns = 4;
constexpr std::uint64_t kUncachedLaunches = 8;

bool textHas(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// The calls of one place.
struct PlaceCalls {
    Duration host{};
    SliceId first;
};

// The calls for one kind of memory.
struct AllocCalls {
    FindingGroup group;
    std::map<std::string_view, std::uint64_t> names;
    std::map<Place, PlaceCalls> places;
    std::set<std::size_t> steps;
    std::vector<TimeRange> ranges;
    std::uint64_t frees = 0;
    std::uint64_t turns = 0;  // frees that an allocation follows
    bool lastFrees = false;
    bool emptiesCache = false;  // some under torch.cuda.empty_cache()
};

class AllocationsInLoop {
public:
    explicit AllocationsInLoop(const DetectorInput& input)
        : m_input(input), m_trace(input.trace), m_steps(input.analysis.steps) {}

    DetectorResult run() {
        if (m_input.analysis.devices.empty()) {
            return {{}, "no GPU activity was recorded"};
        }
        const std::vector<SliceId> all = calls();
        if (all.empty()) {
            return {};  // whatever the steps are
        }
        if (m_steps.steadyCount() == 0) {
            return {{}, "no steps were recognized"};
        }
        if (m_input.analysis.steps.markers.source == StepSource::Kernels) {
            return {{},
                    "steps were recognized by their kernels only, and may be layers of one step"};
        }
        for (const SliceId call : all) {
            if (m_steps.isInSteadyStep(slices().start(call))) {
                add(call);
            }
        }
        DetectorResult result;
        const auto least = static_cast<std::size_t>(m_input.settings.value("min_steps"));
        for (const bool pinned : {false, true}) {
            AllocCalls& calls = m_calls[pinned ? 1 : 0];
            if (!calls.steps.empty() && calls.steps.size() >= least && goesOn(calls)) {
                result.findings.push_back(write(calls, pinned));
            }
        }
        return result;
    }

private:
    const SliceTable& slices() const { return m_trace.slices(); }

    std::vector<SliceId> calls() const {
        const NameClasses& names = m_input.analysis.names;
        std::vector<bool> waits(m_trace.strings().size());
        bool any = false;
        for (std::size_t at = 0; at < waits.size(); ++at) {
            const StringId name(at);
            waits[at] = names.apiCall(name) == ApiCall::Alloc &&
                        !textHas(m_trace.text(name), "Async") &&
                        !textHas(m_trace.text(name), "FromPool");
            any = any || waits[at];
        }
        if (!any) {
            return {};
        }
        return scanSlices(m_trace, [&](SliceId slice) {
            return waits[slices().name(slice).index()] && isApiCall(m_trace.kind(slice)) &&
                   m_input.inRange(slice);
        });
    }

    // Whether a step in the later half of the steady ones still makes such calls.
    bool goesOn(const AllocCalls& calls) const {
        const std::size_t firstSteady = m_steps.count() - m_steps.steadyCount();
        return *calls.steps.rbegin() >= firstSteady + m_steps.steadyCount() / 2;
    }

    void add(SliceId call) {
        bool emptiesCache = false;
        for (SliceId up = slices().parent(call); up.isValid(); up = slices().parent(up)) {
            const HostWork work = m_input.analysis.names.hostWork(slices().name(up));
            if (work == HostWork::Compile || work == HostWork::Profiler) {
                return;
            }
            emptiesCache = emptiesCache || textHas(m_trace.name(up), "empty_cache") ||
                           textHas(m_trace.name(up), "emptyCache");
        }
        const std::string_view name = m_trace.name(call);
        const bool frees =
            textHas(name, "Free") || textHas(name, "Release") || textHas(name, "Unmap");
        AllocCalls& calls = m_calls[textHas(name, "Host") ? 1 : 0];
        const TrackId track = m_trace.trackOf(call);
        const TimeRange range = slices().range(call);
        ++calls.group.count;
        calls.group.evidence.push_back({EvidenceShape::Outline, {}, track, call, range, 0});
        calls.group.edits.push_back({ReplayEdit::Kind::ScaleHost, call, track, range, 0});
        ++calls.names[name];
        calls.frees += frees ? 1U : 0U;
        calls.turns += calls.lastFrees && !frees ? 1U : 0U;
        calls.lastFrees = frees;
        calls.emptiesCache = calls.emptiesCache || emptiesCache;
        calls.steps.insert(*m_steps.stepAt(range.begin));
        calls.ranges.push_back(range);
        PlaceCalls& place = calls.places[m_input.places.placeOf(call)];
        place.host += range.length();
        place.first = place.first.isValid() ? place.first : call;
    }

    Finding write(AllocCalls& calls, bool pinned) const {
        std::vector<std::pair<Place, PlaceCalls>> places(calls.places.begin(), calls.places.end());
        std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
            return a.second.host > b.second.host;
        });
        const std::vector<TimeRange> host = unionOf(std::move(calls.ranges));
        calls.group.host = lengthOf(host);
        calls.group.gpuIdle = idleInside(m_input.analysis, host);
        calls.group.key.place = places.front().first;
        Finding finding = findingOf(kAllocInLoopId, m_input.places, m_steps, calls.group);
        if (finding.where.python.empty()) {
            finding.where.python = frameFromCallStack(m_input, places.front().second.first);
        }
        if (places.front().second.host * 2 < finding.cost.host) {
            finding.where.others = places.size() - 1;
        }
        setValues(calls, places, pinned, finding);
        return finding;
    }

    void setValues(const AllocCalls& calls, const std::vector<std::pair<Place, PlaceCalls>>& places,
                   bool pinned, Finding& finding) const {
        FindingValues& values = finding.values;
        values.set("title", CaseName{finding.perStep > 0 ? "a-step" : "all"});
        values.setCount("calls_per_step", static_cast<std::uint64_t>(finding.perStep));
        values.set("memory", CaseName{pinned ? "pinned" : "gpu"});
        values.setCount("steps", calls.steps.size());
        values.setCount("steady_steps", m_steps.steadyCount());
        ValueRows names;
        for (const auto& [name, count] : calls.names) {
            FindingValues& row = names.emplace_back();
            row.setCount("calls", count);
            row.set("call", std::string(name));
        }
        values.set("names", std::move(names));
        values.set("mean_time", finding.cost.host / static_cast<std::int64_t>(finding.count));
        values.set("places", placeRows(places));
        if (calls.names.contains("cudaFree")) {
            values.set("waits", CaseName{"cuda-free"});
        }
        values.set("fix", CaseName{fixOf(calls, pinned)});
    }

    // The places that take most of the time, by the operator or the function around the calls.
    ValueRows placeRows(const std::vector<std::pair<Place, PlaceCalls>>& places) const {
        ValueRows rows;
        for (std::size_t at = 0; at < places.size() && at < kMaxPlaces; ++at) {
            const Place& place = places[at].first;
            const StringId name = place.op.isValid() ? place.op : place.python;
            if (name.isValid()) {
                FindingValues& row = rows.emplace_back();
                row.set("function", std::string(functionOfFrame(m_trace.text(name))));
                row.set("place_time", places[at].second.host);
            }
        }
        return rows;
    }

    bool isUncached(const AllocCalls& calls) const {
        const std::uint64_t allocations = calls.group.count - calls.frees;
        if (calls.frees < kUncachedFrees * m_steps.steadyCount() || calls.frees * 2 < allocations ||
            calls.turns * kUncachedTurns < calls.frees) {
            return false;
        }
        const std::span<const SliceId> launches = m_input.launches.launches();
        const auto steady = std::count_if(launches.begin(), launches.end(), [&](SliceId launch) {
            return m_steps.isInSteadyStep(slices().start(launch));
        });
        return allocations * kUncachedLaunches >= static_cast<std::uint64_t>(steady);
    }

    std::string_view fixOf(const AllocCalls& calls, bool pinned) const {
        if (pinned) {
            return "pin-once";
        }
        if (calls.emptiesCache) {
            return "empty-cache";
        }
        if (isUncached(calls)) {
            return "uncached";
        }
        return calls.frees > 0 ? "frees" : "grows";
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    StepIndex m_steps;
    std::array<AllocCalls, 2> m_calls;  // of the GPU's memory, of pinned memory
};

DetectorResult detectAllocInLoop(const DetectorInput& input) {
    return AllocationsInLoop(input).run();
}

}  // namespace

const Detector& allocInLoopRule() {
    static const Detector kRule{
        {.id = kAllocInLoopId,
         .name = "Allocation in the loop",
         .question =
             "Which steady steps still request memory from the driver, instead of PyTorch's pool?",
         .thresholds = kAllocInLoopThresholds,
         .values = kAllocInLoopValues,
         .idleClass = IdleClass::Host,
         .idlePhrase = "because of allocation in the loop"},
        detectAllocInLoop};
    return kRule;
}

}  // namespace gaplight
