// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// conversions(GPU) = time of the kernels and copies on the GPU that change the dtype or the layout
//                    of numbers, or duplicate them (ConversionSort below)
// fires where conversions >= busy_share of the GPU's busy time and >= min_time: one finding for
// each sort of conversion with >= sort_share of it. The edit removes the kernels.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/kernel_finding.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

// Work of the GPU that changes the dtype, the layout or the place of numbers.
enum class Conversion : std::uint8_t {
    Cast,         // to another dtype
    Contiguous,   // the same dtype, elements in another order
    CudnnLayout,  // NCHW to NHWC and back, around a convolution
    Dequantize,
    Duplicate,  // the same elements in the same order again
    Count_,
};
constexpr std::size_t kConversions = static_cast<std::size_t>(Conversion::Count_);

// Finds conversions by kernel name and by the op that launched them.
//
// Not conversions: copies to and from the host and between GPUs; concatenation and stacking, which
// make something new; copies that an optimizer or aten::_foreach_copy_ makes, which is its work;
// conversions that a Triton kernel makes beside its arithmetic.
class ConversionFinder {
public:
    // O(texts of the few op names looked up).
    explicit ConversionFinder(const DetectorInput& input);

    // Empty where an activity is none. O(length of a name seen for the first time + depth).
    [[nodiscard]] std::optional<Conversion> of(ActivityId activity);

    // The label of a conversion: the outermost converting op around a launch and,
    // if there is one, the op around that: "`aten::contiguous` in `aten::rms_norm`".
    std::string labelOf(SliceId launch) const;
    // The outermost converting op around a launch, else the innermost op; may be invalid.
    SliceId opOf(SliceId launch) const;

private:
    enum class Candidate : std::uint8_t { NotLookedUp, None, ByOp, Cast, Layout, Dequantize };

    bool converts(StringId op) const;
    [[nodiscard]] Candidate candidateOf(StringId name);
    std::optional<Conversion> byOp(SliceId launch, Candidate candidate) const;

    const DetectorInput* m_input;
    std::vector<Candidate> m_candidates;  // per text
    std::vector<StringId> m_castOps;
    std::vector<StringId> m_orderOps;
    std::vector<StringId> m_copyOps;
    std::vector<StringId> m_notConversions;
};

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

constexpr std::string_view kCastCopyChurnId = "cast-copy-churn";

constexpr std::array kCastCopyChurnThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(10),
              "of the GPU's busy time, taken by conversions of all sorts together",
              "diffusers' eager Flux, whose casts are needed, has 7 to 8 %; ResNets in NCHW 16 to "
              "21 %"},
    Threshold{"sort_share", ThresholdUnit::Share, percent(2),
              "of the GPU's busy time, from which on one sort of conversion is reported",
              "a fifth of the limit for all"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

constexpr auto kCastCopyChurnValues = joinValues(
    kKernelValues, std::array{
                       DeclaredValue{"conversion", QuantityKind::Case, false,
                                     "cast contiguous cudnn-layout dequantize duplicate"},
                       DeclaredValue{"fix", QuantityKind::Case, false,
                                     "cast contiguous cudnn-layout dequantize duplicate"},
                       DeclaredValue{"busy", QuantityKind::Nanoseconds},
                       DeclaredValue{"all_share", QuantityKind::Share},
                       DeclaredValue{"place", QuantityKind::Text, true},
                       DeclaredValue{"fused_share", QuantityKind::Share, true},
                   });

// One sort of conversion on one GPU.
struct Churn : ReportedKernels {
    Conversion sort = Conversion::Cast;
    Duration allTime{};  // of conversions of all sorts
    ValueRows ops;
    SliceId op;  // where most of the time comes from; may be invalid
};

std::string_view caseOf(Conversion sort) {
    constexpr std::array<std::string_view, kConversions> kNames{
        "cast", "contiguous", "cudnn-layout", "dequantize", "duplicate"};
    return kNames[static_cast<std::size_t>(sort)];
}

// Time of generated kernels whose names list conversions among what they fuse.
Duration fusedConversions(const DetectorInput& input, const DeviceAnalysis& device) {
    Duration time{};
    for (const KernelTotal& total :
         kernelTotals(input.trace, device.byStart, input.analysis.range)) {
        const std::string_view name = input.trace.text(total.name);
        if (total.group == KernelGroup::Triton &&
            (name.find("_to_copy") != std::string_view::npos ||
             name.find("clone") != std::string_view::npos)) {
            time += total.time;
        }
    }
    return time;
}

// The launch at the place that most of the time comes from; invalid where none is known.
SliceId longestLaunch(const DetectorInput& input, std::span<const SliceId> kernels) {
    const std::vector<KernelPlace> places = placesOf(input, kernels);
    return places.empty() ? SliceId{} : input.launches.launchOf(places.front().first);
}

void describeChurn(const GpuInput& gpu, const Churn& churn, Finding& finding) {
    const Duration busy = gpu.device.totals.busy;
    finding.where.op = churn.op.isValid() ? gpu.input.trace.name(churn.op) : "";
    FindingValues& values = finding.values;
    values.set("conversion", CaseName{caseOf(churn.sort)});
    values.set("fix", CaseName{caseOf(churn.sort)});
    values.set("busy", busy);
    values.set("all_share", shareOf(churn.allTime, busy));
    values.set("ops", churn.ops);
    if (!finding.where.annotation.empty() || !finding.where.python.empty()) {
        values.set("place", placeText(finding.where));
    }
    const Duration fused = fusedConversions(gpu.input, gpu.device);
    if (fused > Duration::zero()) {
        values.set("fused_share", shareOf(fused, busy));
    }
}

std::vector<Churn> findConversions(const GpuInput& gpu) {
    const DetectorInput& input = gpu.input;
    ConversionFinder finder(input);
    std::vector<Churn> churns(kConversions);
    Duration all{};
    for (const ActivityId id : gpu.activities) {
        const auto sort = finder.of(id);
        if (!sort) {
            continue;
        }
        const SliceId slice = input.trace.gpuActivities()[id.index()].slice;
        Churn& churn = churns[static_cast<std::size_t>(*sort)];
        churn.sort = *sort;
        churn.slices.push_back(slice);
        const Duration time = timeInside(input.trace, slice, input.analysis.range);
        churn.time += time;
        all += time;
    }
    if (!gpu.isLong(all)) {
        return {};
    }
    sortByTime(churns);
    std::erase_if(churns, [&](const Churn& churn) {
        return !input.settings.reaches("sort_share", churn.time, gpu.device.totals.busy);
    });
    for (Churn& churn : churns) {
        churn.edits = scaledActivities(churn.slices, 0);
        churn.allTime = all;
        churn.ops = launchedBy(input, churn.slices, 4,
                               [&](SliceId launch) { return finder.labelOf(launch); });
        churn.op = finder.opOf(longestLaunch(input, churn.slices));
    }
    return churns;
}

DetectorResult detectCastCopyChurn(const DetectorInput& input) {
    return runKernelRule<Churn>(
        {kCastCopyChurnId, "no GPU activity was recorded", [](const GpuInput&) { return true; },
         findConversions, describeChurn},
        input);
}

}  // namespace

const Detector& castCopyChurnRule() {
    static const Detector kRule{
        {.id = kCastCopyChurnId,
         .name = "Casts and copies",
         .question =
             "How much of the GPU's time goes into changing dtypes and layouts, or copying?",
         .thresholds = kCastCopyChurnThresholds,
         .values = kCastCopyChurnValues,
         .idleClass = IdleClass::Launch},
        detectCastCopyChurn};
    return kRule;
}

}  // namespace gaplight
