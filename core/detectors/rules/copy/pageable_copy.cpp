// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// pageable-copy
//
//   copies(P) = copies host→GPU or GPU→host whose host end is pageable memory and whose launch
//               is in a step, and copies of results after the steps (anywhere in the range where
//               there are no steps), by place P and direction; without the data that is copied to a
//               GPU once, before its first kernel (core/analysis/startup/first_uploads.h)
//   fires for P where host(P) >= min_share of the capture and, per median steady step (in all where
//   there are no steps),
//     bytes(P) >= min_bytes: a batch, weights, a result
//     or count(P) >= min_copies and bytes(P) / count(P) <= kMaxConstantBytes: constants that are
//     sent to
//        the GPU, again and again
// As many copies of one size each way at one place are the same arrays' round trip: one finding.
//
// Fewer and smaller ones cost what the wait after them costs, and that is host-sync's. So are
// numbers that are read back one by one.
//
//   host    sum over copies: the copy call, and the wait right after it in the same operator
//   idle    GPU idle time inside those calls
//   saving  replay in which the calls do not wait (AsyncCopy, and DropWait for the wait after),
//           unless the host goes on to read what it copied (launchesSoonAfter), and
//           copies of at least PinnedRates::kMinBytes run at the rate of pinned ones: that of
//           others in the trace, else what the GPU's bus is known to give, else unchanged;
//           operators after large copies to a GPU take as long as elsewhere (ColdOperators);
//           of a round trip, an upper bound: no copy but the first one to the GPU and the last one
//           back

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/host/sync_origin.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/rules/copy/cold_operators.h"
#include "core/detectors/rules/copy/pinned_rates.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kPageableCopyId = "pageable-copy";

constexpr std::array kPageableCopyThresholds{
    Threshold{"min_bytes", ThresholdUnit::Count, 1'000'000,
              "bytes a step, copied at one place in one direction, that are reported",
              "at the 8 to 20 GB/s of pageable copies about 100 µs, the gap that the diffusers "
              "profiling guide starts to look at"},
    Threshold{"min_copies", ThresholdUnit::Count, 32,
              "copies of constants to the GPU, a step at one place, that are reported",
              "each makes the host wait some 10 µs: together a third of a millisecond"},
    Threshold{"min_share", ThresholdUnit::Share, percent(1) / 10,
              "host time in the copies of one place, as a share of the capture",
              "less cannot be seen in the time of a step"},
};

constexpr std::array kPageableCopyValues{
    DeclaredValue{"title", QuantityKind::Case, false, "a-step all"},
    DeclaredValue{"copies_per_step", QuantityKind::Count},
    DeclaredValue{"bytes_per_step", QuantityKind::Bytes},
    DeclaredValue{"direction", QuantityKind::Case, false, "from-gpu to-gpu both"},
    DeclaredValue{"note", QuantityKind::Case, false, "from-gpu to-gpu both"},
    DeclaredValue{"bytes", QuantityKind::Bytes},
    DeclaredValue{"mean_bytes", QuantityKind::Bytes},
    DeclaredValue{"rate", QuantityKind::Rate, true},
    DeclaredValue{"call_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"waits", QuantityKind::Case, true, "one several"},
    DeclaredValue{"wait_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"pinned_rate", QuantityKind::Rate, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "ema constants round-trip from-gpu to-gpu"},
    DeclaredValue{"repeated", QuantityKind::Case, true, "same-size"},
    DeclaredValue{"each", QuantityKind::Bytes, true},
    DeclaredValue{"confidence", QuantityKind::Case, true, "no-calls from-gpu to-gpu"},
    DeclaredValue{"assumed", QuantityKind::Case, false, "none measured bus"},
    DeclaredValue{"assumed_rate", QuantityKind::Rate, true},
    DeclaredValue{"bus", QuantityKind::Text, true},
};

// A copy of at most this many bytes is a constant: a few numbers out of a Python list.
constexpr std::int64_t kMaxConstantBytes = 4096;
constexpr std::size_t kPageableCopyMaxFindings = 8;
// So many copies of one size from one place may be the same data.
constexpr std::size_t kMinRepeats = 3;

// The pageable copies at one place in one direction.
struct CopySite {
    bool toHost = false;
    std::int64_t bytes = 0;
    std::int64_t bytesAfter = 0;  // copied after the last step
    Duration copying{};           // on the GPU
    Duration calls{};
    Duration waits{};
    std::uint64_t waitCount = 0;
    std::vector<std::int64_t> stepBytes;  // per step
    std::vector<Time> times;              // of the calls
    std::vector<TimeRange> hostRanges;
    std::int64_t smallest = 0;  // bytes of a copy
    std::int64_t largest = 0;
    std::vector<SliceId> largeUploads;  // the calls of copies that ColdOperators is about
    SliceId firstCall;
    GpuId gpu;
    bool isRoundTrip = false;  // of as many copies of the same one size each way

    std::string_view direction() const {
        return isRoundTrip ? "both" : toHost ? "from-gpu" : "to-gpu";
    }
    // The copies of the same place in the other direction.
    void add(CopySite back);

    bool isConstants() const {
        return !toHost && bytes <= kMaxConstantBytes * static_cast<std::int64_t>(times.size());
    }
    // Median of the steady steps; all bytes where there are none, or no copy is in one.
    std::int64_t bytesPerStep(const StepIndex& steps) const {
        if (steps.steadyCount() == 0 || stepBytes.empty()) {
            return bytes;
        }
        std::vector<std::int64_t> steady;
        for (std::size_t step = 0; step < stepBytes.size(); ++step) {
            if (steps.isSteady(step)) {
                steady.push_back(stepBytes[step]);
            }
        }
        return steady.empty() ? 0 : lowerMedian(steady);
    }
    double countPerStep(const StepIndex& steps) const {
        return steps.steadyCount() == 0 ? static_cast<double>(times.size())
                                        : steps.medianPerStep(times);
    }
};

void CopySite::add(CopySite back) {
    isRoundTrip = true;
    bytes += back.bytes;
    bytesAfter += back.bytesAfter;
    copying += back.copying;
    calls += back.calls;
    waits += back.waits;
    waitCount += back.waitCount;
    stepBytes.resize(std::max(stepBytes.size(), back.stepBytes.size()));
    for (std::size_t step = 0; step < back.stepBytes.size(); ++step) {
        stepBytes[step] += back.stepBytes[step];
    }
    times.insert(times.end(), back.times.begin(), back.times.end());
    std::sort(times.begin(), times.end());
    hostRanges.insert(hostRanges.end(), back.hostRanges.begin(), back.hostRanges.end());
}

std::int64_t bytesOf(const Trace& trace, SliceId copy) {
    const CopyFacts* facts = trace.copyFacts().find(copy);
    return facts == nullptr ? 0 : std::max<std::int64_t>(0, facts->bytes);
}

// The copies between host and GPU of a trace: the pageable ones by place and direction, and the
// rates of the pinned ones.
class CopySites {
public:
    CopySites(const DetectorInput& input, const StepIndex& steps)
        : m_input(input),
          m_trace(input.trace),
          m_kinds(input.trace),
          m_steps(steps),
          m_pinned(input.trace) {
        for (const DeviceAnalysis& device : input.analysis.devices) {
            for (const ActivityId activity : device.byStart) {
                addActivity(activity, device.totals.gpu);
            }
        }
    }

    // Whether there are copies, and none of them has the kind of its host memory.
    bool lacksKinds() const { return m_hostCopies > 0 && m_known == 0; }
    [[nodiscard]] FindingGroups& groups() { return m_groups; }
    const CopySite& of(const FindingGroup& group) const { return m_sites.at(group.key); }
    // Leaves one group of each round trip, that of the copies to the GPU.
    void joinRoundTrips() {
        for (FindingGroup& group : m_groups.all()) {
            CopySite& site = m_sites.at(group.key);
            GroupKey backKey = group.key;
            backKey.variant = 1;
            const auto back = m_sites.find(backKey);
            if (site.toHost || back == m_sites.end() || !isSameData(site, back->second)) {
                continue;
            }
            site.add(std::move(back->second));
            FindingGroup& from = m_groups.at(backKey);
            group.count += from.count;
            group.evidence.insert(group.evidence.end(), from.evidence.begin(), from.evidence.end());
            group.edits.insert(group.edits.end(), from.edits.begin(), from.edits.end());
            from.count = 0;
        }
    }
    // Invalid: not recorded. O(log activities).
    SliceId callOf(SliceId copy) const { return m_input.launches.launchOf(copy); }
    // Whether a copy goes to the host.
    bool isToHost(SliceId copy) const {
        return m_kinds.of(copy).direction == CopyDirection::DeviceToHost;
    }
    const PinnedRates& pinned() const { return m_pinned; }

private:
    const SliceTable& slices() const { return m_trace.slices(); }

    static bool isSameData(const CopySite& to, const CopySite& back) {
        return to.times.size() >= kMinRepeats && back.times.size() == to.times.size() &&
               to.smallest == to.largest && back.smallest == to.largest &&
               back.largest == to.largest;
    }

    void addActivity(ActivityId activity, GpuId gpu) {
        const SliceId copy = m_trace.gpuActivities()[activity.index()].slice;
        if (m_trace.kind(copy) != SliceKind::Memcpy) {
            return;
        }
        const CopyKind kind = m_kinds.of(copy);
        const bool toHost = kind.direction == CopyDirection::DeviceToHost;
        if (!toHost && kind.direction != CopyDirection::HostToDevice) {
            return;
        }
        ++m_hostCopies;
        m_known += kind.host != HostMemory::Unknown ? 1U : 0U;
        if (kind.host == HostMemory::Pinned) {
            m_pinned.note(toHost, bytesOf(m_trace, copy), slices().duration(copy));
        }
        const SliceId call = m_input.launches.launchOf(activity);
        const Time at = slices().start(call.isValid() ? call : copy);
        const bool isInLoop = m_steps.count() == 0 || m_steps.stepAt(at);
        const bool isResult = toHost && !isInLoop && at >= m_steps.host(0).begin;
        if (kind.host == HostMemory::Pageable && (isInLoop || isResult) &&
            !m_input.analysis.firstUse.isUpload(call)) {
            addPageable(copy, call, toHost, gpu);
        }
    }

    void addPageable(SliceId copy, SliceId call, bool toHost, GpuId gpu) {
        const Place place = call.isValid() ? m_input.places.placeOf(call) : Place{};
        const GroupKey key{place, {}, toHost ? 1U : 0U};
        FindingGroup& group = m_groups.at(key);
        CopySite& site = m_sites[key];
        ++group.count;
        group.evidence.push_back(
            {EvidenceShape::Outline, gpu, m_trace.trackOf(copy), copy, slices().range(copy), 0});
        site.toHost = toHost;
        site.gpu = gpu;
        const std::int64_t bytes = bytesOf(m_trace, copy);
        site.smallest = site.times.empty() ? bytes : std::min(site.smallest, bytes);
        site.largest = std::max(site.largest, bytes);
        site.bytes += bytes;
        site.copying += slices().duration(copy);
        const Time at = slices().start(call.isValid() ? call : copy);
        site.times.push_back(at);
        if (const auto step = m_steps.stepAt(at)) {
            site.stepBytes.resize(m_steps.count());
            site.stepBytes[*step] += bytesOf(m_trace, copy);
        } else if (m_steps.count() > 0) {
            site.bytesAfter += bytesOf(m_trace, copy);
        }
        if (call.isValid()) {
            addHost(group, site, call, bytesOf(m_trace, copy));
        }
    }

    void addHost(FindingGroup& group, CopySite& site, SliceId call, std::int64_t bytes) {
        site.firstCall = site.firstCall.isValid() ? site.firstCall : call;
        site.calls += slices().duration(call);
        site.hostRanges.push_back(slices().range(call));
        const bool canGoOn =
            !site.toHost || launchesSoonAfter(m_trace, m_input.launches, call,
                                              std::max(slices().duration(call), kIssuingPause));
        if (!site.toHost && bytes >= ColdOperators::kMinBytes) {
            site.largeUploads.push_back(call);
        }
        if (canGoOn) {
            group.edits.push_back({ReplayEdit::Kind::AsyncCopy, call, m_trace.trackOf(call),
                                   slices().range(call), 0});
        }
        const SliceId wait = waitBehindCopy(m_trace, m_input.analysis.names, call);
        if (wait.isValid()) {
            ++site.waitCount;
            site.waits += slices().duration(wait);
            site.hostRanges.push_back(slices().range(wait));
            if (canGoOn) {
                group.edits.push_back({ReplayEdit::Kind::DropWait, wait, m_trace.trackOf(wait),
                                       slices().range(wait), 0});
            }
        }
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    CopyKinds m_kinds;
    const StepIndex& m_steps;
    FindingGroups m_groups;
    std::map<GroupKey, CopySite> m_sites;
    std::uint64_t m_hostCopies = 0;
    std::uint64_t m_known = 0;
    PinnedRates m_pinned;
};

std::string_view fixOf(const Finding& finding, const CopySite& site) {
    if (finding.where.python.find("diffusers/training_utils.py") != std::string::npos) {
        return "ema";
    }
    if (site.isConstants()) {
        return "constants";
    }
    return site.isRoundTrip ? "round-trip" : site.toHost ? "from-gpu" : "to-gpu";
}

// Adds edits that run copies at the rate of pinned memory.
void addFasterCopies(const Trace& trace, const CopySites& sites, const CopySite& site,
                     FindingGroup& group) {
    for (const Evidence& evidence : group.evidence) {
        const std::int64_t rate = sites.pinned().rate(sites.isToHost(evidence.slice), site.gpu);
        const std::int64_t bytes = bytesOf(trace, evidence.slice);
        if (rate == 0 || bytes < PinnedRates::kMinBytes) {
            continue;
        }
        const double time = static_cast<double>(bytes) * 1000 / static_cast<double>(rate);
        const double factor = time / static_cast<double>(evidence.range.length().count());
        if (factor < 1) {
            group.edits.push_back({ReplayEdit::Kind::ScaleActivity, evidence.slice, evidence.track,
                                   evidence.range, factor});
        }
    }
}

// The edits of arrays that stay on the GPU: no copy but the first one to it and the last one back.
// An upper bound, as the host may change them on the way.
void setNoCopies(const Trace& trace, const CopySites& sites, FindingGroup& group) {
    const auto isBack = [&](const Evidence& copy) { return sites.isToHost(copy.slice); };
    std::ranges::stable_sort(group.evidence, {},
                             [](const Evidence& copy) { return copy.range.begin; });
    const auto first = std::ranges::find_if_not(group.evidence, isBack);
    const auto last = std::find_if(group.evidence.rbegin(), group.evidence.rend(), isBack);
    group.edits.clear();
    for (const Evidence& copy : group.evidence) {
        if (&copy == &*first || &copy == &*last) {
            continue;
        }
        group.edits.push_back(
            {ReplayEdit::Kind::ScaleActivity, copy.slice, copy.track, copy.range, 0});
        if (const SliceId call = sites.callOf(copy.slice); call.isValid()) {
            group.edits.push_back({ReplayEdit::Kind::AsyncCopy, call, trace.trackOf(call),
                                   trace.slices().range(call), 0});
        }
    }
}

// Adds edits that let the operators after large copies take as long as elsewhere.
void addWarmOperators(const Trace& trace, const CopySite& site, FindingGroup& group) {
    std::vector<SliceId> calls = site.largeUploads;
    std::sort(calls.begin(), calls.end());
    const std::vector<ReplayEdit> edits = ColdOperators::warmUp(trace, calls);
    group.edits.insert(group.edits.end(), edits.begin(), edits.end());
}

void setConfidence(const CopySite& site, const PinnedRates& pinned, FindingValues& values) {
    if (!site.firstCall.isValid()) {
        values.set("confidence", CaseName{"no-calls"});
    } else if (!site.isConstants()) {
        const bool isRead = site.toHost || site.isRoundTrip;
        values.set("confidence", CaseName{isRead ? "from-gpu" : "to-gpu"});
    }
    const std::int64_t rate = pinned.rate(site.toHost, site.gpu);
    std::string_view assumed = "none";
    if (rate > 0) {
        assumed = pinned.measured(site.toHost) ? "measured" : "bus";
        values.set("assumed_rate", ByteRate{rate, std::chrono::microseconds(1)});
        values.set("bus", std::string(pinned.busName(site.gpu)));
    }
    values.set("assumed", CaseName{assumed});
}

void setValues(const CopySite& site, const StepIndex& steps, const PinnedRates& pinned,
               Finding& finding) {
    FindingValues& values = finding.values;
    const bool isAfter = site.bytesAfter > site.bytes / 2;
    values.set("title", CaseName{finding.perStep > 0 && !isAfter ? "a-step" : "all"});
    values.setCount("copies_per_step", static_cast<std::uint64_t>(finding.perStep));
    values.set("bytes_per_step", ByteCount{site.bytesPerStep(steps)});
    values.set("direction", CaseName{site.direction()});
    values.set("note", CaseName{site.direction()});
    values.set("bytes", ByteCount{site.bytes});
    values.set("mean_bytes", ByteCount{site.bytes / static_cast<std::int64_t>(finding.count)});
    if (!site.isConstants()) {
        values.set("rate", ByteRate{site.bytes, site.copying});
    }
    if (site.calls > Duration::zero()) {
        values.set("call_time", site.calls);
    }
    if (site.waitCount > 0) {
        values.set("waits", CaseName{site.waitCount == 1 ? "one" : "several"});
        values.set("wait_time", site.waits);
    }
    if (const auto measured = pinned.measured(site.toHost)) {
        values.set("pinned_rate", *measured);
    }
    if (!site.toHost && !site.isConstants() && site.smallest == site.largest &&
        site.times.size() >= kMinRepeats) {
        values.set("repeated", CaseName{"same-size"});
        values.set("each", ByteCount{site.largest});
    }
    values.set("fix", CaseName{fixOf(finding, site)});
    setConfidence(site, pinned, values);
}

bool isReported(const DetectorInput& input, const StepIndex& steps, const CopySite& site,
                Duration host) {
    const bool isLarge =
        std::max(site.bytesPerStep(steps), site.bytesAfter) >= input.settings.value("min_bytes");
    const bool areMany =
        site.isConstants() &&
        site.countPerStep(steps) >= static_cast<double>(input.settings.value("min_copies"));
    const bool costs = !site.firstCall.isValid() ||
                       input.settings.reaches("min_share", host, input.analysis.range.length());
    return (isLarge || areMany) && costs;
}

Finding makeFinding(const DetectorInput& input, const StepIndex& steps, const CopySites& sites,
                    FindingGroup& group) {
    const CopySite& site = sites.of(group);
    const PinnedRates& pinned = sites.pinned();
    if (site.isRoundTrip) {
        setNoCopies(input.trace, sites, group);
    } else if (site.firstCall.isValid()) {
        addFasterCopies(input.trace, sites, site, group);
        addWarmOperators(input.trace, site, group);
    }
    const bool isBound = site.isRoundTrip || pinned.isBound(site.toHost, site.gpu);
    Finding finding = findingOf(kPageableCopyId, input.places, steps, group);
    finding.perStep = steps.medianPerStep(site.times);
    if (finding.where.python.empty() && site.firstCall.isValid()) {
        finding.where.python = frameFromCallStack(input, site.firstCall);
    }
    finding.isBound = isBound;
    setValues(site, steps, pinned, finding);
    return finding;
}

DetectorResult detectPageableCopy(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const StepIndex steps(input.analysis.steps);
    CopySites sites(input, steps);
    if (sites.lacksKinds()) {
        return {{}, "the copies do not say which kind of host memory they use"};
    }
    sites.joinRoundTrips();
    for (FindingGroup& group : sites.groups().all()) {
        const std::vector<TimeRange> host = unionOf(sites.of(group).hostRanges);
        group.host = lengthOf(host);
        group.gpuIdle = idleInside(input.analysis, host);
    }
    sites.groups().sortByCost();
    DetectorResult result;
    for (FindingGroup& group : sites.groups().all()) {
        const CopySite& site = sites.of(group);
        if (group.count > 0 && result.findings.size() < kPageableCopyMaxFindings &&
            isReported(input, steps, site, group.host)) {
            result.findings.push_back(makeFinding(input, steps, sites, group));
        }
    }
    return result;
}

}  // namespace

const Detector& pageableCopyRule() {
    static const Detector kRule{{.id = kPageableCopyId,
                                 .name = "Pageable copy",
                                 .question = "Which copies between host and GPU could not be "
                                             "asynchronous, because the host's memory "
                                             "is pageable?",
                                 .thresholds = kPageableCopyThresholds,
                                 .values = kPageableCopyValues,
                                 .idleClass = IdleClass::Sync,
                                 .idlePhrase = "because of pageable copies"},
                                detectPageableCopy};
    return kRule;
}

}  // namespace gaplight
