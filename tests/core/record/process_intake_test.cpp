// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/process_trace.h"

#include <span>
#include <string>

#include <gmock/gmock.h>

#include "tests/core/record/recorded_process.h"

namespace gaplight::record {
namespace {

using ::testing::HasSubstr;

// Nothing is written: without a call there is no trace.
ProcessIntake intakeTo(std::string& path) {
    return {[&path](std::uint32_t pid) { return path = "process." + std::to_string(pid); }, 0};
}

TEST(ProcessIntake, KnowsTheProcessOnceItsRecordIsComplete) {
    const test::RecordedProcess process(77, "worker");
    std::string path;
    ProcessIntake intake = intakeTo(path);
    for (std::size_t at = 0; at < process.bytes.size(); ++at) {
        EXPECT_EQ(intake.trace() != nullptr, at >= sizeof(ProcessRecord)) << at;
        ASSERT_TRUE(intake.take(std::span(process.bytes).subspan(at, 1)));
    }
    EXPECT_EQ(intake.pid(), 77U);
    EXPECT_EQ(path, "process.77");
    ASSERT_NE(intake.trace(), nullptr);
    EXPECT_EQ(intake.trace()->events().process().pid, 77U);
}

TEST(ProcessIntake, RefusesWhatNoRecorderOfThisBuildSends) {
    std::vector<std::byte> another;
    ProcessRecord process;
    process.magic = kStreamMagic + 1;
    append(another, process, "worker");
    std::vector<std::byte> call;
    append(call, CallRecord());
    for (const std::vector<std::byte>& bytes : {another, call}) {
        std::string path;
        ProcessIntake intake = intakeTo(path);
        const Result<void> taken = intake.take(bytes);
        ASSERT_FALSE(taken);
        EXPECT_EQ(taken.error().code, ErrorCode::Corrupt);
        EXPECT_THAT(taken.error().message, HasSubstr("two builds"));
        EXPECT_EQ(intake.trace(), nullptr);
        EXPECT_EQ(path, "");
    }
}

}  // namespace
}  // namespace gaplight::record
