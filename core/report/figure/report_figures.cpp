// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/report_figures.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/report/facts/report_subject.h"
#include "core/report/figure/session_figure.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/text_measure.h"
#include "core/session/efficiency_of.h"

namespace gaplight {
namespace {

constexpr float kHeadHeight = 46;
constexpr float kHeadMargin = 16;

const GpuRoofline* chosenGpu(const SessionEfficiency& kernels, std::optional<std::int32_t> device) {
    for (const GpuRoofline* gpu : rooflineGpus(kernels)) {
        if (!device || *device == gpu->gpu.device) {
            return gpu;
        }
    }
    return nullptr;
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

std::string whyNoWorkIsKnown(const Session& session) {
    const Trace& trace = *session.trace;
    const bool isWithoutArgs = trace.issues().count(IssueKind::ArgsLeftOut) > 0;
    return trace.facts().path + ": no kernel's work is known: " +
           (isWithoutArgs ? "it follows from args, which this pack was written without; draw it of "
                            "the trace itself"
            : session.analysis.names.usesTorch()
                ? "this trace has no shapes of operators; record one with record_shapes=True"
                : "it follows from the shapes of PyTorch's operators, and no name of this trace is "
                  "PyTorch's");
}

Result<Figure> rooflineFigure(const Session& session, const SessionEfficiency& kernels,
                              std::optional<std::int32_t> device, RooflineFigureSize size,
                              const std::string& title, const std::vector<std::string>& provenance,
                              const TextMeasure& measure) {
    const GpuRoofline* gpu = chosenGpu(kernels, device);
    if (gpu == nullptr) {
        return fail(ErrorCode::NotReadable, whyNoWorkIsKnown(session));
    }
    const Trace& trace = *session.trace;
    const RooflinePlot shown = rooflineOf(trace, kernels, *gpu);
    RooflineInput input{shown.points, shown.ceilings, shown.bytesPerSecond, size.width, 0, {}, {}};
    const DisplayList foot = figureFoot(provenance, size.width, measure);
    input.height = std::max(size.height - kHeadHeight - foot.height, 1.0F);
    DisplayList plot;
    std::vector<KernelMark> marks;
    buildRoofline(input, measure, plot, marks);
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
    figure.list.append(foot, 0, size.height - foot.height);
    figure.tracks.push_back(
        {"roofline of " + trace.gpuLabel(gpu->gpu), {0, kHeadHeight, plot.width, plot.height}});
    return figure;
}

}  // namespace

FigurePlan rooflineFigurePlan(std::shared_ptr<const Session> session,
                              std::shared_ptr<const SessionEfficiency> kernels,
                              std::optional<std::int32_t> device, RooflineFigureSize size,
                              std::string title, std::optional<std::string> command) {
    FigurePlan plan;
    std::vector<std::string> provenance =
        command ? figureProvenance(*session, *command) : std::vector<std::string>();
    plan.command = command.value_or("");
    plan.title = title.empty() ? runFileName(session->trace->facts().path) : title;
    plan.source = "roofline of " + runFileName(session->trace->facts().path);
    plan.build = [session = std::move(session), kernels = std::move(kernels), device, size,
                  title = std::move(title),
                  provenance = std::move(provenance)](const TextMeasure& measure) {
        return rooflineFigure(*session, *kernels, device, size, title, provenance, measure);
    };
    return plan;
}

std::string rooflineSvg(const Session& session, const SessionEfficiency& kernels,
                        std::optional<std::int32_t> device, const Theme& theme) {
    const InterTextMeasure measure;
    const Result<Figure> figure = rooflineFigure(session, kernels, device, {}, {}, {}, measure);
    SvgOptions options;
    options.idPrefix = "roofline";
    options.variables = true;
    options.title = "kernels under the ceilings of the GPU";
    return figure ? svgText(*figure, theme, options) : std::string{};
}

namespace {

constexpr std::size_t kMaxReportFigures = 6;
constexpr float kWidth = 1060;
constexpr float kHighest = 760;  // a stack of Python frames is no overview
constexpr float kHighestOfFinding = 820;

// As high as needed, and no higher than `highest` if that can be.
Result<Figure> figureUpTo(const SceneData& data, FigureRequest request, float highest) {
    const InterTextMeasure measure;
    Result<Figure> figure = sessionFigure(data, request, measure);
    if (figure && figure->list.height > highest) {
        request.height = highest;
        Result<Figure> lower = sessionFigure(data, request, measure);
        return lower ? std::move(lower) : std::move(figure);
    }
    return figure;
}

}  // namespace

std::vector<ReportFigure> reportFigures(const SceneData& data, std::optional<TimeRange> range,
                                        const Theme& theme, bool variables) {
    std::vector<ReportFigure> figures;
    const auto add = [&](const FigureRequest& request, float highest,
                         const std::string& description) {
        const Result<Figure> figure = figureUpTo(data, request, highest);
        if (!figure) {
            return;
        }
        SvgOptions options;
        options.variables = variables;
        options.title = description;
        options.idPrefix = request.finding ? "f" + std::to_string(*request.finding + 1) : "all";
        figures.push_back({request.finding, {svgText(*figure, theme, options), {}, description}});
    };
    FigureRequest request;
    request.width = kWidth;
    request.pixelRatio = 2;
    request.title = "";
    request.withProvenance = false;
    request.range = range;
    add(request, kHighest, "the whole of what was measured");
    const std::vector<Finding>& findings = data.session().findings.findings;
    request.range.reset();
    request.annotate.idle = false;
    request.annotate.arrows = true;
    for (std::size_t rank = 0; rank < std::min(findings.size(), kMaxReportFigures); ++rank) {
        if (!findings[rank].evidence.empty()) {
            request.finding = rank;
            add(request, kHighestOfFinding,
                "the largest place of finding " + std::to_string(rank + 1));
        }
    }
    return figures;
}

std::string comparisonSvg(const ComparedScenes& scenes, const Theme& theme, std::size_t number) {
    CompareFigureRequest request;
    request.figure.width = kWidth;
    request.figure.pixelRatio = 2;
    request.figure.title = "";
    request.figure.withProvenance = false;
    request.withVerdict = false;  // the report has it
    const Alignment& alignment = scenes.comparison.alignment;
    if (alignment.steps.size() > 1) {
        request.figure.range = alignment.stepsOfA[alignment.steps[1].a];
    }
    const InterTextMeasure measure;
    const Result<Figure> figure = comparisonFigure(scenes, request, measure);
    if (!figure) {
        return {};
    }
    SvgOptions options;
    options.variables = true;
    options.title = comparisonTitle(scenes);
    options.idPrefix = "c" + std::to_string(number);
    return svgText(*figure, theme, options);
}

}  // namespace gaplight
