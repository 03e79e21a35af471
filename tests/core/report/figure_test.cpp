// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/session_figure.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/report/figure/figure_contents.h"
#include "core/report/figure/report_figures.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/html_page.h"
#include "core/report/text/svg_player.h"
#include "core/report/trace/report.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/display/theme.h"
#include "core/session/place_text.h"
#include "tests/core/report/sheet_texts.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::expectTidy;
using test::matchesGolden;
using test::PacedTrace;
using test::withoutVersion;

// Three steps, each with a wait and a slow host behind it.
std::shared_ptr<const SceneData> threeSteps() {
    PacedTrace t;
    for (int step = 1; step <= 3; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.op("aten::<mul> & \"add\"", 3);
            t.sync();
            t.pause(400'000);
        });
    }
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.dsl.json()));
    const auto session = openSession("steps.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return SceneData::build(*session);
}

std::shared_ptr<const SceneData> recordedScene(const std::string& name) {
    const auto session = openSession(test::dataFile(name + ".json.zst"));
    EXPECT_TRUE(session) << session.error().message;
    return SceneData::build(*session);
}

std::string svgOf(const SceneData& data, const FigureRequest& request) {
    const Result<Figure> figure = sessionFigure(data, request, InterTextMeasure());
    EXPECT_TRUE(figure) << figure.error().message;
    return figure ? svgText(*figure, *builtInTheme(false)) : std::string();
}

TEST(SessionFigure, TheSvgOfAStep) {
    const auto data = threeSteps();
    FigureRequest request;
    request.range = *rangeFromText("step:2", *data->session().trace, data->session().analysis);
    request.width = 700;
    request.caption = "Step 2.";
    request.command = "gaplight export steps.json";
    EXPECT_TRUE(matchesGolden("report/figure_step.svg", withoutVersion(svgOf(*data, request))));
}

// Below the title; bar and strip say which GPU it is.
TEST(SessionFigure, NamesTheModelOfItsGpuOnce) {
    const auto data = recordedScene("resnet18_eager");
    FigureRequest request;
    request.withProvenance = false;
    const Result<Figure> figure = sessionFigure(*data, request, InterTextMeasure());
    ASSERT_TRUE(figure);
    const auto count = [&](std::string_view wanted) {
        return std::ranges::count_if(figure->list.texts, [&](const TextItem& text) {
            return figure->list.text(text).find(wanted) != std::string_view::npos;
        });
    };
    EXPECT_EQ(count("NVIDIA H200"), 1);
    EXPECT_GE(count("GPU 0"), 2);
}

TEST(SessionFigure, LeavesOutTracksBelowItsLastRow) {
    test::TraceDsl t;
    for (std::size_t at = 0; at < kMaxFigureRows + 500; ++at) {
        t.op(t.thread("worker " + std::to_string(at)), {0, 100}, "op");
    }
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto session = openSession("threads.json", *source);
    ASSERT_TRUE(session);
    const Result<Figure> figure =
        sessionFigure(*SceneData::build(*session), {}, InterTextMeasure());
    ASSERT_TRUE(figure);
    EXPECT_LT(figure->list.height, 32'767);
    EXPECT_NE(svgText(*figure, *builtInTheme(false)).find("500 tracks are not shown"),
              std::string::npos);
}

TEST(SessionFigure, AFindingIsShownWithItsSurroundings) {
    const auto data = threeSteps();
    const std::vector<Finding>& findings = data->session().findings.findings;
    const auto wait = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.rule == "host-sync";
    });
    ASSERT_NE(wait, findings.end());
    FigureRequest request;
    request.finding = static_cast<std::size_t>(wait - findings.begin());
    const Result<TimeRange> range = figureRange(data->session(), request);
    ASSERT_TRUE(range);
    const TimeRange whole = data->session().trace->range();
    EXPECT_GT(range->begin, whole.begin);
    EXPECT_LT(range->length(), whole.length());
    request.finding = 99;
    EXPECT_EQ(figureRange(data->session(), request).error().code, ErrorCode::BadArgument);
}

TEST(SessionFigure, TracksAreChosenByName) {
    const auto data = threeSteps();
    FigureRequest request;
    const auto namesOf = [&](std::vector<std::string> globs) {
        request.tracks = std::move(globs);
        const Result<Figure> figure = sessionFigure(*data, request, InterTextMeasure());
        std::vector<std::string> names;
        for (const FigureTrack& track : figure ? figure->tracks : std::vector<FigureTrack>()) {
            names.push_back(track.name);
        }
        return names;
    };
    EXPECT_EQ(namesOf({}).size(), 2U);
    ASSERT_EQ(namesOf({"STREAM*"}).size(), 1U);
    EXPECT_NE(namesOf({"STREAM*"})[0].find("stream 7"), std::string::npos);
    EXPECT_EQ(namesOf({"gpu 0*", "*main*"}).size(), 2U);
    const Result<Figure> none =
        (request.tracks = {"nowhere"}, sessionFigure(*data, request, InterTextMeasure()));
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("'nowhere'"), std::string::npos);
}

TEST(SessionFigure, RealTracesGiveTidySheets) {
    for (const char* name : {"wan_before_compile", "llm_decode_eager", "ddp_straggler_rank0",
                             "streams_overlap", "memory_growth"}) {
        const auto data = recordedScene(name);
        FigureRequest request;
        request.annotate = {true, true, true, true, true};
        for (const float width : {400.0F, 760.0F, 1400.0F}) {
            request.width = width;
            const Result<Figure> figure = sessionFigure(*data, request, InterTextMeasure());
            ASSERT_TRUE(figure) << name << ": " << figure.error().message;
            expectTidy(*figure, name);
        }
    }
}

TEST(SvgPlayer, TextIsEscapedAndNothingComesFromElsewhere) {
    EXPECT_EQ(xmlText("a<b>&\"c\"\x01\xff"), "a&lt;b&gt;&amp;&quot;c&quot; \xef\xbf\xbd");
    const auto data = threeSteps();
    const std::string svg = svgOf(*data, {});
    EXPECT_EQ(svg.find("href"), std::string::npos);
    EXPECT_NE(svg.find("<title>aten::&lt;mul&gt; &amp; &quot;add&quot;"), std::string::npos);
    EXPECT_NE(svg.find("<g class=\"track\" aria-label=\""), std::string::npos);
}

TEST(AnalyzeHtml, HoldsFindingsAndTheirFigures) {
    const auto data = threeSteps();
    const Session& session = data->session();
    const Result<Theme> light = builtInTheme(false);
    const Result<Theme> dark = builtInTheme(true);
    ASSERT_TRUE(light && dark);
    const auto figures = reportFigures(*data, std::nullopt, *light, true);
    ASSERT_GE(figures.size(), 2U);
    const std::string html =
        analyzeHtml({*session.trace, session.analysis, session.findings, std::nullopt}, figures,
                    {*light, *dark});
    EXPECT_NE(html.find("<h2>Checklist</h2>"), std::string::npos);
    EXPECT_NE(html.find("id=\"finding-1\""), std::string::npos);
    EXPECT_NE(html.find("prefers-color-scheme:dark"), std::string::npos);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find("src="), std::string::npos);
    std::size_t opened = 0;
    std::size_t closed = 0;
    for (std::size_t at = html.find("<svg"); at != std::string::npos;
         at = html.find("<svg", at + 1)) {
        ++opened;
    }
    for (std::size_t at = html.find("</svg"); at != std::string::npos;
         at = html.find("</svg", at + 1)) {
        ++closed;
    }
    EXPECT_EQ(opened, figures.size());
    EXPECT_EQ(closed, figures.size());
}

}  // namespace
}  // namespace gaplight
