// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/kernel_sources.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kNoKernel = 0xFFFFFFFFU;

// The kernels of a log by name, and by graph and name.
struct LogKernels {
    std::map<std::string_view, std::vector<std::uint32_t>> byName;
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> byGraph;
};

LogKernels indexKernels(const CompileLog& log) {
    LogKernels found;
    for (std::uint32_t at = 0; at < log.kernels.size(); ++at) {
        const CompiledKernel& kernel = log.kernels[at];
        found.byName[kernel.name].push_back(at);
        if (!kernel.graph.empty()) {
            found.byGraph[{kernel.graph, kernel.name}] = at;
        }
    }
    return found;
}

// The texts of a trace that matter, each looked at once.
struct SourceNames {
    std::vector<std::string_view> keyOf;  // of an annotation around a compiled graph
    std::vector<bool> isGenerated;        // a kernel that Inductor generated
};

SourceNames classifyNames(const Trace& trace) {
    SourceNames names;
    names.keyOf.reserve(trace.strings().size());
    names.isGenerated.reserve(trace.strings().size());
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        const std::string_view text = trace.text(StringId(at));
        names.keyOf.push_back(compiledGraphKey(text));
        names.isGenerated.push_back(text.starts_with("triton_"));
    }
    return names;
}

// The key of the compiled graph around a call; empty if there is none.
std::string_view keyAround(const Trace& trace, const SourceNames& names, SliceId call) {
    for (SliceId at = call; at.isValid(); at = trace.slices().parent(at)) {
        const std::string_view key = names.keyOf[trace.slices().name(at).index()];
        if (!key.empty()) {
            return key;
        }
    }
    return {};
}

std::string_view keyOnPath(const OriginPaths& paths, OriginPathId path) {
    for (; path.isValid(); path = paths.step(path).parent) {
        if (paths.step(path).kind == OriginKind::Annotation) {
            const std::string_view key = compiledGraphKey(paths.text(path));
            if (!key.empty()) {
                return key;
            }
        }
    }
    return {};
}

bool isSameSource(const CompiledKernel& a, const CompiledKernel& b) {
    return a.lines == b.lines && a.operators == b.operators;
}

// The kernel of a log by its name alone.
KernelSource byNameAlone(const CompileLog& log, const LogKernels& index, std::string_view name) {
    const auto found = index.byName.find(name);
    if (found == index.byName.end()) {
        return {{}, kNoKernel, false};
    }
    const CompiledKernel& first = log.kernels[found->second.front()];
    const bool isOne = std::ranges::all_of(found->second, [&](std::uint32_t other) {
        return isSameSource(first, log.kernels[other]);
    });
    return {{}, found->second.front(), !isOne};
}

// Whether the trace calls something that the log compiled, beside kernels and graphs.
bool hasCommonRegion(const Trace& trace, const CompileLog& log) {
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        const auto id = regionIdOf(trace.text(StringId(at)));
        if (id && id->isKnown() && log.findFrame({id->frame, id->version}) != nullptr) {
            return true;
        }
    }
    return false;
}

void countGraphs(const Trace& trace, const SourceNames& names, const CompileLog& log,
                 KernelSources& sources) {
    std::set<std::string_view> called;
    for (std::size_t at = 0; at < names.keyOf.size(); ++at) {
        if (!names.keyOf[at].empty()) {
            called.insert(names.keyOf[at]);
        }
    }
    sources.graphs = called.size();
    for (const std::string_view key : called) {
        sources.unknownGraphs += std::ranges::binary_search(log.graphs, key, std::less<>()) ? 0 : 1;
    }
    static_cast<void>(trace);
}

Result<void> checkRun(const Trace& trace, const CompileLog& log, const KernelSources& sources) {
    const bool hasGraphKeys = sources.graphs > 0 && !log.graphs.empty();
    if (hasGraphKeys
            ? sources.unknownGraphs < sources.graphs
            : !sources.kernels.empty() || (sources.generated == 0 && hasCommonRegion(trace, log))) {
        return {};
    }
    if (sources.graphs == 0 && sources.generated == 0) {
        return fail(ErrorCode::BadArgument,
                    "the trace has nothing in common with the log: no compiled graph, no generated "
                    "kernel and no compiled frame; record both in one run");
    }
    return fail(ErrorCode::BadArgument,
                fmt::format("a log of another run: none of the trace's {} is in it; record "
                            "TORCH_TRACE and the trace in one run",
                            hasGraphKeys ? "compiled graphs" : "generated kernels"));
}

}  // namespace

const KernelSource* KernelSources::find(SliceId slice) const {
    const auto found = std::ranges::lower_bound(kernels, slice, {}, &KernelSource::slice);
    return found != kernels.end() && found->slice == slice ? &*found : nullptr;
}

Result<KernelSources> sourcesOfKernels(const Trace& trace, const LaunchIndex& launches,
                                       const CompileLog& log, const ReplayOrigins* origins) {
    KernelSources sources;
    sources.timeOfKernel.resize(log.kernels.size());
    sources.launchesOfKernel.resize(log.kernels.size());
    const SourceNames names = classifyNames(trace);
    const LogKernels index = indexKernels(log);
    countGraphs(trace, names, log, sources);
    for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
        const SliceId slice = trace.gpuActivities()[at].slice;
        const StringId nameId = trace.slices().name(slice);
        if (trace.kind(slice) != SliceKind::Kernel || !names.isGenerated[nameId.index()]) {
            continue;
        }
        const Duration time = trace.slices().duration(slice);
        ++sources.generated;
        sources.generatedTime += time;
        const NodeOrigin* origin = origins == nullptr ? nullptr : origins->find(slice);
        const std::string_view key =
            origin != nullptr ? keyOnPath(origins->paths, origin->path)
                              : keyAround(trace, names, launches.launchOf(ActivityId(at)));
        const std::string_view name = trace.text(nameId);
        const auto exact = index.byGraph.find({key, name});
        KernelSource source =
            exact != index.byGraph.end() ? KernelSource{{}, exact->second, false}
            : !key.empty() && std::ranges::binary_search(log.graphs, key, std::less<>())
                ? KernelSource{{}, kNoKernel, false}
                : byNameAlone(log, index, name);
        if (source.kernel == kNoKernel) {
            continue;
        }
        source.slice = slice;
        sources.kernels.push_back(source);
        sources.ambiguous += source.isAmbiguous ? 1 : 0;
        sources.foundTime += time;
        sources.timeOfKernel[source.kernel] += time;
        ++sources.launchesOfKernel[source.kernel];
    }
    TRY(checkRun(trace, log, sources));
    std::ranges::sort(sources.kernels, {}, &KernelSource::slice);
    return sources;
}

}  // namespace gaplight
