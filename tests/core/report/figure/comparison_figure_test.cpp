// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/comparison_figure.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/figure/report_figures.h"
#include "core/report/text/html_page.h"
#include "core/report/text/svg_player.h"
#include "core/report/trace/report.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/display/theme.h"
#include "core/session/comparison_of.h"
#include "tests/core/report/sheet_texts.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::expectTidy;
using test::matchesGolden;
using test::PacedTrace;
using test::withoutVersion;

// Four steps; slow ones wait and then let the GPU starve.
std::shared_ptr<const SceneData> fourSteps(const std::string& path, bool isSlow) {
    PacedTrace t;
    for (int step = 1; step <= 4; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.op("aten::mul", 6);
            if (isSlow) {
                t.sync();
                t.pause(300'000);
            }
        });
    }
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.dsl.json()));
    const auto session = openSession(path, *source);
    EXPECT_TRUE(session) << session.error().message;
    return SceneData::build(*session);
}

std::shared_ptr<const SceneData> recorded(const std::string& name) {
    const auto session = openSession(test::dataFile(name + ".json.zst"));
    EXPECT_TRUE(session) << session.error().message;
    return SceneData::build(*session);
}

// Two runs and all that is known of both.
struct Pair {
    std::shared_ptr<const SceneData> a;
    std::shared_ptr<const SceneData> b;
    Comparison comparison = compareSessions(a->session(), b->session());

    ComparedScenes scenes() const { return {*a, *b, comparison}; }
    [[nodiscard]] Result<Figure> figure(const CompareFigureRequest& request) const {
        return comparisonFigure(scenes(), request, InterTextMeasure());
    }
};

Pair syncsRemoved() {
    return {fourSteps("slow.json", true), fourSteps("quick.json", false)};
}

bool says(const Figure& figure, std::string_view wanted) {
    return std::any_of(figure.list.texts.begin(), figure.list.texts.end(),
                       [&](const TextItem& text) {
                           return figure.list.text(text).find(wanted) != std::string_view::npos;
                       });
}

TEST(ComparisonFigure, TheSvgOfAStepOfBoth) {
    const Pair pair = syncsRemoved();
    CompareFigureRequest request;
    request.figure.range = pair.a->session().analysis.steps.markers.host[1];
    request.figure.width = 800;
    request.figure.caption = "Step 2 of both.";
    request.figure.command = "gaplight export slow.json quick.json";
    const Result<Figure> figure = pair.figure(request);
    ASSERT_TRUE(figure) << figure.error().message;
    EXPECT_TRUE(matchesGolden("report/figure_compare.svg",
                              withoutVersion(svgText(*figure, *builtInTheme(false)))));
    expectTidy(*figure, "step of both");
    ASSERT_EQ(figure->tracks.size(), 4U);
    EXPECT_TRUE(figure->tracks.front().name.starts_with("A · "));
    EXPECT_TRUE(figure->tracks.back().name.starts_with("B · "));
    EXPECT_LT(figure->tracks[1].box.y, figure->tracks[2].box.y);
}

TEST(ComparisonFigure, BothHaveOneScaleUnlessEachIsToFillTheWidth) {
    const Pair pair = syncsRemoved();
    CompareFigureRequest request;
    request.figure.range = pair.a->session().analysis.steps.markers.host[1];
    const auto widthIn = [&](std::string_view run) {
        const Result<Figure> figure = pair.figure(request);
        EXPECT_TRUE(figure) << figure.error().message;
        const auto isStep = [&](const FigureSlice& slice) {
            const float y = figure->list.rects[slice.rect].box.y;
            const auto track = std::find_if(
                figure->tracks.begin(), figure->tracks.end(), [&](const FigureTrack& one) {
                    return y >= one.box.y && y < one.box.y + one.box.height;
                });
            return track != figure->tracks.end() && track->name.starts_with(run) &&
                   slice.title.starts_with("ProfilerStep#2\n");
        };
        const auto slice = std::find_if(figure->slices.begin(), figure->slices.end(), isStep);
        EXPECT_NE(slice, figure->slices.end());
        return slice == figure->slices.end() ? 0 : figure->list.rects[slice->rect].box.width;
    };
    EXPECT_LT(widthIn("B"), widthIn("A") / 2);
    request.ownScales = true;
    EXPECT_NEAR(widthIn("B"), widthIn("A"), 2);
}

TEST(ComparisonFigure, WithoutARangeAllOfBothIsShown) {
    const Pair pair = syncsRemoved();
    const Result<Figure> figure = pair.figure({});
    ASSERT_TRUE(figure) << figure.error().message;
    for (const char* name : {"ProfilerStep#1\n", "ProfilerStep#4\n"}) {
        EXPECT_EQ(
            std::count_if(figure->slices.begin(), figure->slices.end(),
                          [&](const FigureSlice& slice) { return slice.title.starts_with(name); }),
            2);
    }
    EXPECT_TRUE(says(*figure, "improved: a steady step takes"));
    EXPECT_TRUE(says(*figure, "blocking calls"));
}

TEST(ComparisonFigure, AGivenHeightIsKept) {
    const Pair pair{recorded("flux_after_eager"), recorded("flux_after_cudagraph")};
    CompareFigureRequest request;
    const Result<Figure> natural = pair.figure(request);
    ASSERT_TRUE(natural) << natural.error().message;
    request.figure.height = natural->list.height - 60;
    const Result<Figure> lower = pair.figure(request);
    ASSERT_TRUE(lower) << lower.error().message;
    EXPECT_EQ(lower->list.height, request.figure.height);
    request.figure.height = 90;
    EXPECT_EQ(pair.figure(request).error().code, ErrorCode::BadArgument);
}

TEST(ComparisonFigure, NotesOfBothAreCalledOut) {
    const Pair pair = syncsRemoved();
    CompareFigureRequest request;
    request.figure.annotate = {false, false, false, false, true};
    const TimeRange a = pair.a->session().analysis.steps.markers.host[0];
    const TimeRange b = pair.b->session().analysis.steps.markers.host[0];
    request.figure.notes.push_back({a, {}, "here it waits", NoteColor::Red});
    request.otherNotes.push_back({b, {}, "here no more", NoteColor::Green});
    const Result<Figure> figure = pair.figure(request);
    ASSERT_TRUE(figure) << figure.error().message;
    EXPECT_TRUE(says(*figure, "A: here it waits"));
    EXPECT_TRUE(says(*figure, "B: here no more"));
}

TEST(ComparisonFigure, RecordedPairsGiveTidySheets) {
    for (const auto& [before, after] : {std::pair("flux_after_eager", "flux_after_cudagraph"),
                                        std::pair("wan_before_compile", "wan_after_compile"),
                                        std::pair("ddp_straggler_rank0", "ddp_balanced_rank0")}) {
        const Pair pair{recorded(before), recorded(after)};
        CompareFigureRequest request;
        request.figure.annotate = {true, true, true, true, true};
        for (const float width : {400.0F, 760.0F, 1400.0F}) {
            request.figure.width = width;
            const Result<Figure> figure = pair.figure(request);
            ASSERT_TRUE(figure) << before << ": " << figure.error().message;
            expectTidy(*figure, before);
        }
    }
}

TEST(CompareHtml, IsOneFileWithVerdictFigureAndTables) {
    const Pair pair{recorded("flux_after_eager"), recorded("flux_after_cudagraph")};
    const Result<Theme> light = builtInTheme(false);
    const Result<Theme> dark = builtInTheme(true);
    ASSERT_TRUE(light && dark);
    const auto subjectOf = [](const Session& session) {
        return ReportSubject{*session.trace, session.analysis, session.findings, std::nullopt};
    };
    const CompareSubject subject{subjectOf(pair.a->session()), subjectOf(pair.b->session()),
                                 pair.comparison};
    const std::string figure = comparisonSvg(pair.scenes(), *light, 1);
    const std::string html = compareHtml({&subject, 1}, {&figure, 1}, {*light, *dark});
    for (const char* part :
         {"✓ improved: a steady step takes", "<svg", "<h2>Findings</h2>", "<h3>Gone</h3>",
          "<h2>Verdict</h2>", "flux_after_eager → flux_after_cudagraph"}) {
        EXPECT_NE(html.find(part), std::string::npos) << part;
    }
    for (const char* outside : {"<script", "src=", "href=", "@import"}) {
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
    }
}

}  // namespace
}  // namespace gaplight
