// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_trace.h"

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

TEST(TraceEndings, AreKnownCompressedOrNot) {
    for (const char* name : {"run.json", "run.json.gz", "run.pftrace.zst", "run.pt.trace.json",
                             "run.xplane.pb", "run.nvprof", "run.gpk"}) {
        EXPECT_TRUE(hasTraceEnding(name)) << name;
    }
    for (const char* name : {"run.gz", "run", "json", "run.json.txt", "run.gz.json.bz2", ""}) {
        EXPECT_FALSE(hasTraceEnding(name)) << name;
    }
}

TEST(TraceEndings, AreCutFromNames) {
    EXPECT_EQ(withoutTraceEnding("a.b/run.json.gz"), "a.b/run");
    EXPECT_EQ(withoutTraceEnding("run.pt.trace.json"), "run.pt.trace");
    EXPECT_EQ(withoutTraceEnding("run.nvvp"), "run");
    EXPECT_EQ(withoutTraceEnding("run.gz"), "run");
    EXPECT_EQ(withoutTraceEnding("run.txt"), "run.txt");
    EXPECT_EQ(withoutTraceEnding("run.json.json"), "run.json");
}

}  // namespace
}  // namespace gaplight::test
