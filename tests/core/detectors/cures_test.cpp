// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/detectors/shared/host_cures.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

using ::testing::HasSubstr;

std::string syncKey(SyncSource wait, std::string_view function = {},
                    std::string_view annotation = {}, std::string_view op = {}) {
    return syncCures()[syncCureOf(wait, function, annotation, op)].key;
}

TEST(SyncCures, FitTheSource) {
    EXPECT_EQ(syncKey(SyncSource::Nonzero, "index_for_timestep"), "begin-index");
    EXPECT_EQ(syncKey(SyncSource::Item, "_init_step_index"), "begin-index");
    EXPECT_EQ(syncKey(SyncSource::Nonzero, "mask"), "nonzero");
    EXPECT_EQ(syncKey(SyncSource::Item, "log"), "item");
    EXPECT_EQ(syncKey(SyncSource::SizeArgument), "size-argument");
    EXPECT_EQ(syncKey(SyncSource::ErrorCheck), "error-check");
    EXPECT_EQ(syncKey(SyncSource::ScalarsToTensor), "scalars-to-tensor");
    EXPECT_EQ(syncKey(SyncSource::Upload), "upload");
    EXPECT_EQ(syncKey(SyncSource::ExchangeSizes), "exchange-sizes");
    EXPECT_EQ(syncKey(SyncSource::EventWait, {}, "DistributedDataParallel.forward"),
              "ddp-statistics");
    EXPECT_EQ(syncKey(SyncSource::EventWait), "event-wait");
    EXPECT_EQ(syncKey(SyncSource::Operator, {}, {}, "aten::repeat_interleave"),
              "repeat-interleave");
    EXPECT_EQ(syncKey(SyncSource::Operator, {}, {}, "aten::cudnn_convolution_backward_weight"),
              "cudnn-benchmark");
    EXPECT_EQ(syncKey(SyncSource::Operator, {}, {}, "aten::unique"), "operator");
}

TEST(SyncCures, AreWholeForEverySource) {
    EXPECT_EQ(syncCures().size(), 22U);
    for (int wait = 0; wait <= static_cast<int>(SyncSource::Unknown); ++wait) {
        const SyncCure& cure = syncCures()[syncCureOf(static_cast<SyncSource>(wait), {}, {}, {})];
        EXPECT_EQ(static_cast<int>(cure.wait), wait);
        EXPECT_TRUE(cure.inside.empty());
    }
    for (const SyncCure& cure : syncCures()) {
        EXPECT_FALSE(cure.key.empty() || cure.label.empty() || cure.text.empty() ||
                     cure.source.empty())
            << cure.key;
        EXPECT_EQ(cure.isHarmless, cure.key == "ddp-statistics");
    }
}

std::string hostKey(std::string_view name, std::string_view caller, bool inLoop = true) {
    return hostAdvice(name, caller, inLoop).key;
}

TEST(HostCures, FitTheCodeAndItsCaller) {
    const char* walk = "torch/nn/modules/module.py(2882): named_modules";
    EXPECT_EQ(hostKey(walk, "diffusers/hooks/hooks.py(268): _set_context"), "hook-walk");
    EXPECT_EQ(hostKey(walk, "ema.py(7): copy_to"), "module-walk");
    EXPECT_EQ(hostKey("tqdm/std.py(958): __init__", {}), "progress-bar");
    EXPECT_EQ(hostKey("torch/optim/adam.py(554): _multi_tensor_adam", {}), "fused-optimizer");
    EXPECT_EQ(hostKey("torch/optim/adam.py(1): _single_tensor_adam", {}),
              "single-tensor-optimizer");
    EXPECT_EQ(hostKey("aten::_foreach_sqrt", "Optimizer.step#AdamW.step"), "fused-optimizer");
    EXPECT_EQ(hostKey("Optimizer.step#SGD.step", {}), "fused-optimizer");
    // Only four optimizers have fused=True.
    EXPECT_EQ(hostKey("Optimizer.step#Shampoo.step", {}), "optimizer");
    EXPECT_EQ(hostKey("aten::mul", "Optimizer.step#EMAOptimizer.step"), "optimizer");
    EXPECT_EQ(hostKey("torch/optim/rmsprop.py(9): _multi_tensor_rmsprop", {}), "optimizer");
    EXPECT_EQ(hostKey("torch/optim/optimizer.py(95): _get_value", {}), "optimizer-base");
    EXPECT_EQ(hostKey("torch/optim/lr_scheduler.py(7): step", {}), "own-code");
    EXPECT_EQ(hostKey("DistributedDataParallel.forward", {}), "ddp-buffers");
    EXPECT_EQ(hostKey("aten::narrow", "DistributedDataParallel.forward"), "ddp-buffers");
    EXPECT_EQ(hostKey("aten::conv2d", "DistributedDataParallel.forward"), "operator");
    EXPECT_EQ(hostKey("hipFree", {}), "free");
    EXPECT_EQ(hostKey("aten::normal_", {}), "random-on-cpu");
    EXPECT_EQ(hostCureOf("train.py(3): log", {}), nullptr);
    EXPECT_THAT(hostAdvice(walk, "ema.py(7): copy_to").text,
                HasSubstr("`copy_to` visits every submodule"));
}

TEST(HostCures, HaveAGeneralOneForTheUsersOwnCode) {
    EXPECT_EQ(hostKey("train.py(3): log", {}), "own-code");
    EXPECT_EQ(hostKey("aten::mm", {}), "operator");
    EXPECT_EQ(hostKey("train.py(3): log", {}, false), "outside-the-loop");
    EXPECT_THAT(hostAdvice("train.py(3): log", {}).text,
                HasSubstr("`log` runs while nothing is queued"));
}

TEST(HostCures, AreWhole) {
    EXPECT_EQ(hostCures().size(), 27U);
    for (const HostCure& cure : hostCures()) {
        EXPECT_FALSE(cure.key.empty() || cure.text.empty()) << cure.key;
        EXPECT_EQ(cure.patterns.empty(), cure.source.empty()) << cure.key;
        EXPECT_EQ(cure.isInherent, cure.key == "backward" || cure.key == "tensor-subclass" ||
                                       cure.key == "collective-call");
        for (const HostPattern& pattern : cure.patterns) {
            EXPECT_FALSE(pattern.file.empty() && pattern.function.empty() &&
                         pattern.calledBy.empty())
                << cure.key << " fits everything";
        }
    }
}

TEST(HostFinding, ShortensNamesOfCode) {
    EXPECT_EQ(shortCodeName("a/module.py(2882): named_modules"), "named_modules");
    EXPECT_EQ(shortCodeName("tqdm/std.py(958): __init__"), "tqdm/std.__init__");
    EXPECT_EQ(shortCodeName("/x/diffusers/models/wan.py(3): forward"), "models/wan.forward");
    EXPECT_EQ(shortCodeName("<built-in method to of Tensor object at 0x7f>"), "to");
    EXPECT_EQ(shortCodeName("<built-in function linear>"), "linear");
    EXPECT_EQ(shortCodeName("nn.Module: Linear_0"), "Linear_0");
    EXPECT_EQ(shortCodeName("## Call CompiledFxGraph fcchxhlpxbigx6p ##"),
              "CompiledFxGraph fcchxhlp");
    EXPECT_EQ(shortCodeName("aten::nonzero"), "aten::nonzero");
}

TEST(HostFinding, ShortensPlaces) {
    FindingPlace where;
    EXPECT_EQ(shortPlaceText(where), "");
    where.op = "aten::item";
    EXPECT_EQ(shortPlaceText(where), "`aten::item`");
    where.annotation = "scheduler_step";
    EXPECT_EQ(shortPlaceText(where), "`scheduler_step`");
    where.python = "a/b.py(3): step";
    EXPECT_EQ(shortPlaceText(where), "`step` in `scheduler_step`");
}

}  // namespace
}  // namespace gaplight
