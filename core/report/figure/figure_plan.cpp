// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/figure_plan.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/svg_player.h"
#include "core/report/text/tool_version.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/figure/figure_parts.h"

namespace gaplight {
namespace {

// The date of the recording; empty where the clock has no epoch.
std::string dateText(const Trace& trace) {
    constexpr std::int64_t kMin = 946'684'800;    // 2000-01-01
    constexpr std::int64_t kMax = 7'258'118'400;  // 2200-01-01
    const std::int64_t seconds =
        (ns(trace.range().begin) + trace.facts().baseTimeNs) / 1'000'000'000;
    if (seconds < kMin || seconds > kMax) {
        return {};
    }
    const std::time_t time = seconds;
    std::tm parts{};
    std::array<char, 32> text{};
    if (gmtime_r(&time, &parts) == nullptr) {
        return {};
    }
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts);
    return text.data();
}

}  // namespace

std::string figureFileName(const Session& session) {
    return printable(runFileName(session.trace->facts().path));
}

std::string figureGpus(const Session& session) {
    std::vector<std::pair<std::string, int>> names;
    for (const DeviceAnalysis& used : session.analysis.devices) {
        const DeviceProperties* device = used.properties;
        if (device == nullptr || device->name.empty()) {
            continue;
        }
        const auto known = std::find_if(names.begin(), names.end(),
                                        [&](const auto& one) { return one.first == device->name; });
        if (known == names.end()) {
            names.emplace_back(device->name, 1);
        } else {
            ++known->second;
        }
    }
    std::string text;
    for (const auto& [name, count] : names) {
        appendItem(text,
                   count > 1 ? fmt::format("{}× {}", count, printable(name)) : printable(name));
    }
    return text;
}

std::string figureRangeText(const Session& session, TimeRange range) {
    const TimeRange whole = session.trace->range();
    if (range.begin <= whole.begin && range.end >= whole.end) {
        return durationText(whole.length());
    }
    return fmt::format("{} from {} on, of {}", durationText(range.length()),
                       durationText(range.begin - whole.begin), durationText(whole.length()));
}

std::string figureSource(const Session& session) {
    std::string line = figureFileName(session);
    if (const std::string date = dateText(*session.trace); !date.empty()) {
        line += " · recorded " + date;
    }
    if (const std::string gpus = figureGpus(session); !gpus.empty()) {
        line += " · " + gpus;
    }
    return line;
}

std::vector<std::string> figureProvenance(const Session& session, const std::string& command) {
    std::vector<std::string> lines{figureSource(session) + " · Gaplight " +
                                   std::string(toolVersion())};
    if (!command.empty()) {
        lines.push_back(printable(command));
    }
    return lines;
}

DisplayList figureFoot(const std::vector<std::string>& provenance, float width,
                       const TextMeasure& measure) {
    DisplayList list;
    list.clear(width, 0);
    if (!provenance.empty()) {
        FigureTexts texts;
        texts.provenance = provenance;
        FigurePage page{list, measure, FigurePage::kMargin, width - FigurePage::kMargin,
                        FigurePage::kSpace};
        drawFigureFoot(page, texts);
        list.height = page.y + FigurePage::kSpace;
        list.clips[0].height = list.height;
    }
    return list;
}

FigurePlan figurePlan(const SceneData& data, FigureRequest request) {
    FigurePlan plan;
    plan.title = request.title.value_or(figureFileName(data.session()));
    plan.source = joinedText(figureProvenance(data.session(), {}), "\n");
    plan.command = request.command;
    plan.build = [&data, request = std::move(request)](const TextMeasure& measure) {
        return sessionFigure(data, request, measure);
    };
    return plan;
}

FigurePlan figurePlan(const ComparedScenes& scenes, CompareFigureRequest request) {
    FigurePlan plan;
    plan.title = request.figure.title.value_or(comparisonTitle(scenes));
    plan.source = joinedText(comparisonProvenance(scenes, {}), "\n");
    plan.command = request.figure.command;
    plan.build = [scenes, request = std::move(request)](const TextMeasure& measure) {
        return comparisonFigure(scenes, request, measure);
    };
    return plan;
}

Result<std::string> figureSvg(const FigurePlan& plan, const Theme& theme) {
    return plan.build(InterTextMeasure()).map([&](const Figure& figure) {
        SvgOptions options;
        options.title = plan.title;
        options.description = plan.source + (plan.command.empty() ? "" : "\n" + plan.command);
        return svgText(figure, theme, options);
    });
}

}  // namespace gaplight
