// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/gpu_activity.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;

TEST(Concurrency, IsTimeBesideOtherKernels) {
    TraceDsl t;
    const auto first = t.stream(0, 7);
    const auto second = t.stream(0, 8);
    const auto third = t.stream(0, 9);
    t.kernel(first, {0, 100}, 0, "alone");
    t.kernel(first, {200, 300}, 0, "half");
    t.kernel(second, {250, 280}, 0, "inner");
    t.kernel(third, {260, 320}, 0, "last");
    t.memcpy(second, {0, 100});
    t.kernel(t.stream(1, 7), {0, 400}, 0, "elsewhere");
    const auto trace = t.trace();
    const auto devices = activitiesByDevice(*trace, LaunchIndex::build(*trace));
    const Concurrency concurrency(*trace, devices.at(0).byStart);
    const auto beside = [&](const std::string& name) {
        return concurrency.besideOthers(test::sliceNamed(*trace, name));
    };
    EXPECT_EQ(beside("alone"), Duration(0)) << "copies are no kernels";
    EXPECT_EQ(beside("half"), Duration(50));
    EXPECT_EQ(beside("inner"), Duration(30));
    EXPECT_EQ(beside("last"), Duration(40));
}

}  // namespace
}  // namespace gaplight
