// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/origin_search.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace gaplight {
namespace {

constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

}  // namespace

std::vector<OriginTotal> totalsOfOrigins(const Trace& trace, const ReplayOrigins& origins) {
    std::vector<OriginTotal> totals;
    std::map<std::array<std::string_view, kOriginKinds>, std::uint32_t> rowOfText;
    // One more for nodes without a path.
    std::vector<std::uint32_t> rowOfPath(origins.paths.size() + 1, kNoRow);
    for (const NodeOrigin& node : origins.nodes) {
        std::uint32_t& row =
            rowOfPath[node.path.isValid() ? node.path.index() : origins.paths.size()];
        if (row == kNoRow) {
            OriginTotal total;
            for (std::size_t kind = 0; kind < kOriginKinds; ++kind) {
                total.text[kind] =
                    origins.paths.innermostText(node.path, static_cast<OriginKind>(kind));
            }
            const auto [at, isNew] =
                rowOfText.try_emplace(total.text, static_cast<std::uint32_t>(totals.size()));
            if (isNew) {
                totals.push_back(total);
            }
            row = at->second;
        }
        OriginTotal& total = totals[row];
        const Duration time = trace.slices().duration(node.slice);
        if (!total.longest.isValid() || time > trace.slices().duration(total.longest)) {
            total.longest = node.slice;
        }
        ++total.nodes;
        total.time += time;
        total.confidence = std::max(total.confidence, node.confidence);
    }
    std::ranges::stable_sort(
        totals, [](const OriginTotal& a, const OriginTotal& b) { return a.time > b.time; });
    return totals;
}

namespace {

// For each path whether it, or one that it continues, matches.
std::vector<std::uint8_t> matchedPaths(const OriginPaths& paths, const TextPattern& pattern) {
    std::vector<std::uint8_t> matched(paths.size());
    for (std::size_t at = 0; at < matched.size(); ++at) {
        const OriginPathId path(at);
        const OriginPathId parent = paths.step(path).parent;  // comes before it
        const bool isInside = parent.isValid() && matched[parent.index()] != 0;
        matched[at] = isInside || pattern.matches(paths.text(path)) ? 1 : 0;
    }
    return matched;
}

// The first text of a generated kernel that matches; empty if none does.
std::string matchedText(const CompiledKernel& kernel, const TextPattern& pattern) {
    for (const SourceLine& line : kernel.lines) {
        const std::string place = line.file + ":" + std::to_string(line.line);
        if (pattern.matches(place) || pattern.matches(line.code) ||
            pattern.matches(line.function)) {
            return line.code.empty() ? place : place + "  " + line.code;
        }
    }
    for (const auto* texts : {&kernel.operators, &kernel.nodes}) {
        const auto found = std::ranges::find_if(
            *texts, [&](const std::string& text) { return pattern.matches(text); });
        if (found != texts->end()) {
            return *found;
        }
    }
    return {};
}

std::vector<SliceId> searchReplays(const ReplayOrigins& replays, const TextPattern& pattern) {
    const std::vector<std::uint8_t> matched = matchedPaths(replays.paths, pattern);
    std::vector<SliceId> found;
    for (const NodeOrigin& node : replays.nodes) {
        if (node.path.isValid() && matched[node.path.index()] != 0) {
            found.push_back(node.slice);
        }
    }
    return found;
}

std::vector<SliceId> searchKernels(const Provenance& known, const TextPattern& pattern) {
    std::vector<std::uint8_t> matched;
    for (const CompiledKernel& kernel : known.compileLog->kernels) {
        matched.push_back(matchedText(kernel, pattern).empty() ? 0 : 1);
    }
    std::vector<SliceId> found;
    for (const KernelSource& source : known.kernels->kernels) {
        if (matched[source.kernel] != 0) {
            found.push_back(source.slice);
        }
    }
    return found;
}

}  // namespace

std::vector<SliceId> searchOrigins(const Provenance& known, const TextPattern& pattern) {
    std::vector<SliceId> replays;
    std::vector<SliceId> kernels;
    if (known.replays != nullptr) {
        replays = searchReplays(*known.replays, pattern);
    }
    if (known.kernels != nullptr && known.compileLog != nullptr) {
        kernels = searchKernels(known, pattern);
    }
    std::vector<SliceId> found;
    std::ranges::set_union(replays, kernels, std::back_inserter(found));
    return found;
}

std::string foundOrigin(const Provenance& known, SliceId slice, const TextPattern& pattern) {
    if (known.replays != nullptr) {
        const OriginPaths& paths = known.replays->paths;
        const NodeOrigin* node = known.replays->find(slice);
        for (OriginPathId path = node == nullptr ? OriginPathId() : node->path; path.isValid();
             path = paths.step(path).parent) {
            if (pattern.matches(paths.text(path))) {
                return std::string(paths.text(path));
            }
        }
    }
    if (known.kernels != nullptr && known.compileLog != nullptr) {
        if (const KernelSource* source = known.kernels->find(slice)) {
            return matchedText(known.compileLog->kernels[source->kernel], pattern);
        }
    }
    return {};
}

}  // namespace gaplight
