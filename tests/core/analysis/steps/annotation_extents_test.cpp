// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotation_forest.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

// "GPU 0 step 50..120" per extent.
std::vector<std::string> extentsOf(const TraceDsl& dsl) {
    const Analyzed result(dsl);
    const LaunchIndex launches = LaunchIndex::build(*result.trace);
    std::vector<std::string> texts;
    for (const AnnotationExtent& extent :
         annotationExtents(*result.trace, launches, annotationSlices(*result.trace))) {
        texts.push_back("GPU " + std::to_string(extent.gpu.device) + " " +
                        std::string(result.trace->name(extent.annotation)) + " " +
                        std::to_string(ns(extent.range.begin)) + ".." +
                        std::to_string(ns(extent.range.end)));
    }
    return texts;
}

TEST(AnnotationExtents, SpanWhatWasLaunchedInside) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 100}, "step");
    t.annotation(host, {20, 40}, "forward");
    t.annotation(host, {60, 70}, "launches nothing");
    t.kernel(stream, {50, 90}, t.launch(host, {0, 5}));
    t.kernel(t.stream(0, 9), {80, 120}, t.launch(host, {20, 45}));
    t.kernel(t.stream(1, 7), {30, 35}, t.launch(host, {25, 26}));
    t.kernel(stream, {400, 500}, t.launch(host, {300, 310}));             // in none
    t.kernel(stream, {600, 610}, t.launch(t.thread("other"), {30, 35}));  // on another thread
    EXPECT_EQ(extentsOf(t),
              (std::vector<std::string>{"GPU 0 step 50..120", "GPU 0 forward 80..120",
                                        "GPU 1 step 30..35", "GPU 1 forward 30..35"}));
}

TEST(AnnotationExtents, AreNoneWithoutAnnotations) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {50, 90}, t.launch(t.thread("main"), {0, 5}));
    EXPECT_TRUE(extentsOf(t).empty());
}

}  // namespace
}  // namespace gaplight
