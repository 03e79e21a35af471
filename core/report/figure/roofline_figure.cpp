// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/roofline_figure.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/analysis/torch/kernel_name.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/run_names.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/inter_text_measure.h"
#include "core/scene/kernels/roofline_scene.h"

namespace gaplight {
namespace {

constexpr float kHeadHeight = 46;
constexpr float kHeadMargin = 16;
constexpr std::uint16_t kDegreesPerGroup = 360 / kKernelGroups;

const GpuRoofline* chosenGpu(const SessionEfficiency& kernels, std::optional<std::int32_t> device) {
    const GpuRoofline* chosen = nullptr;
    for (const GpuRoofline& gpu : kernels.measured.gpus) {
        const bool isWanted = !device || *device == gpu.gpu.device;
        const bool isLonger = chosen == nullptr || gpu.covered > chosen->covered;
        chosen = isWanted && isLonger && gpu.covered > Duration::zero() ? &gpu : chosen;
    }
    return chosen;
}

std::vector<RooflinePoint> pointsOf(const Trace& trace, const SessionEfficiency& kernels,
                                    GpuId gpu) {
    std::vector<RooflinePoint> points;
    for (const EfficiencyRow& row : kernels.tables.kernels) {
        const auto used = row.sums.efficiency();
        if (row.gpu == gpu && used) {
            points.push_back({shortKernelName(trace.text(row.name)) + " " +
                                  percentText(*used, PercentForm::Estimate),
                              row.sums.flopsPerSecond(), row.sums.bytesPerSecond(),
                              row.sums.covered,
                              ColorRef::hue(static_cast<std::uint16_t>(
                                  static_cast<std::uint16_t>(row.group) * kDegreesPerGroup))});
        }
    }
    return points;
}

// The ceilings of the types that the GPU's kernels multiply.
std::vector<RooflineCeiling> ceilingsOf(const SessionEfficiency& kernels, const GpuRoofline& gpu) {
    std::vector<RooflineCeiling> ceilings;
    for (const ClassEfficiency& one : kernels.measured.classes) {
        if (one.isModelWrong || one.work.neededFlops == 0 ||
            kernels.measured.calls(one).gpu != gpu.gpu) {
            continue;
        }
        const bool isTf32 =
            one.work.type == ElementType::Float32 && one.usesTensorCores && gpu.peaks.tf32 > 0;
        std::string label(isTf32 ? "tf32" : elementTypeName(one.work.type));
        const auto known = std::find_if(ceilings.begin(), ceilings.end(),
                                        [&](const auto& other) { return other.label == label; });
        if (known == ceilings.end()) {
            ceilings.push_back(
                {std::move(label), gpu.peaks.flopsOf(one.work.type, one.usesTensorCores)});
        }
    }
    if (ceilings.empty()) {
        ceilings.push_back({"fp32", gpu.peaks.fp32});
    }
    return ceilings;
}

void addHeadLine(DisplayList& list, const TextMeasure& measure, std::string_view text, float y,
                 TextStyle style, Role color) {
    TextItem item;
    item.x = kHeadMargin;
    item.baselineY = y;
    item.style = style;
    item.color = color;
    item.layer = Layer::Chrome;
    addElidedText(list, measure, text, list.width - 2 * kHeadMargin, item);
}

Result<Figure> rooflineFigure(const Session& session, const SessionEfficiency& kernels,
                              std::optional<std::int32_t> device, RooflineFigureSize size,
                              const std::string& title, const TextMeasure& measure) {
    const GpuRoofline* gpu = chosenGpu(kernels, device);
    if (gpu == nullptr) {
        return fail(ErrorCode::BadArgument,
                    "no kernel's work is known: record with record_shapes=True");
    }
    const Trace& trace = *session.trace;
    const std::vector<RooflinePoint> points = pointsOf(trace, kernels, gpu->gpu);
    const std::vector<RooflineCeiling> ceilings = ceilingsOf(kernels, *gpu);
    DisplayList plot;
    std::vector<RooflineMark> marks;
    buildRoofline(
        {points, ceilings, gpu->peaks.bytes, size.width, std::max(size.height - kHeadHeight, 1.0F)},
        measure, plot, marks);
    Figure figure;
    figure.list.clear(size.width, size.height);
    figure.list.rects.push_back({{0, 0, size.width, size.height}, Role::Background});
    addHeadLine(figure.list, measure, title.empty() ? runFileName(trace.facts().path) : title, 20,
                TextStyle::Title, Role::Text);
    addHeadLine(figure.list, measure,
                trace.gpuLabel(gpu->gpu) + (gpu->name.empty() ? "" : " · " + gpu->name) +
                    ": kernels by FLOPs per byte; area by time, " +
                    percentText(gpu->covered, gpu->kernels) + " of kernel time" +
                    (gpu->isFromTrace ? "; lines are the best kernels of the trace" : ""),
                37, TextStyle::Label, Role::SecondaryText);
    figure.list.append(plot, 0, kHeadHeight);
    figure.tracks.push_back(
        {"roofline of " + trace.gpuLabel(gpu->gpu), {0, kHeadHeight, plot.width, plot.height}});
    return figure;
}

}  // namespace

FigurePlan rooflineFigurePlan(std::shared_ptr<const Session> session,
                              std::shared_ptr<const SessionEfficiency> kernels,
                              std::optional<std::int32_t> device, RooflineFigureSize size,
                              std::string title) {
    FigurePlan plan;
    plan.title = title.empty() ? runFileName(session->trace->facts().path) : title;
    plan.source = "roofline of " + runFileName(session->trace->facts().path);
    plan.build = [session = std::move(session), kernels = std::move(kernels), device, size,
                  title = std::move(title)](const TextMeasure& measure) {
        return rooflineFigure(*session, *kernels, device, size, title, measure);
    };
    return plan;
}

std::string rooflineSvg(const Session& session, const SessionEfficiency& kernels,
                        std::optional<std::int32_t> device, const Theme& theme) {
    const InterTextMeasure measure;
    const Result<Figure> figure = rooflineFigure(session, kernels, device, {}, {}, measure);
    SvgOptions options;
    options.idPrefix = "roofline";
    options.variables = true;
    options.title = "kernels under the ceilings of the GPU";
    return figure ? svgText(*figure, theme, options) : std::string{};
}

}  // namespace gaplight
