// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_cut.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "core/session/trace_cut.h"
#include "tests/support/checks/output_checks.h"
#include "tests/support/checks/session_invariants.h"
#include "tests/support/formats/documents_format.h"

namespace gaplight::test {
namespace {

class CutExercise {
public:
    CutExercise(const Session& session, TimeRange range, Problems& problems)
        : m_session(session), m_range(range), m_problems(problems) {}

    void run() {
        for (const CutForm form : {CutForm::Chrome, CutForm::Pack}) {
            for (const bool clip : {false, true}) {
                std::string bytes;
                const auto totals =
                    cutTrace(m_session, {m_range, clip, {}, form}, [&](std::string_view piece) {
                        bytes += piece;
                        return Result<void>();
                    });
                if (!totals) {
                    // Args that a damaged pack does not give; anything else can be cut.
                    m_problems.expect(totals.error().code == ErrorCode::NotReadable,
                                      "cannot be cut: " + totals.error().message);
                    continue;
                }
                if (form == CutForm::Chrome) {
                    checkJsonSyntax(bytes, "a cut", m_problems);
                }
                checkPart(bytes, clip);
            }
        }
    }

private:
    void checkPart(const std::string& bytes, bool clip) {
        const auto part = openText(bytes);
        if (!m_problems.expect(part.has_value(), "a cut that cannot be opened")) {
            return;
        }
        checkMeasures(**part, m_problems);
        checkFindings(**part, m_problems);
        const Trace& whole = *m_session.trace;
        const ImportIssues& issues = (*part)->trace->issues();
        m_problems.expect(whole.issues().count(IssueKind::MalformedEvent) > 0 ||
                              issues.count(IssueKind::MalformedEvent) == 0,
                          "a cut is damaged");
        m_problems.expect((*part)->trace->slices().size() <= whole.slices().size(),
                          "a cut has more slices");
        if (!clip && !rejectsMore(issues) && !repeatsCorrelations(whole)) {
            compareFigures(**part);
        }
    }

    // Whether two calls of a process have one correlation, which means the first of them: without
    // it, the second.
    [[nodiscard]] static bool repeatsCorrelations(const Trace& trace) {
        std::set<std::tuple<SourceId, ProcessId, std::uint64_t>> seen;
        bool repeats = false;
        trace.correlations().forEach([&](SliceId slice, std::uint64_t number) {
            if (isApiCall(trace.kind(slice))) {
                const TrackId track = trace.trackOf(slice);
                repeats |= !seen.emplace(trace.sourceOf(slice),
                                         trace.tracks()[track.index()].process, number)
                                .second;
            }
        });
        return repeats;
    }

    // Whether the part lacks slices, or has others' times, because what is possible depends on all
    // other times.
    bool rejectsMore(const ImportIssues& issues) const {
        const ImportIssues& ofWhole = m_session.trace->issues();
        constexpr std::array kByOthers{IssueKind::BadTime, IssueKind::ImpossibleDuration,
                                       IssueKind::ZeroTimestamp, IssueKind::OverlongActivity,
                                       IssueKind::ClocksDiffer};
        return std::any_of(kByOthers.begin(), kByOthers.end(), [&](IssueKind kind) {
            return issues.count(kind) > 0 || ofWhole.count(kind) > 0;
        });
    }

    void compareFigures(const Session& part) {
        const auto ofWhole = reassess(m_session, {{}, m_range, {}});
        const auto ofPart = reassess(part, {{}, m_range, {}});
        if (!ofWhole || !ofPart) {
            return;  // nothing of the trace, or of what is left of it, is in the range
        }
        for (const DeviceAnalysis& gpu : (*ofWhole)->analysis.devices) {
            const auto& others = (*ofPart)->analysis.devices;
            const auto same = std::find_if(others.begin(), others.end(), [&](const auto& other) {
                return other.totals.gpu == gpu.totals.gpu;
            });
            if (same == others.end()) {
                m_problems.expect(gpu.totals.busy == Duration{}, "a cut lacks the work of a GPU");
            } else if (same->totals.beforeCapture == 0 && gpu.totals.beforeCapture == 0) {
                // Else the first kernels, whose launches are unknown, count as launched before the
                // capture, which may be others in the part than in the whole trace.
                compareGpu(gpu, *same);
            }
        }
    }

    void compareGpu(const DeviceAnalysis& whole, const DeviceAnalysis& part) {
        const GpuActivityTotals& a = whole.totals;
        const GpuActivityTotals& b = part.totals;
        m_problems.expect(a.window == b.window, "a cut has another window");
        m_problems.expect(a.busy == b.busy && a.idle == b.idle, "a cut has other busy time");
        m_problems.expect(
            a.kernels == b.kernels && a.memcpys == b.memcpys && a.memsets == b.memsets,
            "a cut has other kernels");
        m_problems.expect(whole.idleByTrigger == part.idleByTrigger, "a cut has other triggers");
        m_problems.expect(whole.idleByActivity == part.idleByActivity, "a cut has other fillers");
    }

    const Session& m_session;
    TimeRange m_range;
    Problems& m_problems;
};

}  // namespace

void exerciseCut(const Session& session, TimeRange range, Problems& problems) {
    if (session.trace->sources().size() == 1) {
        CutExercise(session, range, problems).run();
    }
}

}  // namespace gaplight::test
