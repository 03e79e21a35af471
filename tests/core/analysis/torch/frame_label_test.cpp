// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/python_frame.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(FrameLabel, PutsTheFunctionFirst) {
    EXPECT_EQ(frameLabel("diffusers/hooks/hooks.py(268): _set_context"),
              "_set_context · hooks.py(268)");
    EXPECT_EQ(frameLabel("main.py(1): <module>"), "<module> · main.py(1)");
    EXPECT_EQ(frameLabel("C:\\work\\main.py(7): run"), "run · main.py(7)");
}

TEST(FrameLabel, NamesModulesAndBuiltIns) {
    EXPECT_EQ(frameLabel("nn.Module: LlamaDecoderLayer_3"), "LlamaDecoderLayer_3");
    EXPECT_EQ(frameLabel("<built-in function len>"), "len");
    EXPECT_EQ(frameLabel("<built-in method nonzero of Tensor object at 0x7f93febd9450>"),
              "nonzero of Tensor");
    EXPECT_EQ(frameLabel("<built-in method run"), "run");
}

TEST(FrameLabel, NamesCompiledGraphsAsReportsDo) {
    EXPECT_EQ(frameLabel("## Call CompiledFxGraph fssh7x6cqpmtdj2vlj6t5qwzxmzjrskrs7dw2cdufz4 ##"),
              "CompiledFxGraph fssh7x6c");
    EXPECT_EQ(frameLabel("## Call CompiledFxGraph f3 ##"), "CompiledFxGraph f3");
}

TEST(FrameLabel, LeavesOtherNamesAlone) {
    for (const char* name : {"", "aten::mm", "ProfilerStep#3", "a.py(", "a.py(1): ", "nn.Module: ",
                             "cudaLaunchKernel", "## Call CompiledFxGraph ", "## other ##"}) {
        EXPECT_FALSE(frameLabel(name)) << name;
    }
}

}  // namespace
}  // namespace gaplight
