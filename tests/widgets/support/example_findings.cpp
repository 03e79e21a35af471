// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/support/example_findings.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace gaplight::ui {
namespace {

using std::chrono::microseconds;

Finding idle(const Session& session) {
    Finding finding;
    finding.rule = "gpu-idle";
    finding.severity = Severity::Critical;
    finding.title = "GPU idle while `_set_context` walks 1,024 modules";
    finding.savingText = "80.0\u2009µs (5.2\u2009%) to gain";
    finding.why = "before each forward the host is in `named_modules` <b>for</b> most of the gap";
    finding.fix = "set the context once, before the loop: `pipe.transformer.set_context()`";
    finding.cost.gpuIdle = microseconds(90);
    finding.cost.host = microseconds(120);
    finding.cost.saving = microseconds(80);
    finding.cost.savingShare = 0.052;
    finding.where = {"forward", "", "pipe.py(12): _set_context", GpuId(SourceId(), 0)};
    finding.notes = {"host: named_modules"};
    for (const Gap& gap : session.analysis.devices.front().gaps) {
        finding.evidence.push_back(
            {EvidenceShape::Gap, GpuId(SourceId(), 0), {}, gap.activity, gap.range(), 0});
    }
    finding.count = finding.evidence.size();
    finding.perStep = 1;
    return finding;
}

Finding onSlices(const Session& session, std::string_view rule, std::string_view name,
                 EvidenceShape shape) {
    Finding finding;
    finding.rule = rule;
    const Trace& trace = *session.trace;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        const SliceId slice(at);
        if (trace.name(slice) == name) {
            finding.evidence.push_back(
                {shape, {}, trace.trackOf(slice), slice, trace.slices().range(slice), 0});
        }
    }
    std::stable_sort(
        finding.evidence.begin(), finding.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
    finding.count = finding.evidence.size();
    finding.notes = {std::string(name)};
    finding.where.op = name;
    return finding;
}

FindingSet exampleSet(const Session& session, int gpus) {
    FindingSet set;
    set.findings.push_back(idle(session));
    Finding sync = onSlices(session, "host-sync", "cudaStreamSynchronize", EvidenceShape::Sync);
    sync.severity = Severity::Warning;
    sync.title = "a wait for the stream in each step, all of it to gain";
    sync.savingText = "20.0\u2009µs (1.3\u2009%) to gain";
    sync.why = "the host waits until the queue has run dry";
    sync.fix = "keep the value on the GPU";
    sync.confidence = "no stacks were recorded";
    sync.cost.saving = microseconds(20);
    sync.cost.savingShare = 0.013;
    set.findings.push_back(std::move(sync));
    Finding tiny = onSlices(session, "tiny-kernels", "cudaLaunchKernel", EvidenceShape::Outline);
    tiny.title = "many small kernels";
    tiny.why = "more than half of the launches are for kernels below 10 µs";
    tiny.fix = "fuse them: `torch.compile`";
    set.findings.push_back(std::move(tiny));
    for (int gpu = 1; gpu < gpus; ++gpu) {
        Finding copy = set.findings.front();
        copy.where.gpu = GpuId(SourceId(), gpu);
        copy.severity = Severity::Info;
        copy.partOf = 0;
        copy.evidence.resize(1);
        set.findings.push_back(std::move(copy));
    }
    set.notApplicable = {{"memory-growth", "no memory events were recorded"},
                         {"comm-exposed", "no collectives"}};
    set.combinedSaving = microseconds(90);
    set.replay = {microseconds(1500), microseconds(1510), microseconds(1500), 0.007, true, {}};
    set.checklist =
        checklist(*session.trace, session.indexes->launches, session.analysis, set.findings);
    set.checklist[1] = {ChecklistQuestion::HostBlocking, ChecklistStatus::Unhealthy,
                        "3 waits a step", "healthy: none", std::size_t{1}};
    return set;
}

}  // namespace

TraceOpener exampleFindingsOpener(int gpus) {
    return [gpus](const std::string& path,
                  const OpenOptions& options) -> Result<std::shared_ptr<const Session>> {
        auto opened = openSession(path, options);
        if (!opened) {
            return opened;
        }
        auto changed = std::make_shared<Session>(**opened);
        changed->findings = exampleSet(*changed, gpus);
        return changed;
    };
}

}  // namespace gaplight::ui
