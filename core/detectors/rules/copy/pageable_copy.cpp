// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// pageable-copy
//
//   copies(P) = copies host→GPU or GPU→host whose host end is pageable memory and whose launch
//               lies in a step (anywhere in the range where there are no steps), by place P and
//               direction
//   fires for P where host(P) >= min_share of the window and, per median steady step (in all where
//   there are no steps),
//     bytes(P) >= min_bytes: a batch, weights, a result
//     or count(P) >= min_copies and bytes(P) / count(P) <= kConstant: constants that are sent to
//        the GPU, again and again
//
// Fewer and smaller ones cost what the wait after them costs, and that is host-sync's. So are
// numbers that are read back one by one.
//
//   host    sum over copies: the copy call, and the wait right after it in the same operator
//   idle    GPU idle time inside those calls
//   saving  replay in which the calls do not wait (AsyncCopy, and DropWait for the wait after), and
//           copies of at least PinnedRates::kLeastBytes run at the rate of pinned ones: that of
//           others in the trace, else what the GPU's bus is known to give, else unchanged

#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/causes/idle_overlap.h"
#include "core/analysis/gpu/copy_kind.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/rules/copy/pinned_rates.h"
#include "core/detectors/texts/host_finding.h"
#include "core/detectors/texts/quantities.h"

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
              "host time in the copies of one place, as a share of the window",
              "less cannot be seen in the time of a step"},
};

// A copy of at most this many bytes is a constant: a few numbers out of a Python list.
constexpr std::int64_t kConstant = 4096;
constexpr std::size_t kPageableCopyMostFindings = 8;

struct CopySite {
    bool toHost = false;
    std::int64_t bytes = 0;
    Duration copying{};  // on the GPU
    Duration calls{};
    Duration waits{};
    std::uint64_t waitCount = 0;
    std::vector<std::int64_t> stepBytes;  // per step
    std::vector<Time> times;              // of the calls
    std::vector<TimeRange> hostRanges;
    SliceId firstCall;
    GpuId gpu;
};

class PageableCopies {
public:
    explicit PageableCopies(const DetectorInput& input)
        : m_input(input),
          m_trace(input.trace),
          m_kinds(input.trace),
          m_steps(input.analysis.steps),
          m_pinned(input.trace) {}

    DetectorResult run() {
        if (m_input.analysis.devices.empty()) {
            return {{}, "no GPU activity was recorded"};
        }
        for (const DeviceAnalysis& device : m_input.analysis.devices) {
            for (const ActivityId activity : device.byStart) {
                look(activity, device.totals.gpu);
            }
        }
        if (m_hostCopies > 0 && m_known == 0) {
            return {{}, "the copies do not say which kind of host memory they use"};
        }
        return {findings(), {}};
    }

private:
    [[nodiscard]] const SliceTable& slices() const { return m_trace.slices(); }

    void look(ActivityId activity, GpuId gpu) {
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
            m_pinned.note(toHost, bytesOf(copy), slices().duration(copy));
        }
        const SliceId call = m_input.launches.launchOf(activity);
        const Time at = slices().start(call.isValid() ? call : copy);
        if (kind.host == HostMemory::Pageable && (m_steps.count() == 0 || m_steps.stepAt(at))) {
            add(copy, call, toHost, gpu);
        }
    }

    [[nodiscard]] std::int64_t bytesOf(SliceId copy) const {
        const CopyFacts* facts = m_trace.copyFacts().find(copy);
        return facts == nullptr ? 0 : std::max<std::int64_t>(0, facts->bytes);
    }

    // Copies as fast as they were with pinned memory, once all rates are known.
    void addFasterCopies(FindingGroup& group, const CopySite& site) const {
        const std::int64_t rate = m_pinned.rate(site.toHost, site.gpu);
        for (const Evidence& evidence : group.evidence) {
            const std::int64_t bytes = bytesOf(evidence.slice);
            if (rate == 0 || bytes < PinnedRates::kLeastBytes) {
                continue;
            }
            const double pinned = static_cast<double>(bytes) * 1000 / static_cast<double>(rate);
            const double factor = pinned / static_cast<double>(evidence.range.length().count());
            if (factor < 1) {
                group.edits.push_back({ReplayEdit::Kind::ScaleActivity, evidence.slice,
                                       evidence.track, evidence.range, factor});
            }
        }
    }

    void add(SliceId copy, SliceId call, bool toHost, GpuId gpu) {
        const Place place = call.isValid() ? m_input.places.placeOf(call) : Place{};
        const GroupKey key{place, {}, toHost ? 1U : 0U};
        FindingGroup& group = m_groups.at(key);
        CopySite& site = m_sites[key];
        ++group.count;
        group.evidence.push_back(
            {EvidenceMark::Outline, gpu, m_trace.trackOf(copy), copy, slices().range(copy), 0});
        site.toHost = toHost;
        site.gpu = gpu;
        site.bytes += bytesOf(copy);
        site.copying += slices().duration(copy);
        const Time at = slices().start(call.isValid() ? call : copy);
        site.times.push_back(at);
        if (const auto step = m_steps.stepAt(at)) {
            site.stepBytes.resize(m_steps.count());
            site.stepBytes[*step] += bytesOf(copy);
        }
        if (call.isValid()) {
            addHost(group, site, call);
        }
    }

    void addHost(FindingGroup& group, CopySite& site, SliceId call) {
        site.firstCall = site.firstCall.isValid() ? site.firstCall : call;
        site.calls += slices().duration(call);
        site.hostRanges.push_back(slices().range(call));
        group.edits.push_back(
            {ReplayEdit::Kind::AsyncCopy, call, m_trace.trackOf(call), slices().range(call), 0});
        const SliceId wait = waitBehindCopy(m_trace, m_input.analysis.names, call);
        if (wait.isValid()) {
            ++site.waitCount;
            site.waits += slices().duration(wait);
            site.hostRanges.push_back(slices().range(wait));
            group.edits.push_back(
                {ReplayEdit::Kind::DropWait, wait, m_trace.trackOf(wait), slices().range(wait), 0});
        }
    }

    [[nodiscard]] std::int64_t bytesPerStep(const CopySite& site) const {
        if (m_steps.steadyCount() == 0) {
            return site.bytes;
        }
        std::vector<std::int64_t> steady;
        for (std::size_t step = 0; step < site.stepBytes.size(); ++step) {
            if (m_steps.isSteady(step)) {
                steady.push_back(site.stepBytes[step]);
            }
        }
        return steady.empty() ? 0 : lowerMedian(steady);
    }

    [[nodiscard]] double countPerStep(const CopySite& site) const {
        return m_steps.steadyCount() == 0 ? static_cast<double>(site.times.size())
                                          : m_steps.medianPerStep(site.times);
    }

    [[nodiscard]] static bool isConstants(const CopySite& site) {
        return !site.toHost &&
               site.bytes <= kConstant * static_cast<std::int64_t>(site.times.size());
    }

    std::vector<Finding> findings() {
        for (FindingGroup& group : m_groups.all()) {
            const std::vector<TimeRange> host = unionOf(m_sites[group.key].hostRanges);
            group.host = lengthOf(host);
            group.gpuIdle = idleInside(m_input.analysis, host);
        }
        m_groups.sortByCost();
        std::vector<Finding> findings;
        for (FindingGroup& group : m_groups.all()) {
            const CopySite& site = m_sites[group.key];
            const bool large = bytesPerStep(site) >= m_input.settings.value("min_bytes");
            const bool many =
                isConstants(site) &&
                countPerStep(site) >= static_cast<double>(m_input.settings.value("min_copies"));
            const bool matters =
                !site.firstCall.isValid() ||
                m_input.settings.reaches("min_share", group.host, m_input.analysis.range.length());
            if ((large || many) && matters && findings.size() < kPageableCopyMostFindings) {
                if (site.firstCall.isValid()) {
                    addFasterCopies(group, site);
                }
                findings.push_back(write(group, site));
            }
        }
        return findings;
    }

    Finding write(FindingGroup& group, const CopySite& site) {
        Finding finding = findingOf(kPageableCopyId, m_trace, m_steps, group);
        finding.perStep = m_steps.medianPerStep(site.times);
        if (finding.where.python.empty() && site.firstCall.isValid()) {
            finding.where.python = frameFromCallStack(m_input, site.firstCall);
        }
        const bool perStep = finding.perStep > 0;
        const std::string way = site.toHost ? "from the GPU to" : "to the GPU from";
        finding.title = fmt::format(
            "{}{} {} pageable host memory: {}{}{}",
            amountText(perStep ? static_cast<std::uint64_t>(finding.perStep) : finding.count,
                       "copy", "copies"),
            perStep ? " a step" : "", way, sizeText(perStep ? bytesPerStep(site) : site.bytes),
            perStep ? " a step" : "",
            isConstants(site) ? "" : " at " + rateText(site.bytes, site.copying));
        finding.why = whyText(finding, site);
        finding.fix = fixText(finding, site);
        finding.confidence = confidenceText(site);
        finding.notes = {fmt::format("pageable copy {} the GPU", site.toHost ? "from" : "to")};
        return finding;
    }

    [[nodiscard]] std::string whyText(const Finding& finding, const CopySite& site) const {
        std::string why =
            fmt::format("{} moved {}{}, {} each on average. ",
                        amountText(finding.count, "copy", "copies"), sizeText(site.bytes),
                        isConstants(site) ? "" : " at " + rateText(site.bytes, site.copying),
                        sizeText(site.bytes / static_cast<std::int64_t>(finding.count)));
        why +=
            "Pageable memory cannot be copied asynchronously: the driver moves it through a "
            "pinned buffer of its own";
        if (site.calls > Duration::zero()) {
            why += fmt::format(", so the host was held for {} in the copy calls",
                               durationText(site.calls));
        }
        if (site.waitCount > 0) {
            why += fmt::format(" and for {} in the {} right after them", durationText(site.waits),
                               site.waitCount == 1 ? "wait" : "waits");
        }
        why +=
            fmt::format(". The GPU was idle for {} of that.", durationText(finding.cost.gpuIdle));
        const std::string pinned = m_pinned.measuredText(site.toHost);
        why += pinned.empty() ? "" : " " + pinned;
        return why;
    }

    [[nodiscard]] static std::string fixText(const Finding& finding, const CopySite& site) {
        const std::string& python = finding.where.python;
        if (python.find("diffusers/training_utils.py") != std::string::npos) {
            return "Call `ema_model.pin_memory()` once, and move the EMA weights with "
                   "`ema_model.to(device, non_blocking=True)`.";
        }
        if (isConstants(site)) {
            return "Make these small tensors on the GPU (`torch.full`, `torch.arange` with "
                   "`device=`), or make each once, before the loop, and keep it there. Pinning "
                   "does not help with a few bytes.";
        }
        if (site.toHost) {
            return "Copy into a pinned buffer that is kept: `buffer = torch.empty_like(x, "
                   "device=\"cpu\", pin_memory=True)` once, then `buffer.copy_(x, "
                   "non_blocking=True)`, and wait for a `torch.cuda.Event` only where the values "
                   "are read.";
        }
        return "Pin the source, and copy with `non_blocking=True`: `DataLoader(..., "
               "pin_memory=True)` for batches, `tensor.pin_memory()` once for what is copied "
               "again and again. Both are needed: without pinned memory `non_blocking=True` "
               "changes nothing here.";
    }

    [[nodiscard]] std::string confidenceText(const CopySite& site) const {
        if (!site.firstCall.isValid()) {
            return "The calls that made these copies were not recorded, so their place and what "
                   "they cost the host are not known.";
        }
        std::string text = isConstants(site) ? "" : m_pinned.assumedText(site.toHost, site.gpu);
        if (site.toHost) {
            text += text.empty() ? "The saving holds" : " It holds";
            text += " if the host does not need the values at once.";
        }
        return text;
    }

    const DetectorInput& m_input;
    const Trace& m_trace;
    CopyKinds m_kinds;
    StepIndex m_steps;
    FindingGroups m_groups;
    std::map<GroupKey, CopySite> m_sites;
    std::uint64_t m_hostCopies = 0;
    std::uint64_t m_known = 0;
    PinnedRates m_pinned;
};

DetectorResult detectPageableCopy(const DetectorInput& input) {
    return PageableCopies(input).run();
}

}  // namespace

const Detector& pageableCopyRule() {
    static const Detector kRule{
        kPageableCopyId, "Pageable copy",
        "Which copies between host and GPU could not be asynchronous, because the host's memory "
        "is pageable?",
        kPageableCopyThresholds, detectPageableCopy};
    return kRule;
}

}  // namespace gaplight
