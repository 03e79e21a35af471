// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/joint_checks.h"

#include <cstddef>

#include <fmt/format.h>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/fleet/late_ranks.h"

namespace gaplight::test {
namespace {

// Sums over ranks: times of strange traces reach over all of 64 bits.
__extension__ using Wide = __int128;

class JointChecks {
public:
    JointChecks(const RankSetAnalysis& set, Problems& problems)
        : m_set(set), m_problems(problems) {}

    void run() {
        for (const RankTotals& totals : m_set.totals) {
            m_recorded += ns(totals.recorded.length());
            m_waits += ns(totals.wait);
        }
        Wide causes = 0;
        for (std::size_t rank = 0; rank < m_set.totals.size(); ++rank) {
            const WaitCauses& meanwhile = m_set.totals[rank].meanwhile;
            causes += Wide{ns(meanwhile.gpu)} + ns(meanwhile.host) + ns(meanwhile.transfer);
            checkRank(rank);
            checkSteps(rank);
        }
        m_problems.expect(causes == m_waits, "causes of waits do not sum to the waits");
        checkCalls();
        checkPipelines();
        for (const LateRank& late : lateRanks(m_set)) {
            expectOthers(late.rank, late.othersWaited, "waits for a late rank of a fleet");
        }
        if (m_set.straggler) {
            expectOthers(m_set.straggler->rank, m_set.straggler->othersWaited, "the straggler");
            m_problems.expect(m_set.straggler->shareOfWindows <= 1, "a straggler's share above 1");
        }
    }

private:
    // 0 <= part <= whole
    void expectPart(Duration part, Duration whole, const char* what, std::size_t rank) {
        m_problems.expect(part >= Duration{} && part <= whole,
                          fmt::format("{}: {} of {}, rank {}", what, ns(part), ns(whole), rank));
    }
    void expectOthers(std::size_t rank, Duration waited, const char* what) {
        const Wide others = m_recorded - ns(m_set.totals[rank].recorded.length());
        m_problems.expect(waited >= Duration{} && ns(waited) <= others,
                          fmt::format("{}: more than others recorded, rank {}", what, rank));
    }

    void checkRank(std::size_t rank) {
        const RankTotals& totals = m_set.totals[rank];
        const Duration recorded = totals.recorded.length();
        expectPart(totals.busy, recorded, "busy of recorded", rank);
        expectPart(totals.compute, totals.busy, "compute of busy", rank);
        expectPart(totals.communication, totals.busy, "communication of busy", rank);
        expectPart(totals.wait, totals.communication, "wait of communication", rank);
        expectPart(totals.exposedWait, totals.wait, "exposed of wait", rank);
        Duration waitedFor{};
        for (const Duration one : totals.waitedFor) {
            waitedFor += one;
        }
        m_problems.expect(waitedFor == totals.wait, "waits by awaited rank do not sum to waits");
        m_problems.expect(totals.waitedFor[rank] == Duration{}, "a rank waits for itself");
        expectOthers(rank, totals.othersWaited, "waits for a late rank");
        Duration meanwhile = totals.meanwhile.gpu;
        meanwhile += totals.meanwhile.host + totals.meanwhile.transfer;
        expectOthers(rank, meanwhile, "what others waited for");
        Time at = Time::min();
        for (const JointWait& wait : m_set.waiting[rank].waits) {
            m_problems.expect(wait.range.begin >= at && wait.range.end > wait.range.begin,
                              "waits overlap, or are not in order");
            at = wait.range.end;
        }
    }

    void checkSteps(std::size_t rank) {
        Time at = Time::min();
        for (const RankStep& step : m_set.totals[rank].steps) {
            expectPart(step.wait, step.range.length(), "wait of a step", rank);
            expectPart(step.busy, step.range.length(), "busy of a step", rank);
            expectPart(step.compute, step.busy, "compute of a step", rank);
            m_problems.expect(step.range.length() == Duration{} || step.range.begin >= at,
                              "steps overlap");
            at = std::max(at, step.range.end);
        }
    }

    void checkCalls() {
        for (const JointCollective& joint : m_set.collectives) {
            for (const RankPart& part : joint.parts) {
                expectPart(part.wait, part.kernel.length(), "wait of a call", part.rank);
                expectPart(part.exposedWait, part.wait, "exposed wait of a call", part.rank);
                expectPart(part.wait, m_set.totals[part.rank].wait, "wait of all", part.rank);
            }
        }
    }

    void checkPipelines() {
        for (const PipelineTimes& pipeline : pipelineTimes(m_set)) {
            for (const StageTimes& stage : pipeline.stages) {
                expectPart(stage.bubble, stage.span, "bubble of a stage", stage.rank);
            }
            m_problems.expect(pipeline.bubbleShare() <= 1, "bubbles above all of the time");
            for (const PipelineStep& step : pipeline.steps) {
                for (std::size_t at = 0; at < step.stages.size(); ++at) {
                    const StageStep& stage = step.stages[at];
                    const std::size_t rank = pipeline.stages[at].rank;
                    expectPart(stage.bubble, stage.range.length(), "bubble of a step", rank);
                    expectPart(stage.compute, stage.range.length(), "compute of a stage", rank);
                    expectPart(stage.entry, m_set.totals[rank].wait, "entry of a stage", rank);
                }
            }
        }
    }

    const RankSetAnalysis& m_set;
    Problems& m_problems;
    Wide m_recorded = 0;
    Wide m_waits = 0;
};

std::string rangeText(TimeRange range) {
    return fmt::format("{}+{}", ns(range.begin), ns(range.length()));
}

std::string rankFigures(const RankSetAnalysis& set, std::size_t rank) {
    const RankTotals& own = set.totals[rank];
    std::string text = fmt::format(
        "rank {} recorded {} busy {} compute {} communication {} kernels {} before {} wait {} "
        "exposed {} last {} late {} lead {} host {} gpu {} others {} meanwhile {} {} {} offset "
        "{}\n",
        set.ranks[rank], ns(own.recorded.length()), ns(own.busy), ns(own.compute),
        ns(own.communication), own.kernels, own.beforeCapture, ns(own.wait), ns(own.exposedWait),
        own.lastIn, own.lateIn, ns(own.lead), ns(own.hostLead), ns(own.gpuLead),
        ns(own.othersWaited), ns(own.meanwhile.gpu), ns(own.meanwhile.host),
        ns(own.meanwhile.transfer), ns(own.endOffset));
    for (std::size_t other = 0; other < own.waitedFor.size(); ++other) {
        text += fmt::format("  for {} {}\n", set.ranks[other], ns(own.waitedFor[other]));
    }
    for (const RankStep& step : own.steps) {
        text += fmt::format("  step {} {} busy {} compute {} wait {} lead {}\n", step.step,
                            rangeText(step.range), ns(step.busy), ns(step.compute), ns(step.wait),
                            ns(step.lead));
    }
    return text;
}

}  // namespace

void checkJointMeasures(const RankSetAnalysis& set, Problems& problems) {
    JointChecks(set, problems).run();
}

std::string jointFigures(const RankSetAnalysis& set) {
    std::string text;
    for (std::size_t rank = 0; rank < set.totals.size(); ++rank) {
        text += rankFigures(set, rank);
    }
    for (const JointCollective& joint : set.collectives) {
        text += fmt::format("{} {} last {} skew {} lead {} transfer {} late {}\n", joint.operation,
                            joint.type, set.ranks[joint.last], ns(joint.skew), ns(joint.lead),
                            ns(joint.transfer), joint.isLate);
        for (const RankPart& part : joint.parts) {
            text += fmt::format("  {} {} wait {} exposed {} bytes {}\n", set.ranks[part.rank],
                                rangeText(part.kernel), ns(part.wait), ns(part.exposedWait),
                                part.bytes);
        }
    }
    for (const PipelineTimes& pipeline : pipelineTimes(set)) {
        for (const StageTimes& stage : pipeline.stages) {
            text += fmt::format("stage {} compute {} span {} bubble {} entry {}\n",
                                set.ranks[stage.rank], ns(stage.compute), ns(stage.span),
                                ns(stage.bubble), ns(stage.entry));
        }
    }
    if (set.straggler) {
        text += fmt::format("straggler {} {} {} {:.6f}\n", set.ranks[set.straggler->rank],
                            lateCauseName(set.straggler->kind), ns(set.straggler->othersWaited),
                            set.straggler->shareOfWindows);
    }
    return text + fmt::format("problems {} unmatched {} spread {}\n", set.problems.size(),
                              set.unmatched, ns(set.endSpread));
}

}  // namespace gaplight::test
