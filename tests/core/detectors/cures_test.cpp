// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/detectors/texts/host_cures.h"
#include "core/detectors/texts/host_finding.h"
#include "core/detectors/texts/sync_cures.h"

namespace gaplight {
namespace {

using ::testing::HasSubstr;

std::string_view syncFix(SyncSource source, std::string_view function = {},
                         std::string_view annotation = {}, std::string_view op = {}) {
    return syncCures()[syncCureOf(source, function, annotation, op)].fix;
}

TEST(SyncCures, FitTheSource) {
    EXPECT_THAT(syncFix(SyncSource::Nonzero, "index_for_timestep"), HasSubstr("set_begin_index"));
    EXPECT_THAT(syncFix(SyncSource::Nonzero, "mask"), HasSubstr("nonzero_static"));
    EXPECT_THAT(syncFix(SyncSource::Item, "log"), HasSubstr("every n steps"));
    EXPECT_THAT(syncFix(SyncSource::SizeArgument), HasSubstr("Python integers"));
    EXPECT_THAT(syncFix(SyncSource::ErrorCheck), HasSubstr("solve_ex"));
    EXPECT_THAT(syncFix(SyncSource::ScalarsToTensor), HasSubstr("torch.stack"));
    EXPECT_THAT(syncFix(SyncSource::Upload), HasSubstr("pin_memory"));
    EXPECT_THAT(syncFix(SyncSource::EventWait, {}, "DistributedDataParallel.forward"),
                HasSubstr("times itself"));
    EXPECT_THAT(syncFix(SyncSource::EventWait), HasSubstr("stream.wait_event"));
    EXPECT_THAT(syncFix(SyncSource::Operator, {}, {}, "aten::repeat_interleave"),
                HasSubstr("output_size"));
}

TEST(SyncCures, AreWholeForEverySource) {
    for (int source = 0; source <= static_cast<int>(SyncSource::Unknown); ++source) {
        const SyncCure& cure = syncCures()[syncCureOf(static_cast<SyncSource>(source), {}, {}, {})];
        EXPECT_EQ(static_cast<int>(cure.source), source);
        EXPECT_TRUE(cure.inside.empty());
    }
    for (const SyncCure& cure : syncCures()) {
        EXPECT_FALSE(cure.label.empty() || cure.fix.empty() || cure.origin.empty());
    }
}

TEST(HostCures, FitTheCodeAndItsCaller) {
    const char* walk = "torch/nn/modules/module.py(2882): named_modules";
    EXPECT_THAT(hostFix(walk, "diffusers/hooks/hooks.py(268): _set_context"),
                HasSubstr("`_set_context` visits every submodule of the model"));
    EXPECT_THAT(hostFix(walk, "ema.py(7): copy_to"), HasSubstr("`copy_to` visits every submodule"));
    EXPECT_THAT(hostFix("tqdm/std.py(958): __init__", {}), HasSubstr("progress bar off"));
    EXPECT_THAT(hostFix("torch/optim/adam.py(554): _multi_tensor_adam", {}),
                HasSubstr("fused=True"));
    EXPECT_THAT(hostFix("aten::_foreach_sqrt", "Optimizer.step#AdamW.step"),
                HasSubstr("fused=True"));
    EXPECT_EQ(hostCureOf("train.py(3): log", {}), nullptr);
}

TEST(HostCures, HaveAGeneralOneForTheUsersOwnCode) {
    EXPECT_THAT(hostFix("train.py(3): log", {}), HasSubstr("`log` runs while nothing is queued"));
    EXPECT_THAT(hostFix("train.py(3): log", {}, false), HasSubstr("outside the loop"));
}

TEST(HostFinding, SpeaksOfNamesByWhatTellsMost) {
    EXPECT_EQ(spokenName("a/module.py(2882): named_modules"), "named_modules");
    EXPECT_EQ(spokenName("tqdm/std.py(958): __init__"), "tqdm/std.__init__");
    EXPECT_EQ(spokenName("/x/diffusers/models/wan.py(3): forward"), "models/wan.forward");
    EXPECT_EQ(spokenName("<built-in method to of Tensor object at 0x7f>"), "to");
    EXPECT_EQ(spokenName("<built-in function linear>"), "linear");
    EXPECT_EQ(spokenName("nn.Module: Linear_0"), "Linear_0");
    EXPECT_EQ(spokenName("## Call CompiledFxGraph fcchxhlpxbigx6p ##"), "CompiledFxGraph fcchxhlp");
    EXPECT_EQ(spokenName("aten::nonzero"), "aten::nonzero");
}

TEST(HostFinding, SpeaksOfPlacesShortly) {
    FindingPlace where;
    EXPECT_EQ(placeWords(where), "no recorded annotation");
    where.op = "aten::item";
    EXPECT_EQ(placeWords(where), "`aten::item`");
    where.annotation = "scheduler_step";
    EXPECT_EQ(placeWords(where), "`scheduler_step`");
    where.python = "a/b.py(3): step";
    EXPECT_EQ(placeWords(where), "`step` in `scheduler_step`");
    EXPECT_EQ(withoutMarks("`a` in `b`"), "a in b");
    const std::vector<std::string> three{"a", "b", "c"};
    EXPECT_EQ(joined(three), "a, b and c");
}

}  // namespace
}  // namespace gaplight
