// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/origin_paths.h"

#include <optional>
#include <utility>

#include "core/analysis/torch/module_call.h"

namespace gaplight {
namespace {

std::optional<OriginKind> originKindOf(const Trace& trace, const PlaceFinder& places,
                                       SliceId slice) {
    const StringId name = trace.slices().name(slice);
    switch (trace.kind(slice)) {
        case SliceKind::UserAnnotation:
            return places.isStepMarker(name) ? std::nullopt : std::optional(OriginKind::Annotation);
        case SliceKind::CpuOp:
            return OriginKind::Operator;
        case SliceKind::PythonFunction:
            return isModuleCall(trace.text(name)) ? std::optional(OriginKind::Module)
                   : places.isUserFrame(name)     ? std::optional(OriginKind::Python)
                                                  : std::nullopt;
        default:
            return std::nullopt;
    }
}

}  // namespace

OriginPathId OriginPaths::extend(OriginPathId path, OriginKind kind, std::string_view text) {
    const OriginTextId id = m_texts.intern(text);
    if (path.isValid() && step(path).kind == kind && step(path).text == id) {
        return path;
    }
    const std::uint64_t place = (static_cast<std::uint64_t>(path.value) << 32U) | id.value;
    std::vector<OriginPathId>& children = m_children[place];
    for (const OriginPathId child : children) {
        if (step(child).kind == kind) {
            return child;
        }
    }
    const unsigned kinds = path.isValid() ? step(path).kinds : 0U;
    m_steps.push_back(
        {kind, id, path, static_cast<std::uint8_t>(kinds | (1U << static_cast<unsigned>(kind)))});
    return children.emplace_back(m_steps.size() - 1);
}

OriginPathId OriginPaths::innermost(OriginPathId path, OriginKind kind) const {
    if (path.isValid() && !step(path).has(kind)) {
        return {};
    }
    while (path.isValid() && step(path).kind != kind) {
        path = step(path).parent;
    }
    return path;
}

std::string_view OriginPaths::innermostText(OriginPathId path, OriginKind kind) const {
    const OriginPathId found = innermost(path, kind);
    return found.isValid() ? text(found) : std::string_view{};
}

OriginPathId addPathOf(const Trace& trace, const PlaceFinder& places, SliceId slice,
                       OriginPaths& paths) {
    std::vector<std::pair<OriginKind, SliceId>> around;
    for (SliceId at = slice; at.isValid(); at = trace.slices().parent(at)) {
        if (const auto kind = originKindOf(trace, places, at)) {
            around.emplace_back(*kind, at);
        }
    }
    OriginPathId path;
    for (auto at = around.rbegin(); at != around.rend(); ++at) {
        path = paths.extend(path, at->first, trace.name(at->second));
    }
    return path;
}

}  // namespace gaplight
