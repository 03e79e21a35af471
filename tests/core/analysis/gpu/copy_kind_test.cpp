// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/copy_kind.h"

#include <gtest/gtest.h>

#include "core/formats/open_trace.h"
#include "core/io/plain_sources.h"
#include "core/trace/trace_builder.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;

constexpr CopyKind kPageableUp{CopyDirection::HostToDevice, HostMemory::Pageable};

TEST(CopyKind, FromTheName) {
    EXPECT_EQ(copyKindOfName("Memcpy HtoD (Pageable -> Device)"), kPageableUp);
    EXPECT_EQ(copyKindOfName("Memcpy DtoH (Device -> Pageable)"),
              (CopyKind{CopyDirection::DeviceToHost, HostMemory::Pageable}));
    EXPECT_EQ(copyKindOfName("Memcpy DtoH (Device -> Pinned)"),
              (CopyKind{CopyDirection::DeviceToHost, HostMemory::Pinned}));
    EXPECT_EQ(copyKindOfName("Memcpy DtoD (Device -> Device)"),
              (CopyKind{CopyDirection::DeviceToDevice, HostMemory::Unknown}));
    EXPECT_EQ(copyKindOfName("Memcpy PtoP (Device -> Device)").direction,
              CopyDirection::PeerToPeer);
    // What ROCm writes does not say which memory of the host.
    EXPECT_EQ(copyKindOfName("Memcpy HtoD (Host -> Device)"),
              (CopyKind{CopyDirection::HostToDevice, HostMemory::Unknown}));
    EXPECT_EQ(copyKindOfName("CopyDeviceToHost").direction, CopyDirection::DeviceToHost);
    EXPECT_EQ(copyKindOfName("Memset (Device)").direction, CopyDirection::Unknown);
}

TEST(CopyKind, FromTheArgsWhereTheNameDoesNotSay) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 100}, "aten::copy_");
    t.memcpy(stream, {200, 300}, t.call(host, {10, 20}, "cudaMemcpyAsync"), "Memcpy HtoD");
    t.arg("src kind", "\"pageable\"");
    t.arg("dst kind", "\"device\"");
    t.memcpy(stream, {400, 500}, t.call(host, {30, 40}, "cudaMemcpyAsync"), "Memcpy");
    t.arg("copy kind", "\"DtoH\"");
    t.arg("dst kind", "\"pinned\"");
    t.memcpy(stream, {600, 700}, t.call(host, {50, 60}, "cudaMemcpyAsync"), "Memcpy DtoH");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    TraceBuilder builder;
    const auto read = openTrace(*source, builder, {});
    ASSERT_TRUE(read);
    const auto trace = builder.finish({});
    const CopyKinds kinds(*trace);
    EXPECT_EQ(kinds.of(test::sliceNamed(*trace, "Memcpy HtoD")), kPageableUp);
    EXPECT_EQ(kinds.of(test::sliceNamed(*trace, "Memcpy")),
              (CopyKind{CopyDirection::DeviceToHost, HostMemory::Pinned}));
    EXPECT_EQ(kinds.of(test::sliceNamed(*trace, "Memcpy DtoH")),
              (CopyKind{CopyDirection::DeviceToHost, HostMemory::Unknown}));
}

}  // namespace
}  // namespace gaplight
