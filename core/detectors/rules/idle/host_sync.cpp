// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// waits = blocking calls that neither the profiler nor a compiler made and behind which something
//         is still launched, by (annotation, user frame, what made the call: SyncSource)
// fires where, of one group,
//         waits in a median steady step of several >= per_step
//      or idle time it exposes (waitExposures) >= min_exposed of the window
//      or time it waits >= min_wait of the window
// edits = each wait dropped, with the host work that exists only to make it (`aten::item`, the
//         frames of torch.cuda.synchronize; without frames, SyncStatements)
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/host/sync_site.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/replay/sync_statement.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/duration_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/texts/host_finding.h"
#include "core/detectors/texts/kernel_finding.h"
#include "core/detectors/texts/sync_cures.h"

namespace gaplight {
namespace {

constexpr std::array kHostSyncThresholds{
    Threshold{"per_step", ThresholdUnit::Count, 1,
              "waits of one place in a median steady step from which on it is reported",
              "diffusers profiling guide: rare or absent is healthy, every step is not"},
    Threshold{"min_exposed", ThresholdUnit::Share, percent(1) / 10,
              "share of the window that the GPU is idle behind the waits of one place",
              "below this a fix cannot be told from noise between runs"},
    Threshold{"min_wait", ThresholdUnit::Share, percent(1),
              "share of the window that the host waits at one place",
              "a wait this long is seen in any trace, and people ask what it costs"},
};

// Places that one list of findings names. Beyond them nothing is worth reading.
constexpr std::size_t kHostSyncMaxFindings = 8;

// What a group of waits has in common beyond its FindingGroup.
struct Waits {
    Duration total{};
    SliceId longest;
    std::uint64_t fromScalars = 0;  // torch.tensor() calls that read elements
    std::uint32_t cure = 0;
    std::vector<Time> starts;
};

class HostSync {
public:
    explicit HostSync(const DetectorInput& input)
        : m_input(input),
          m_steps(input.analysis.steps),
          m_sites(input.trace, input.launches, input.analysis.names),
          m_statements(input.trace),
          m_exposures(waitExposures(input.trace, input.analysis, m_steps)),
          m_window(measuredWindow(input.analysis).length()) {}

    std::vector<Finding> run() {
        const Time lastLaunch = lastLaunchStart();
        for (std::size_t at = 0; at < m_exposures.size(); ++at) {
            const BlockingCall& call = m_input.analysis.blockingCalls[at];
            if (!call.byProfiler && m_input.trace.slices().start(call.slice) < lastLaunch) {
                add(call, m_exposures[at]);
            }
        }
        m_groups.sortByCost();
        std::vector<FindingGroup*> reported;
        for (FindingGroup& group : m_groups.all()) {
            if (reported.size() < kHostSyncMaxFindings && isWorthIt(group, m_waits[group.key])) {
                reported.push_back(&group);
                ++m_reportedIn[group.key.place.annotation];
            }
        }
        std::vector<Finding> findings;
        for (FindingGroup* group : reported) {
            findings.push_back(finding(*group, m_waits[group->key]));
        }
        return findings;
    }

private:
    // A wait behind which nothing is launched any more delays nothing.
    [[nodiscard]] Time lastLaunchStart() const {
        Time last = Time::min();
        for (const SliceId launch : m_input.launches.launches()) {
            last = std::max(last, m_input.trace.slices().start(launch));
        }
        return last;
    }

    // The same cure under several names is one: nonzero() and item() of one search.
    [[nodiscard]] static std::uint32_t familyOf(std::uint32_t cure) {
        const auto cures = syncCures();
        const auto same = std::find_if(cures.begin(), cures.end(), [&](const SyncCure& other) {
            return other.fix == cures[cure].fix || other.label == cures[cure].label;
        });
        return static_cast<std::uint32_t>(same - cures.begin());
    }

    void add(const BlockingCall& call, const WaitExposure& exposure) {
        const SyncSite site = m_sites.siteOf(call.slice);
        if (site.whileCompiling) {
            return;
        }
        const Trace& trace = m_input.trace;
        const SliceTable& slices = trace.slices();
        GroupKey key;
        key.place = m_input.places.placeOf(call.slice);
        const std::uint32_t cure =
            syncCureOf(site.source, functionOfFrame(trace.text(key.place.python)),
                       trace.text(key.place.annotation), trace.text(key.place.op));
        key.place.op = {};
        key.variant = familyOf(cure);

        FindingGroup& group = m_groups.at(key);
        Waits& waits = m_waits[key];
        const bool isLongest = !waits.longest.isValid() ||
                               slices.duration(call.slice) > slices.duration(waits.longest);
        if (isLongest) {
            waits.longest = call.slice;
            waits.cure = cure;
        }
        waits.total += slices.duration(call.slice);
        waits.starts.push_back(slices.start(call.slice));
        waits.fromScalars += site.source == SyncSource::ScalarsToTensor ? 1U : 0U;
        ++group.count;
        group.gpuIdle += exposure.idle;
        group.host += slices.duration(site.whole);
        group.evidence.push_back(
            {EvidenceMark::Sync, {}, call.track, call.slice, slices.range(call.slice), 0});
        for (const GapRef& ref : exposure.gaps) {
            const DeviceAnalysis& device = m_input.analysis.devices[ref.device];
            group.evidence.push_back(gapEvidence(trace, device, device.gaps[ref.gap], 1));
        }
        addEdits(call, site, group);
    }

    void addEdits(const BlockingCall& call, const SyncSite& site, FindingGroup& group) {
        group.edits.push_back({ReplayEdit::Kind::DropWait, call.slice, call.track, {}, 0});
        if (site.whole != call.slice) {
            group.edits.push_back({ReplayEdit::Kind::ScaleHost,
                                   {},
                                   call.track,
                                   m_input.trace.slices().range(site.whole),
                                   0});
        } else if (site.source == SyncSource::Synchronize) {
            if (const auto statement = m_statements.without(call.slice)) {
                group.edits.push_back(*statement);
            }
        }
    }

    [[nodiscard]] bool isWorthIt(const FindingGroup& group, const Waits& waits) const {
        // One step shows nothing that repeats.
        const auto perStep = m_steps.count() < 2
                                 ? 0
                                 : static_cast<std::int64_t>(m_steps.medianPerStep(waits.starts));
        const bool isOften = perStep > 0 && perStep >= m_input.settings.value("per_step");
        return (isOften && !syncCures()[waits.cure].isHarmless) ||
               m_input.settings.reaches("min_exposed", group.gpuIdle, m_window) ||
               m_input.settings.reaches("min_wait", waits.total, m_window);
    }

    Finding finding(FindingGroup& group, const Waits& waits) {
        const Trace& trace = m_input.trace;
        const SyncCure& cure = syncCures()[waits.cure];
        Finding found = findingOf("host-sync", trace, m_steps, group);
        found.perStep = m_steps.medianPerStep(waits.starts);
        found.where.op = trace.text(m_input.places.placeOf(waits.longest).op);
        if (found.where.python.empty()) {
            found.where.python = frameFromCallStack(m_input, waits.longest);
        }
        found.notes = {std::string(trace.name(waits.longest)) + ": " + withoutMarks(cure.label),
                       "after the host waited"};
        found.title =
            fmt::format("{} in {} ({}): {} of waiting, {} of GPU idle time exposed",
                        countOf(found.count, "sync", "syncs"), placeWords(found.where), cure.label,
                        durationText(waits.total), durationText(found.cost.gpuIdle));
        found.why = whyText(found, waits) + othersText(group.key, waits);
        found.fix = fixText(found, waits, cure);
        found.confidence = confidenceText(found);
        return found;
    }

    [[nodiscard]] std::string whyText(const Finding& found, const Waits& waits) const {
        const Trace& trace = m_input.trace;
        const Duration longest = trace.slices().duration(waits.longest);
        std::string why = fmt::format(
            "`{}`{} waits for the GPU {}{}", trace.name(waits.longest),
            found.where.op.empty() ? "" : " under `" + found.where.op + "`",
            countOf(found.count, "time", "times"),
            found.count > 1 ? fmt::format(", at longest {}", durationText(longest)) : "");
        if (found.perStep >= 1) {
            why += fmt::format(", {:g} a step", found.perStep);
        }
        if (found.cost.gpuIdle == Duration::zero()) {
            return why +
                   ". The GPU had work all the while: a long wait shows how much was queued, "
                   "not what it costs.";
        }
        if (found.cost.gpuIdle * 2 < waits.total) {
            return why + fmt::format(
                             ". The GPU worked through all but {} of these {}: a long wait shows "
                             "how much was queued, not what it costs. What it costs is the idle "
                             "time that follows, because nothing is queued behind it.",
                             durationText(found.cost.gpuIdle), durationText(waits.total));
        }
        return why + fmt::format(
                         ". Of the {} it takes, the GPU is idle {}: nothing is queued "
                         "while the host waits and comes back.",
                         durationText(waits.total), durationText(found.cost.gpuIdle));
    }

    // What is queued has to be waited for somewhere, as long as there is another wait.
    [[nodiscard]] std::string othersText(const GroupKey& key, const Waits& waits) const {
        const StringId annotation = key.place.annotation;
        const auto at = m_reportedIn.find(annotation);
        const bool isLong = m_input.settings.reaches("min_wait", waits.total, m_window);
        if (!annotation.isValid() || !isLong || at == m_reportedIn.end() || at->second < 2) {
            return {};
        }
        return fmt::format(
            " Without this one, the next sync of `{}` would wait instead: fix all of them "
            "together.",
            m_input.trace.text(annotation));
    }

    [[nodiscard]] std::string fixText(const Finding& found, const Waits& waits,
                                      const SyncCure& cure) const {
        const bool isList =
            cure.source == SyncSource::ListToTensor || cure.source == SyncSource::ScalarsToTensor;
        if (!isList || waits.fromScalars == 0) {
            return std::string(cure.fix);
        }
        const std::uint32_t scalars = syncCureOf(SyncSource::ScalarsToTensor, {}, {}, {});
        return std::string(syncCures()[scalars].fix) +
               fmt::format(
                   " {} of the {} calls here read{} the elements of other tensors; those "
                   "that lie on the CPU have to move to the GPU once, before the loop, or "
                   "`stack` only moves the copy.",
                   waits.fromScalars, found.count, waits.fromScalars == 1 ? "s" : "");
    }

    [[nodiscard]] std::string confidenceText(const Finding& found) const {
        std::string text;
        if (found.where.python.empty()) {
            text = "No Python stacks were recorded here, so the line is not known.";
        }
        if (m_steps.count() == 0) {
            text += text.empty() ? "" : " ";
            text += "No loop was recognised, so it is not known how often a step waits.";
        }
        return text;
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
    SyncSites m_sites;
    SyncStatements m_statements;
    std::vector<WaitExposure> m_exposures;
    Duration m_window;
    FindingGroups m_groups;
    std::map<GroupKey, Waits> m_waits;
    std::map<StringId, std::size_t> m_reportedIn;  // findings per annotation
};

DetectorResult detectHostSync(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    return {HostSync(input).run(), {}};
}

}  // namespace

const Detector& hostSyncRule() {
    static const Detector kRule{
        "host-sync", "Host sync",
        "Does the host wait for the GPU inside the loop, and what in the program makes it wait?",
        kHostSyncThresholds, detectHostSync};
    return kRule;
}

}  // namespace gaplight
