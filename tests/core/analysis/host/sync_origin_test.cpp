// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/sync_origin.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

// One wait of [500, 900) on the main thread; tests add what is around it and before.
struct OneWait {
    test::TraceDsl dsl;
    test::TraceDsl::Track host = dsl.thread("main");
    test::TraceDsl::Track stream = dsl.stream(0, 7);

    // A copy call right before the wait, and the copy that it launches.
    void copy(const std::string& name) {
        dsl.memcpy(stream, {600, 620}, dsl.call(host, {480, 490}, "cudaMemcpyAsync"), name);
    }

    SyncOrigin site(const std::string& call = "cudaStreamSynchronize") {
        dsl.call(host, {500, 900}, call);
        const test::Analyzed made(dsl);
        const SyncOrigins sites(*made.trace, made.launches, made.analysis.names);
        const SyncOrigin found = sites.originOf(test::sliceNamed(*made.trace, call));
        whole = made.trace->name(found.whole);
        return found;
    }

    std::string whole;  // name of SyncOrigin::whole
};

TEST(SyncOrigin, KnowsAnItemAndWhatExistsOnlyForIt) {
    OneWait wait;
    wait.dsl.op(wait.host, {400, 950}, "aten::item");
    wait.dsl.op(wait.host, {410, 940}, "aten::_local_scalar_dense");
    wait.copy("Memcpy DtoH (Device -> Pinned)");
    EXPECT_EQ(wait.site().source, SyncSource::Item);
    EXPECT_EQ(wait.whole, "aten::item");
}

TEST(SyncOrigin, TellsAConditionAndASizeFromAnItem) {
    OneWait condition;
    condition.dsl.op(condition.host, {390, 960}, "aten::is_nonzero");
    condition.dsl.op(condition.host, {400, 950}, "aten::item");
    EXPECT_EQ(condition.site().source, SyncSource::Condition);
    EXPECT_EQ(condition.whole, "aten::is_nonzero");

    OneWait size;
    size.dsl.python(size.host, {380, 970}, "<built-in method zeros of type object at 0x7f>");
    size.dsl.op(size.host, {400, 950}, "aten::item");
    EXPECT_EQ(size.site().source, SyncSource::SizeArgument);
    EXPECT_EQ(size.whole, "aten::item");  // the zeros are wanted
}

TEST(SyncOrigin, KnowsTheSizesOfAnExchange) {
    const auto sourceBefore = [](const char* next) {
        OneWait wait;
        wait.dsl.op(wait.host, {400, 950}, "aten::item");
        wait.dsl.op(wait.host, {1'000, 1'100}, next);
        wait.dsl.kernel(wait.dsl.stream(0, 9), {1'200, 1'300},
                        wait.dsl.launch(wait.host, {1'010, 1'020}), "ncclDevKernel_SendRecv");
        return wait.site().source;
    };
    EXPECT_EQ(sourceBefore("c10d::alltoall_base_"), SyncSource::ExchangeSizes);
    EXPECT_EQ(sourceBefore("c10d::allreduce_"), SyncSource::Item);
}

TEST(SyncOrigin, KnowsTheErrorCheckOfLinalg) {
    OneWait wait;
    wait.dsl.op(wait.host, {380, 970}, "aten::linalg_solve");
    wait.dsl.op(wait.host, {390, 960}, "aten::_linalg_check_errors");
    wait.dsl.op(wait.host, {400, 950}, "aten::item");
    EXPECT_EQ(wait.site().source, SyncSource::ErrorCheck);
}

TEST(SyncOrigin, KnowsNonzeroBelowIndexing) {
    OneWait wait;
    wait.dsl.op(wait.host, {380, 970}, "aten::index");
    wait.dsl.op(wait.host, {400, 950}, "aten::nonzero");
    wait.copy("Memcpy DtoH (Device -> Pinned)");
    EXPECT_EQ(wait.site().source, SyncSource::Nonzero);
    EXPECT_EQ(wait.whole, "cudaStreamSynchronize");  // the indices are wanted
}

TEST(SyncOrigin, TellsCopiesByDirectionAndMemory) {
    const auto of = [](const std::string& copy, const std::string& builtIn) {
        OneWait wait;
        wait.dsl.python(wait.host, {380, 970}, builtIn);
        wait.dsl.op(wait.host, {390, 960}, "aten::to");
        wait.dsl.op(wait.host, {400, 950}, "aten::copy_");
        wait.copy(copy);
        return wait.site().source;
    };
    const std::string to = "<built-in method to of Tensor object at 0x7f>";
    EXPECT_EQ(of("Memcpy HtoD (Pageable -> Device)", to), SyncSource::Upload);
    EXPECT_EQ(of("Memcpy HtoD (Pinned -> Device)", to), SyncSource::Copy);
    EXPECT_EQ(of("Memcpy DtoH (Device -> Pageable)", to), SyncSource::ReadBack);
    EXPECT_EQ(of("Memcpy DtoD (Device -> Device)", to), SyncSource::Copy);
    const std::string tensor = "<built-in method tensor of type object at 0x7f>";
    EXPECT_EQ(of("Memcpy HtoD (Pageable -> Device)", tensor), SyncSource::ListToTensor);
}

TEST(SyncOrigin, KnowsATensorMadeOfTensors) {
    OneWait wait;
    wait.dsl.python(wait.host, {380, 970}, "<built-in method tensor of type object at 0x7f>");
    wait.dsl.op(wait.host, {382, 388}, "aten::item");
    wait.dsl.op(wait.host, {400, 950}, "aten::copy_");
    wait.copy("Memcpy HtoD (Pageable -> Device)");
    EXPECT_EQ(wait.site().source, SyncSource::ScalarsToTensor);

    OneWait onGpu;  // each element is read back by a wait of its own
    onGpu.dsl.python(onGpu.host, {380, 970}, "<built-in method tensor of type object at 0x7f>");
    onGpu.dsl.op(onGpu.host, {400, 950}, "aten::item");
    EXPECT_EQ(onGpu.site().source, SyncSource::ScalarsToTensor);
}

TEST(SyncOrigin, KnowsExplicitCalls) {
    OneWait wait;
    wait.dsl.python(wait.host, {380, 970}, "train.py(3): loop");
    wait.dsl.python(wait.host, {390, 960}, "torch/cuda/__init__.py(1152): synchronize");
    wait.dsl.python(wait.host, {400, 950}, "<built-in function _cuda_synchronize>");
    EXPECT_EQ(wait.site("cudaDeviceSynchronize").source, SyncSource::Synchronize);
    EXPECT_EQ(wait.whole, "torch/cuda/__init__.py(1152): synchronize");

    OneWait event;
    event.dsl.python(event.host, {390, 960}, "torch/cuda/streams.py(230): synchronize");
    EXPECT_EQ(event.site("cudaEventSynchronize").source, SyncSource::EventWait);
}

TEST(SyncOrigin, GoesByTheCallWhereNothingElseIsRecorded) {
    EXPECT_EQ(OneWait().site("cudaDeviceSynchronize").source, SyncSource::Synchronize);
    EXPECT_EQ(OneWait().site("cudaEventSynchronize").source, SyncSource::EventWait);
    EXPECT_EQ(OneWait().site("cudaStreamSynchronize").source, SyncSource::Unknown);
    OneWait inOp;
    inOp.dsl.op(inOp.host, {400, 950}, "aten::repeat_interleave");
    EXPECT_EQ(inOp.site().source, SyncSource::Operator);
    // A wait of the user's own code is not that of an operator further out.
    OneWait inFrame;
    inFrame.dsl.op(inFrame.host, {300, 990}, "MyFunction");
    inFrame.dsl.python(inFrame.host, {400, 950}, "ext.py(3): flush");
    EXPECT_EQ(inFrame.site().source, SyncSource::Unknown);
}

TEST(SyncOrigin, TellsWhatACompilerDoes) {
    OneWait wait;
    wait.dsl.op(wait.host, {300, 990}, "create_aot_dispatcher_function (dynamo_timed)");
    wait.dsl.op(wait.host, {400, 950}, "aten::item");
    EXPECT_TRUE(wait.site().whileCompiling);
    OneWait plain;
    plain.dsl.op(plain.host, {400, 950}, "aten::item");
    EXPECT_FALSE(plain.site().whileCompiling);
}

}  // namespace
}  // namespace gaplight
