// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/comm_calls.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/ranks/comm_operation.h"
#include "core/io/plain_sources.h"
#include "core/session/session.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kSendRecv = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";

// A thread that calls NCCL, as NVTX ranges of its domain, and a stream for its kernels.
class NcclCalls : public ::testing::Test {
protected:
    void function(TraceDsl::Track on, Span span, const char* name) {
        t.slice(on, span, "nvtx NCCL", name);
    }
    void kernel(std::int64_t launched, const char* name) {
        t.kernel(stream, {launched + 100, launched + 200}, t.launch(host, {launched, launched + 1}),
                 name);
    }
    // A send or a receive as PyTorch records it.
    void exchange(Span span, const char* operation, int peer, std::int64_t elements) {
        t.op(host, span, "record_param_comms");
        t.arg("Collective name", std::string("\"") + operation + "\"");
        t.arg(std::string(operation) == "send" ? "Dst Rank" : "Src Rank", std::to_string(peer));
        t.arg("In msg nelems", std::to_string(elements));
        t.arg("Out msg nelems", std::to_string(elements));
        t.arg("dtype", "\"Float\"");
        t.arg("Process Group Name", "\"0\"");
    }
    // The operation of each call, and " by kernels" where the call itself is not recorded.
    std::vector<std::string> calls() {
        const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
        session = openSession("trace.json", *source).value();
        found = findCommCalls(*session->trace, session->indexes->launches, session->analysis);
        std::vector<std::string> texts;
        for (const CommCall& call : found.calls) {
            EXPECT_TRUE(call.kernel.isValid());
            texts.push_back(std::string(call.operation) +
                            (isApiCall(session->trace->kind(call.slice)) ? " by kernels" : ""));
        }
        return texts;
    }

    TraceDsl t;
    TraceDsl::Track host = t.thread("main");
    TraceDsl::Track stream = t.stream(0, 20);
    std::shared_ptr<const Session> session;
    CommCalls found;
};

TEST_F(NcclCalls, LaunchTheirOwnKernelsOutsideOfGroups) {
    function(host, {100, 200}, "ncclAllReduce");
    kernel(150, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    function(host, {300, 400}, "ncclAllGather");
    kernel(350, "ncclDevKernel_AllGather_RING_LL");
    EXPECT_THAT(calls(), ElementsAre("allreduce", "_allgather_base"));
    ASSERT_EQ(found.groups.size(), 1U);
    EXPECT_TRUE(found.groups.front().isInferred);  // no communicator is recorded
}

TEST_F(NcclCalls, OfAGroupShareTheKernelsOfItsEnd) {
    function(host, {100, 101}, "ncclGroupStart");
    function(host, {110, 120}, "ncclAllGather");
    function(host, {130, 140}, "ncclReduceScatter");
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, "ncclDevKernel_AllGather_RING_LL");
    EXPECT_THAT(calls(), ElementsAre("_allgather_base", "_reduce_scatter_base"));
    EXPECT_EQ(found.calls.at(0).kernel, found.calls.at(1).kernel);
}

TEST_F(NcclCalls, OfNestedGroupsAreLaunchedByTheOutermostEnd) {
    function(host, {100, 101}, "ncclGroupStart");
    function(host, {102, 103}, "ncclGroupStart");
    function(host, {110, 120}, "ncclReduceScatter");
    function(host, {125, 126}, "ncclGroupEnd");
    function(host, {130, 140}, "ncclAllReduce");
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, "ncclDevKernel_Generic");
    EXPECT_THAT(calls(), ElementsAre("_reduce_scatter_base", "allreduce"));
}

TEST_F(NcclCalls, OfAGroupThatBeganBeforeTheCaptureAreLaunchedByItsEnd) {
    function(host, {100, 120}, "ncclAllReduce");
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    function(host, {300, 301}, "ncclGroupStart");
    function(host, {310, 320}, "ncclBroadcast");
    function(host, {350, 450}, "ncclGroupEnd");
    kernel(400, "ncclDevKernel_Broadcast_RING_LL");
    EXPECT_THAT(calls(), ElementsAre("allreduce", "broadcast"));
    EXPECT_NE(found.calls.at(0).kernel, found.calls.at(1).kernel);
}

TEST_F(NcclCalls, AreCountedOnceInsideOperatorsWithoutArgs) {
    t.op(host, {90, 300}, "record_param_comms");
    function(host, {100, 120}, "ncclAllReduce_impl");
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, "ncclDevKernel_Generic_4");
    EXPECT_THAT(calls(), ElementsAre("allreduce"));
}

// The frames of a sampled stack have the names of functions too.
TEST_F(NcclCalls, ThatLaunchNothingAndHaveNoArgsAreNone) {
    const auto samples = t.thread("samples");
    t.slice(samples, {100, 250}, "sample", "ncclAllReduce");
    t.op(host, {90, 300}, "record_param_comms");
    kernel(200, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    EXPECT_THAT(calls(), ElementsAre("allreduce"));
    EXPECT_EQ(session->trace->name(found.calls.front().slice), "record_param_comms");
    EXPECT_EQ(found.groups.size(), 1U);
}

TEST_F(NcclCalls, OfOtherThreadsAreNotLaunched) {
    const auto other = t.thread("other");
    function(other, {100, 300}, "ncclAllReduce");
    kernel(200, "ncclDevKernel_AllGather_RING_LL");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    session = openSession("trace.json", *source).value();
    found = findCommCalls(*session->trace, session->indexes->launches, session->analysis);
    ASSERT_EQ(found.calls.size(), 1U);
    EXPECT_EQ(found.calls.front().operation, "_allgather_base");
}

TEST_F(NcclCalls, ThatAreNotRecordedAreNamedByPyTorchsRange) {
    t.annotation(host, {90, 300}, "nccl:all_to_all");
    kernel(150, kSendRecv);
    t.annotation(host, {390, 600}, "nccl:recv 1<-3");
    kernel(450, kSendRecv);
    kernel(750, kSendRecv);
    EXPECT_THAT(calls(),
                ElementsAre("all_to_all by kernels", "recv by kernels", "send_recv by kernels"));
    EXPECT_EQ(found.calls.at(1).kind, CommKind::Receive);
    EXPECT_EQ(found.calls.at(1).peer, 3);
}

TEST_F(NcclCalls, ToAllRanksInOneGroupAreOneAllToAll) {
    function(host, {100, 101}, "ncclGroupStart");
    for (const int peer : {0, 1, 2}) {
        exchange({110 + peer * 10, 112 + peer * 10}, "send", peer, 64);
        exchange({114 + peer * 10, 116 + peer * 10}, "recv", peer, peer == 2 ? 8 : 64);
    }
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, kSendRecv);
    ASSERT_THAT(calls(), ElementsAre("all_to_allv"));
    EXPECT_EQ(found.calls.at(0).kind, CommKind::Collective);
    EXPECT_EQ(found.calls.at(0).inputs, 3 * 64);
    EXPECT_EQ(found.calls.at(0).outputs, 2 * 64 + 8);
}

TEST_F(NcclCalls, ToNeighborsStaySendsAndReceives) {
    function(host, {100, 101}, "ncclGroupStart");
    exchange({110, 112}, "send", 0, 64);
    exchange({114, 116}, "recv", 0, 64);
    exchange({120, 122}, "send", 2, 64);
    exchange({124, 126}, "recv", 2, 64);
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, kSendRecv);
    EXPECT_THAT(calls(), ElementsAre("send", "recv", "send", "recv"));
}

// Their bytes would not fit 64 bits.
TEST_F(NcclCalls, OfImpossibleSizesAreOfUnknownSize) {
    exchange({10, 50}, "send", 1, kMaxCommElements);
    kernel(20, kSendRecv);
    exchange({60, 90}, "send", 1, std::int64_t{1} << 62U);
    kernel(70, kSendRecv);
    function(host, {100, 101}, "ncclGroupStart");
    for (const int peer : {0, 1}) {
        exchange({110 + peer * 10, 112 + peer * 10}, "send", peer, kMaxCommElements);
        exchange({114 + peer * 10, 116 + peer * 10}, "recv", peer, kMaxCommElements / 2);
    }
    function(host, {150, 250}, "ncclGroupEnd");
    kernel(200, kSendRecv);
    ASSERT_THAT(calls(), ElementsAre("send", "send", "all_to_allv"));
    EXPECT_EQ(found.calls.at(0).inputs, kMaxCommElements);
    EXPECT_EQ(found.calls.at(1).inputs, -1);
    EXPECT_EQ(found.calls.at(2).inputs, -1);
    EXPECT_EQ(found.calls.at(2).outputs, kMaxCommElements);
}

TEST(CommOperation, IsThatOfFunctionsRangesAndKernels) {
    EXPECT_EQ(operationOfFunction("ncclAllReduce"), "allreduce");
    EXPECT_EQ(operationOfFunction("ncclAllToAllv_impl"), "all_to_allv");
    EXPECT_THAT(operationOfFunction("ncclGroupEnd"), IsEmpty());
    EXPECT_THAT(operationOfFunction("ncclCommInitRank"), IsEmpty());
    EXPECT_EQ(operationOfRange("nccl:_all_gather_base"), "_allgather_base");
    EXPECT_EQ(operationOfRange("nccl:send 0->1"), "send");
    EXPECT_EQ(operationOfRange("nccl:all_to_all"), "all_to_all");
    EXPECT_EQ(peerOfRange("nccl:send 0->1"), 1);
    EXPECT_EQ(peerOfRange("nccl:recv 0<-12"), 12);
    EXPECT_EQ(peerOfRange("nccl:all_reduce"), -1);
    EXPECT_EQ(peerOfRange("nccl:send ->"), -1);
    EXPECT_THAT(operationOfRange("nccl:coalesced"), IsEmpty());
    EXPECT_THAT(operationOfRange("ncclAllReduce"), IsEmpty());
    EXPECT_EQ(operationOfKernel("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(...)"),
              "_reduce_scatter_base");
    EXPECT_EQ(operationOfKernel("ncclDevKernel_Generic_4(...)"), "communication");
}

}  // namespace
}  // namespace gaplight::test
