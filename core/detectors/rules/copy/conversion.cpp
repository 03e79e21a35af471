// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/copy/conversion.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/detectors/shared/kernel_finding.h"

namespace gaplight {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> kCastOps{"aten::to", "aten::_to_copy", "aten::type_as"};
constexpr std::array<std::string_view, 5> kOrderOps{"aten::contiguous", "aten::clone",
                                                    "aten::reshape", "aten::repeat_interleave",
                                                    "aten::_reshape_copy"};
// What copies in the end; anything else around a copying kernel is an op that makes something.
constexpr std::array<std::string_view, 2> kCopyOps{"aten::copy_", "aten::_to_copy"};
constexpr std::array<std::string_view, 2> kNotConversions{"aten::_foreach_copy_",
                                                          "aten::lift_fresh"};

std::vector<StringId> idsOf(const Trace& trace, Names names) {
    std::vector<StringId> ids;
    for (const std::string_view name : names) {
        if (const auto id = trace.findText(name)) {
            ids.push_back(*id);
        }
    }
    return ids;
}

bool isAny(StringId id, const std::vector<StringId>& ids) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool nameHas(std::string_view name, std::string_view part) {
    return name.find(part) != std::string_view::npos;
}

}  // namespace

ConversionFinder::ConversionFinder(const DetectorInput& input)
    : m_input(&input),
      m_candidates(input.trace.strings().size(), Candidate::NotLookedUp),
      m_castOps(idsOf(input.trace, kCastOps)),
      m_orderOps(idsOf(input.trace, kOrderOps)),
      m_copyOps(idsOf(input.trace, kCopyOps)),
      m_notConversions(idsOf(input.trace, kNotConversions)) {}

ConversionFinder::Candidate ConversionFinder::candidateOf(StringId name) {
    Candidate& candidate = m_candidates[name.index()];
    if (candidate != Candidate::NotLookedUp) {
        return candidate;
    }
    const std::string_view text = m_input->trace.text(name);
    candidate = Candidate::None;
    if (nameHas(text, "Memcpy")) {
        candidate = nameHas(text, "DtoD") ? Candidate::ByOp : Candidate::None;
    } else if (kernelGroupOf(text) != KernelGroup::Copy || nameHas(text, "CatArray")) {
        candidate = Candidate::None;
    } else if (isLayoutTranspose(text)) {
        candidate = Candidate::Layout;
    } else if (nameHas(text, "equant") || nameHas(text, "rowwise_to_float")) {
        candidate = Candidate::Dequantize;
    } else {
        // ATen casts in a copy that loads or stores with a conversion, or in one for the pair of
        // types (bfloat16tofloat32_copy_kernel_cuda, float16_copy_kernel_cuda).
        const bool casts = nameHas(text, "LoadWithCast") || nameHas(text, "StoreWithCast") ||
                           nameHas(text, "float16_copy_kernel") ||
                           nameHas(text, "tofloat32_copy_kernel");
        candidate = casts ? Candidate::Cast : Candidate::ByOp;
    }
    return candidate;
}

// Walks outwards from the copying op: through the ops that were called for the copy's sake.
std::optional<Conversion> ConversionFinder::byOp(SliceId launch, Candidate candidate) const {
    const Trace& trace = m_input->trace;
    std::optional<Conversion> found;
    bool isInCopy = false;
    for (SliceId at = launch; at.isValid(); at = trace.slices().parent(at)) {
        const StringId name = trace.slices().name(at);
        const SliceKind kind = trace.kind(at);
        if (isAny(name, m_notConversions) ||
            (kind == SliceKind::UserAnnotation && isOptimizerCall(trace.text(name)))) {
            return std::nullopt;
        }
        if (kind != SliceKind::CpuOp) {
            continue;
        }
        if (!isInCopy && !isAny(name, m_copyOps)) {
            return std::nullopt;
        }
        isInCopy = true;
        if (!found && isAny(name, m_castOps)) {
            found = Conversion::Cast;
        } else if (!found && isAny(name, m_orderOps)) {
            found = Conversion::Contiguous;
        }
    }
    if (candidate == Candidate::Cast) {
        return Conversion::Cast;
    }
    if (!isInCopy) {
        return std::nullopt;
    }
    return found.value_or(Conversion::Duplicate);
}

std::optional<Conversion> ConversionFinder::of(ActivityId activity) {
    const SliceId slice = m_input->trace.gpuActivities()[activity.index()].slice;
    const Candidate candidate = candidateOf(m_input->trace.slices().name(slice));
    switch (candidate) {
        case Candidate::Layout:
            return Conversion::CudnnLayout;
        case Candidate::Dequantize:
            return Conversion::Dequantize;
        case Candidate::ByOp:
        case Candidate::Cast:
            return byOp(m_input->launches.launchOf(activity), candidate);
        default:
            return std::nullopt;
    }
}

bool ConversionFinder::converts(StringId op) const {
    return isAny(op, m_castOps) || isAny(op, m_orderOps) || isAny(op, m_copyOps);
}

SliceId ConversionFinder::opOf(SliceId launch) const {
    const Trace& trace = m_input->trace;
    SliceId op = opAround(trace, launch);
    for (SliceId at = op; at.isValid(); at = opAround(trace, trace.slices().parent(at))) {
        if (!converts(trace.slices().name(at))) {
            break;
        }
        op = at;
    }
    return op;
}

std::string ConversionFinder::labelOf(SliceId launch) const {
    const Trace& trace = m_input->trace;
    const SliceId op = opOf(launch);
    if (!op.isValid()) {
        return {};
    }
    const SliceId around = opAround(trace, trace.slices().parent(op));
    const std::string label = fmt::format("`{}`", trace.name(op));
    return converts(trace.slices().name(op)) && around.isValid()
               ? fmt::format("{} in `{}`", label, trace.name(around))
               : label;
}

}  // namespace gaplight
