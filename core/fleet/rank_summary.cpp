// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/rank_summary.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "core/analysis/causes/host_hotspots.h"
#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/ranks/joint_measures.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/place.h"
#include "core/base/intervals.h"
#include "core/detectors/engine/finding.h"
#include "core/fleet/dense_ranges.h"
#include "core/ranks/rank_files.h"

namespace gaplight {
namespace {

// Kernels of calls; those of one call as one range, in which it may pause.
std::vector<TimeRange> kernelsOfCalls(const RankRecord& record) {
    std::vector<TimeRange> kernels;
    for (std::size_t at = 0; at < record.kernels.size(); ++at) {
        if (record.calls.calls[at].kernel.isValid()) {
            kernels.push_back(record.kernels[at]);
        }
    }
    return kernels;
}

std::vector<TimeRange> rangesOf(const CoveredRanges& covered) {
    return {covered.ranges().begin(), covered.ranges().end()};
}

// What `more` and the ranges cover.
CoveredRanges withRanges(std::vector<TimeRange> more, const CoveredRanges& covered) {
    more.insert(more.end(), covered.ranges().begin(), covered.ranges().end());
    return unionOfRanges(std::move(more));
}

}  // namespace

std::string_view costKindName(SummarizedCost::Kind kind) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(SummarizedCost::Kind::Count_)>
        kNames{"kernel_group", "kernel", "host_function", "blocking_call"};
    return kNames.at(static_cast<std::size_t>(kind));
}

std::string_view RankSummary::keep(std::string_view text) {
    const auto known = texts->find(text);
    return known != texts->end() ? *known : *texts->emplace(text).first;
}

std::vector<TimeRange> pausesOfCalls(const RankRecord& record) {
    return rangesOutside(rangesOf(unionOfRanges(kernelsOfCalls(record))),
                         rangesOf(record.timeline.communication));
}

void completeTimeline(RankRecord& record, const std::vector<TimeRange>& pauses) {
    RankTimeline& timeline = record.timeline;
    const CoveredRanges calls = withRanges(kernelsOfCalls(record), timeline.withoutCall);
    timeline.communication = CoveredRanges(rangesOutside(rangesOf(calls), pauses));
    timeline.busy = withRanges(rangesOf(timeline.compute), timeline.communication);
}

namespace {

// Per kind of cost, and of findings.
constexpr std::size_t kMaxCosts = 5;
constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMaxTitleBytes = 160;
// Bytes of a summary: 3 KB a step, of which what there is once takes kOtherBytes, a call and a
// range of computing what SQLite needs for a row of them. What calls leave is for ranges.
constexpr std::size_t kStepBytes = 2'950;
constexpr std::size_t kOtherBytes = 9'000;
constexpr std::size_t kCallBytes = 32;
constexpr std::size_t kRangeBytes = 20;
constexpr std::size_t kMinRangesPerStep = 16;
constexpr std::size_t kRangesPerCommunication = 8;  // where they make waits exact
constexpr std::size_t kMinRanges = 256;
constexpr std::size_t kMaxRanges = std::size_t{1} << 17U;
// As the rule host-hotspot has them.
constexpr Duration kMinHotspotGap = std::chrono::microseconds(100);
constexpr Duration kMinHotspotTime = std::chrono::microseconds(500);

// Cut at a character of UTF-8.
std::string shortened(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes) {
        return std::string(text);
    }
    std::size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return std::string(text.substr(0, end)) + "…";
}

std::vector<SummarizedCost> costsOf(
    SummarizedCost::Kind kind,
    const std::map<std::string, std::pair<std::uint64_t, Duration>>& sums) {
    std::vector<SummarizedCost> costs;
    for (const auto& [name, sum] : sums) {
        costs.push_back({kind, name, sum.first, sum.second});
    }
    return costs;
}

class SessionSummary {
public:
    explicit SessionSummary(const Session& session) : m_session(session), m_trace(*session.trace) {}

    RankSummary take(const FileContent& content) {
        describeTrace(content);
        sumDevices();
        addSteps();
        addKernels();
        addHostCosts();
        addFindings();
        addRecord();
        return std::move(m_summary);
    }

private:
    void describeTrace(const FileContent& content) {
        const TraceFacts& facts = m_trace.facts();
        SummarizedTrace& trace = m_summary.trace;
        trace.path = content.path;
        trace.key = content.key;
        trace.ends = content.ends;
        trace.format = facts.format;
        trace.host = shortened(facts.host, kMaxNameBytes);
        trace.gpu =
            facts.devices.empty() ? "" : shortened(facts.devices.front().name, kMaxNameBytes);
        trace.rank = facts.rank ? facts.rank : rankInName(content.path);
        trace.worldSize = facts.worldSize;
        trace.slices = m_trace.slices().size();
        for (const ImportIssue& issue : m_trace.issues().list()) {
            trace.issues += issue.count;
        }
    }

    void sumDevices() {
        SummarizedGpu& gpu = m_summary.gpu;
        for (const DeviceAnalysis& device : m_session.analysis.devices) {
            gpu.window += device.totals.window.length();
            gpu.busy += device.totals.busy;
            gpu.idle += device.totals.idle;
            for (std::size_t at = 0; at < gpu.idleByTrigger.size(); ++at) {
                gpu.idleByTrigger[at] += device.idleByTrigger[at];
            }
            for (std::size_t at = 0; at < gpu.idleByActivity.size(); ++at) {
                gpu.idleByActivity[at] += device.idleByActivity[at];
            }
        }
    }

    TimeRange sinceBegin(TimeRange range) const {
        const Duration begin = m_trace.range().begin.time_since_epoch();
        return {range.begin - begin, range.end - begin};
    }

    void addSteps() {
        const TimeRange whole = m_trace.range();
        for (const StepRow& row : m_session.analysis.steps.rows) {
            const TimeRange host{std::clamp(row.host.begin, whole.begin, whole.end),
                                 std::clamp(row.host.end, whole.begin, whole.end)};
            m_summary.steps.push_back({sinceBegin(host), row.span.length(), row.kernels,
                                       row.launches, row.gpuBusy, row.gpuIdle, row.blockingCalls});
        }
    }

    // The largest of `costs`.
    void addCosts(std::vector<SummarizedCost> costs) {
        std::stable_sort(costs.begin(), costs.end(),
                         [](const SummarizedCost& a, const SummarizedCost& b) {
                             return a.total != b.total ? a.total > b.total : a.name < b.name;
                         });
        for (std::size_t at = 0; at < std::min(costs.size(), kMaxCosts); ++at) {
            costs[at].name = shortened(costs[at].name, kMaxNameBytes);
            m_summary.costs.push_back(std::move(costs[at]));
        }
    }

    void addKernels() {
        std::map<std::string, std::pair<std::uint64_t, Duration>> groups;
        std::map<std::string, std::pair<std::uint64_t, Duration>> names;
        for (const DeviceAnalysis& device : m_session.analysis.devices) {
            for (const KernelTotal& total :
                 kernelTotals(m_trace, device.byStart, m_session.analysis.range)) {
                for (auto* sum : {&groups[std::string(kernelGroupName(total.group))],
                                  &names[shortKernelName(m_trace.text(total.name))]}) {
                    sum->first += total.count;
                    sum->second += total.time;
                }
            }
        }
        addCosts(costsOf(SummarizedCost::Kind::KernelGroup, groups));
        addCosts(costsOf(SummarizedCost::Kind::Kernel, names));
    }

    void addHostCosts() {
        std::vector<SummarizedCost> functions;
        if (!m_session.analysis.devices.empty()) {
            const PlaceFinder places(m_trace, m_session.analysis.annotationSlices);
            for (const HostHotspot& hotspot :
                 hostHotspots(m_trace, m_session.indexes->launches, m_session.analysis, places,
                              HeldUpCalls::find(m_trace, m_session.indexes->launches,
                                                m_session.analysis, places),
                              {kMinHotspotGap, kMinHotspotTime})) {
                std::uint64_t calls = 0;
                for (const HostHotspot::Caller& caller : hotspot.callers) {
                    calls += caller.slices.size();
                }
                functions.push_back({SummarizedCost::Kind::HostFunction,
                                     std::string(m_trace.text(hotspot.function)), calls,
                                     hotspot.inGaps});
            }
        }
        addCosts(std::move(functions));
        std::vector<SummarizedCost> waits;
        for (const BlockingCallTotals& total : m_session.analysis.blockingCallTotals) {
            waits.push_back({SummarizedCost::Kind::BlockingCall,
                             std::string(m_trace.text(total.name)), total.count, total.total});
        }
        addCosts(std::move(waits));
    }

    void addFindings() {
        const auto& findings = m_session.findings.findings;
        for (std::size_t at = 0; at < std::min(findings.size(), kMaxCosts); ++at) {
            const Finding& finding = findings[at];
            m_summary.findings.push_back({std::string(finding.rule),
                                          std::string(severityName(finding.severity)),
                                          shortened(finding.title, kMaxTitleBytes),
                                          finding.cost.saving, finding.cost.gpuIdle});
        }
    }

    void addRecord() {
        const RankTrace rank{m_summary.trace.rank.value_or(0), &m_trace,
                             &m_session.indexes->launches, &m_session.analysis};
        RankRecord record = recordOf(rank);
        const auto entries = stepEntries(record.calls, record.timeline, record.kernels,
                                         record.calls.beforeCaptureEnd);
        record.timeline.approaches =
            approachesOf(record.calls, record.timeline, record.kernels, entries);
        keepTexts(record);
        moveToBegin(record);
        m_summary.compute = denseRanges(record.timeline.compute.ranges(), limitsFor(record),
                                        record.timeline.communication);
        record.timeline.compute = CoveredRanges(partsOf(m_summary.compute));
        m_summary.record = std::move(record);
    }

    [[nodiscard]] static DenseLimits limitsFor(const RankRecord& record) {
        const std::size_t steps = std::max<std::size_t>(record.timeline.steps.size(), 1);
        const std::size_t communications =
            record.calls.calls.size() + record.timeline.withoutCall.ranges().size();
        const std::size_t taken = kOtherBytes + communications * kCallBytes;
        const std::size_t left = steps * kStepBytes > taken ? steps * kStepBytes - taken : 0;
        const auto limited = [](std::size_t count) {
            return std::clamp(count, kMinRanges, kMaxRanges);
        };
        return {limited(std::max(steps * kMinRangesPerStep, left / kRangeBytes)),
                limited(communications * kRangesPerCommunication)};
    }

    void keepTexts(RankRecord& record) {
        record.timeline.annotations.clear();
        for (CommCall& call : record.calls.calls) {
            call.operation = m_summary.keep(call.operation);
            call.type = m_summary.keep(call.type);
        }
        for (Approach& approach : record.timeline.approaches) {
            approach.idleIn = m_summary.keep(approach.idleIn);
        }
    }

    void moveToBegin(RankRecord& record) const {
        const Duration begin = m_trace.range().begin.time_since_epoch();
        AxisClock clock;
        clock.offset = -begin;
        record.timeline.convertTo(clock);
        for (std::size_t at = 0; at < record.kernels.size(); ++at) {
            CommCall& call = record.calls.calls[at];
            call.slice = {};
            call.kernel = call.kernel.isValid() ? SliceId(at) : SliceId{};
            record.kernels[at] =
                call.kernel.isValid() ? clock.toAxis(record.kernels[at]) : TimeRange{};
            call.kernelEnd = record.kernels[at].end;
        }
        record.calls.kernels.clear();
        record.calls.withoutCall.clear();
        if (record.calls.beforeCaptureEnd) {
            record.calls.beforeCaptureEnd = clock.toAxis(*record.calls.beforeCaptureEnd);
        }
        record.clock.range = clock.toAxis(record.clock.range);
        if (record.clock.epoch) {
            *record.clock.epoch += begin;
        }
    }

    const Session& m_session;
    const Trace& m_trace;
    RankSummary m_summary;
};

}  // namespace

Result<RankSummary> summarizeSession(const Session& session, const FileContent& content) {
    if (session.trace->range().length() > kMaxSummarySpan) {
        return fail(ErrorCode::TooLarge,
                    content.path +
                        ": the trace lasts longer than 39 hours, which no summary "
                        "holds; cut it (gaplight cut)");
    }
    RankSummary summary = SessionSummary(session).take(content);
    Duration communication{};
    for (const TimeRange& kernel : summary.record.kernels) {
        communication += kernel.length();
        if (communication > kMaxSummaryCalls) {
            return fail(ErrorCode::TooLarge,
                        content.path +
                            ": its communications last longer than 78 hours together, "
                            "which no summary holds; cut it (gaplight cut)");
        }
    }
    return summary;
}

}  // namespace gaplight
