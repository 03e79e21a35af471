// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/trace_cut.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "core/analysis/idle/gaps.h"
#include "core/base/result.h"
#include "core/cut/part_rows.h"
#include "core/pack/write_pack.h"
#include "core/trace/trace_builder.h"

namespace gaplight {
namespace {

// Selects the slices that stay.
class SliceSelection {
public:
    SliceSelection(const Session& session, const CutOptions& options)
        : m_session(session), m_slices(session.trace->slices()), m_options(options) {}

    std::vector<SliceId> take() {
        for (std::size_t at = 0; at < m_slices.size(); ++at) {
            if (touches(m_slices.range(SliceId(at)))) {
                m_kept.emplace_back(at);
            }
        }
        if (!m_options.clip) {
            addLaunches();
            addEdges();
        }
        std::sort(m_kept.begin(), m_kept.end());
        m_kept.erase(std::unique(m_kept.begin(), m_kept.end()), m_kept.end());
        return std::move(m_kept);
    }

private:
    [[nodiscard]] bool touches(TimeRange range) const {
        return range.overlaps(m_options.range) || m_options.range.contains(range.begin);
    }

    // What launched the activities of the range.
    void addLaunches() {
        const Trace& trace = *m_session.trace;
        const LaunchIndex& index = m_session.indexes->launches;
        for (std::size_t at = 0; at < index.launches().size(); ++at) {
            const auto launched = index.activitiesAt(at);
            const bool isNeeded = std::any_of(launched.begin(), launched.end(), [&](ActivityId id) {
                return touches(m_slices.range(trace.gpuActivities()[id.index()].slice));
            });
            if (isNeeded && !touches(m_slices.range(index.launches()[at]))) {
                m_kept.push_back(index.launches()[at]);
            }
        }
    }

    // What decides where a gap that crosses an edge begins and ends, and why each gap was there.
    void addEdges() {
        for (const DeviceAnalysis& device : m_session.analysis.devices) {
            for (const Gap& gap : device.gaps) {
                if (!gap.range().overlaps(m_options.range)) {
                    continue;
                }
                // Also a call that is not why the gap was there: without it, an earlier one would
                // be the last before the launch.
                const SliceId waited =
                    gap.launch.isValid()
                        ? lastBlockingCallBefore(*m_session.trace, m_session.analysis.blockingCalls,
                                                 gap.launch)
                        : SliceId();
                for (const SliceId slice : {gap.activity, gap.launch, gap.blockingCall, waited}) {
                    if (slice.isValid() && !touches(m_slices.range(slice))) {
                        m_kept.push_back(slice);
                    }
                }
                if (gap.begin <= m_options.range.begin) {
                    addLastBefore(gap, device);
                }
            }
        }
    }

    void addLastBefore(const Gap& gap, const DeviceAnalysis& device) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = m_session.trace->gpuActivities()[id.index()].slice;
            if (m_slices.end(slice) == gap.begin && !touches(m_slices.range(slice))) {
                m_kept.push_back(slice);
                // Without its launch it would count as work from before the capture.
                const SliceId launch = m_session.indexes->launches.launchOf(id);
                if (launch.isValid() && !touches(m_slices.range(launch))) {
                    m_kept.push_back(launch);
                }
            }
        }
    }

    const Session& m_session;
    const SliceTable& m_slices;
    const CutOptions& m_options;
    std::vector<SliceId> m_kept;
};

PartRows rowsOf(const Session& session, const CutOptions& options) {
    return {*session.trace, session.indexes->launches,
            TracePart{options.range, options.clip, SliceSelection(session, options).take()}};
}

// But for those that are found again when the part is built.
ImportIssues issuesOfSource(const Trace& trace) {
    ImportIssues issues;
    for (const ImportIssue& issue : trace.issues().list()) {
        if (issue.kind != IssueKind::Overlap) {
            issues.record(issue.kind, issue.firstPosition, issue.example, issue.count);
        }
    }
    return issues;
}

std::shared_ptr<const Trace> built(const PartRows& rows) {
    constexpr std::size_t kRowsAtOnce = std::size_t{1} << 16U;
    const Trace& whole = rows.trace();
    TraceBuilder builder;
    builder.add(rows.tracks());
    for (std::size_t first = 0; first < rows.size(); first += kRowsAtOnce) {
        builder.add(rows.rows(first, std::min(kRowsAtOnce, rows.size() - first)));
    }
    builder.add(rows.counters(rows.range()));
    builder.add(rows.arrowRows(rows.arrows(), 1));
    builder.addIssues(issuesOfSource(whole));
    return builder.finish(whole.facts());
}

Result<void> write(const Session& session, const PartRows& rows, const CutOptions& options,
                   const TraceSink& write) {
    const EventDetails& details = session.details.of(SourceId());
    if (options.form == CutForm::Chrome) {
        return writeJson(rows, details, options.stop, write);
    }
    PackOptions pack;
    pack.stop = options.stop;
    TRY(writePack(*built(rows), details, pack, write));
    return {};
}

}  // namespace

Result<CutTotals> cutTrace(const Session& session, const CutOptions& options,
                           const TraceSink& sink) {
    const Trace& trace = *session.trace;
    if (trace.sources().size() != 1) {
        return fail(ErrorCode::BadArgument, "a trace of several sources cannot be cut");
    }
    const PartRows rows = rowsOf(session, options);
    Result<void> written = write(session, rows, options, sink);
    if (!written) {
        Error error = std::move(written).error();
        if (error.code == ErrorCode::NotReadable) {
            error.message = trace.facts().path + ": " + error.message;
        }
        return tl::unexpected(std::move(error));
    }
    return CutTotals{rows.size(),
                     trace.slices().size() + trace.instants().size() + trace.memoryEvents().size()};
}

std::shared_ptr<const Trace> partOf(const Session& session, const CutOptions& options) {
    return built(rowsOf(session, options));
}

}  // namespace gaplight
