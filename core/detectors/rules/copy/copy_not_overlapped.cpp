// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// copy-not-overlapped
//
//   exposed(c) = time of a copy between host and GPU in which no kernel runs on that GPU
//   held(c)    = exposed(c), where the host's memory is pageable: the host is held meanwhile
//                else the part of it in which the next kernel had been launched already, less the
//                time that the GPU idles after it for want of launches (ExposedCopy::held): a copy
//                that the GPU has time for costs nothing. None for the first copy at a place,
//                before which no step is to hide it in. Data that is copied to a GPU once, before
//                its first kernel (core/analysis/startup/first_uploads.h), is no such copy
//   fires where sum(held) / window(GPU) >= min_share; findings are places P with
//     held(P) / window(GPU) >= min_share, or the largest one where no place reaches it alone
//
//   severity  Info, as most of it has no price; Warning where copies to the GPU hold it up for
//           min_bound of its window and kernels could hide less than half of them: the copies set
//           its length then, whatever runs beside them, and only fewer bytes shorten it. Not for
//           pageable memory, which is a cause of its own (pageable-copy).
//
// Copies within a GPU and between GPUs are work of the GPU like kernels and do not count.
//
//   idle    none: the GPU copies
//   host    none: what the host waits for is pageable-copy's and host-sync's
//   saving  replay in which a copy takes only the time in which nothing waited for it; for copies
//           to the GPU from memory that is not pageable, where the kernels take long enough to
//           hide them. Fetching a batch ahead on a stream of its own saved 3.01, 1.47 and 4.81 ms
//           on an H200, where this gives 3.09, 1.55 and 6.05 (six copies of 32, 16 and 64 MB).
//           Results that are copied back wait for their kernels: nothing is promised for them.

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "core/analysis/idle/exposed_copies.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kCopyNotOverlappedId = "copy-not-overlapped";

constexpr std::array kCopyNotOverlappedThresholds{
    Threshold{"min_share", ThresholdUnit::Share, percent(1),
              "copies that hold a GPU up without a kernel beside, as a share of its window",
              "below 1 % a finding is an info anyway"},
    Threshold{"min_bound", ThresholdUnit::Share, percent(50),
              "the same of copies to a GPU at least twice as long as its kernels, for a warning",
              "whatever runs beside them, these copies set the window's length"},
};

constexpr std::array kCopyNotOverlappedValues{
    DeclaredValue{"note", QuantityKind::Rows, false, "alone partly"},
    DeclaredValue{"direction", QuantityKind::Case, false, "from to both"},
    DeclaredValue{"held", QuantityKind::Nanoseconds},
    DeclaredValue{"held_share", QuantityKind::Share},
    DeclaredValue{"bytes", QuantityKind::Bytes},
    DeclaredValue{"copied", QuantityKind::Nanoseconds},
    DeclaredValue{"exposed", QuantityKind::Nanoseconds},
    DeclaredValue{"exposed_part", QuantityKind::Case, false, "all part"},
    DeclaredValue{"cost", QuantityKind::Case, false, "pageable launched"},
    DeclaredValue{"all_copies", QuantityKind::Count, true},
    DeclaredValue{"all_copied", QuantityKind::Nanoseconds, true},
    DeclaredValue{"all_exposed", QuantityKind::Nanoseconds, true},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "copy-back pin-and-copy-back earlier fetch pin-and-fetch fewer"},
    DeclaredValue{"results", QuantityKind::Case, true, "copied-back"},
    DeclaredValue{"confidence", QuantityKind::Case, true, "short-kernels known-ahead"},
    DeclaredValue{"kernel_time", QuantityKind::Nanoseconds, true},
};

constexpr std::size_t kCopyNotOverlappedMaxFindings = 4;  // per GPU

struct ExposedSite {
    std::uint64_t toHost = 0;
    std::int64_t bytes = 0;
    Duration copied{};
    Duration exposed{};
    Duration held{};
    Duration pageable{};  // of held
    std::uint64_t ownStream = 0;
    std::vector<Time> times;
    SliceId firstCall;
};

class ExposedCopies {
public:
    explicit ExposedCopies(const DetectorInput& input)
        : m_input(input),
          m_trace(input.trace),
          m_kinds(input.trace),
          m_steps(input.analysis.steps) {}

    DetectorResult run() {
        if (m_input.analysis.devices.empty()) {
            return {{}, "no GPU activity was recorded"};
        }
        DetectorResult result;
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            const bool hasUploads = !m_input.analysis.firstUse.uploads().empty();
            const std::vector<ActivityId> rest =
                hasUploads ? withoutUploads(device.byStart) : std::vector<ActivityId>();
            const CopyExposure exposure =
                copyExposure(m_trace, m_input.launches, m_kinds, hasUploads ? rest : device.byStart,
                             device.gaps);
            if (exposure.kernels > Duration::zero() && !device.graphsUnderRecorded) {
                add(device, exposure, result.findings);
            }
        }
        return result;
    }

private:
    const SliceTable& slices() const { return m_trace.slices(); }

    std::vector<ActivityId> withoutUploads(std::vector<ActivityId> activities) const {
        std::erase_if(activities, [&](ActivityId activity) {
            return m_input.analysis.firstUse.isUpload(m_input.launches.launchOf(activity));
        });
        return activities;
    }

    void add(const DeviceAnalysis& device, const CopyExposure& exposure,
             std::vector<Finding>& findings) {
        m_groups = {};
        m_sites.clear();
        m_seen.clear();
        Duration held{};
        for (const ExposedCopy& copy : exposure.copies) {
            held += addCopy(device.totals.gpu, copy, exposure);
        }
        const Duration window = device.totals.window.length();
        if (held <= Duration::zero() || !m_input.settings.reaches("min_share", held, window)) {
            return;
        }
        std::vector<FindingGroup*> groups;
        for (FindingGroup& group : m_groups.all()) {
            groups.push_back(&group);
        }
        std::stable_sort(groups.begin(), groups.end(),
                         [&](const FindingGroup* a, const FindingGroup* b) {
                             return m_sites[a->key].held > m_sites[b->key].held;
                         });
        for (std::size_t at = 0; at < groups.size() && at < kCopyNotOverlappedMaxFindings; ++at) {
            const ExposedSite& site = m_sites[groups[at]->key];
            if (at == 0 || m_input.settings.reaches("min_share", site.held, window)) {
                findings.push_back(write(*groups[at], site, exposure, window));
            }
        }
    }

    // Adds a copy to its place; returns how long it delays the GPU.
    Duration addCopy(GpuId gpu, const ExposedCopy& copy, const CopyExposure& exposure) {
        const SliceId slice = m_trace.gpuActivities()[copy.activity.index()].slice;
        const SliceId call = m_input.launches.launchOf(copy.activity);
        const GroupKey key{call.isValid() ? m_input.places.placeOf(call) : Place{}, gpu, 0};
        const bool isFirst = m_seen.insert(key).second;
        const bool pageable = copy.kind.host == HostMemory::Pageable;
        const Duration held = pageable ? copy.exposed : (isFirst ? Duration::zero() : copy.held);
        if (held <= Duration::zero()) {
            return held;
        }
        FindingGroup& group = m_groups.at(key);
        ExposedSite& site = m_sites[key];
        const TrackId track = m_trace.trackOf(slice);
        const TimeRange range = slices().range(slice);
        const bool toHost = copy.kind.direction == CopyDirection::DeviceToHost;
        ++group.count;
        group.evidence.push_back({EvidenceShape::Outline, gpu, track, slice, range,
                                  copy.exposed == range.length() ? 0U : 1U});
        const CopyFacts* facts = m_trace.copyFacts().find(slice);
        site.toHost += toHost ? 1U : 0U;
        site.bytes += facts == nullptr ? 0 : std::max<std::int64_t>(0, facts->bytes);
        site.copied += range.length();
        site.exposed += copy.exposed;
        site.held += held;
        site.pageable += pageable ? held : Duration::zero();
        site.ownStream += copy.ownStream ? 1U : 0U;
        site.times.push_back(slices().start(call.isValid() ? call : slice));
        site.firstCall = site.firstCall.isValid() ? site.firstCall : call;
        if (exposure.kernels >= exposure.copied && !pageable && !toHost) {
            const double rest = 1 - static_cast<double>(copy.waited.count()) /
                                        static_cast<double>(range.length().count());
            group.edits.push_back({ReplayEdit::Kind::ScaleActivity, slice, track, range, rest});
        }
        return held;
    }

    Finding write(FindingGroup& group, const ExposedSite& site, const CopyExposure& exposure,
                  Duration window) {
        Finding finding = findingOf(kCopyNotOverlappedId, m_input.places, m_steps, group);
        finding.perStep = m_steps.medianPerStep(site.times);
        if (finding.where.python.empty() && site.firstCall.isValid()) {
            finding.where.python = frameFromCallStack(m_input, site.firstCall);
        }
        setValues(site, exposure, window, finding);
        if (isBound(site, exposure, window)) {
            finding.severity = Severity::Warning;
            finding.values.set("fix", CaseName{"fewer"});
        }
        return finding;
    }

    static bool isMostlyPageable(const ExposedSite& site) { return site.pageable * 2 >= site.held; }

    // Whether the copies, and not what runs beside them, set the length of the window.
    bool isBound(const ExposedSite& site, const CopyExposure& exposure, Duration window) const {
        return exposure.kernels * 2 < exposure.copied && site.toHost == 0 &&
               !isMostlyPageable(site) && m_input.settings.reaches("min_bound", site.held, window);
    }

    static void setValues(const ExposedSite& site, const CopyExposure& exposure, Duration window,
                          Finding& finding) {
        const bool toHost = site.toHost == finding.count;
        FindingValues& values = finding.values;
        values.set("note", caseRows({"alone", "partly"}));
        values.set("direction", CaseName{toHost ? "from" : (site.toHost > 0 ? "both" : "to")});
        values.set("held", site.held);
        values.set("held_share", shareOf(site.held, window));
        values.set("bytes", ByteCount{site.bytes});
        values.set("copied", site.copied);
        values.set("exposed", site.exposed);
        values.set("exposed_part", CaseName{site.exposed == site.copied ? "all" : "part"});
        values.set("cost", CaseName{isMostlyPageable(site) ? "pageable" : "launched"});
        if (exposure.copies.size() > site.times.size()) {
            values.setCount("all_copies", exposure.copies.size());
            values.set("all_copied", exposure.copied);
            values.set("all_exposed", exposure.exposed);
        }
        setFix(site, toHost, values);
        if (exposure.kernels < exposure.copied) {
            values.set("confidence", CaseName{"short-kernels"});
            values.set("kernel_time", exposure.kernels);
        } else if (!finding.edits.empty()) {
            values.set("confidence", CaseName{"known-ahead"});
        }
    }

    static void setFix(const ExposedSite& site, bool toHost, FindingValues& values) {
        const bool isPageable = isMostlyPageable(site);
        if (toHost) {
            values.set("fix", CaseName{isPageable ? "pin-and-copy-back" : "copy-back"});
        } else if (!isPageable && site.ownStream == site.times.size()) {
            values.set("fix", CaseName{"earlier"});
        } else {
            values.set("fix", CaseName{isPageable ? "pin-and-fetch" : "fetch"});
            if (site.toHost > 0) {
                values.set("results", CaseName{"copied-back"});
            }
        }
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    CopyKinds m_kinds;
    StepIndex m_steps;
    FindingGroups m_groups;  // of one GPU
    std::map<GroupKey, ExposedSite> m_sites;
    std::set<GroupKey> m_seen;
};

DetectorResult detectCopyNotOverlapped(const DetectorInput& input) {
    return ExposedCopies(input).run();
}

}  // namespace

const Detector& copyNotOverlappedRule() {
    static const Detector kRule{{.id = kCopyNotOverlappedId,
                                 .name = "Copy not overlapped",
                                 .question = "How long do copies between host and GPU hold a GPU "
                                             "up without any kernel beside them?",
                                 .thresholds = kCopyNotOverlappedThresholds,
                                 .values = kCopyNotOverlappedValues,
                                 .idleClass = IdleClass::Sync},
                                detectCopyNotOverlapped};
    return kRule;
}

}  // namespace gaplight
