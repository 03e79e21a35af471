// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Every recorded trace and its pack: the same tables, args and reports.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/report/trace/report.h"
#include "core/session/arg_keys.h"
#include "core/session/session.h"
#include "tests/support/formats/packed.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

class PackRecorded : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        trace = recordedSession(GetParam());
        ASSERT_NE(trace, nullptr);
        bytes = packOf(*trace->trace, trace->details.of(SourceId()));
        // Of the same name, so that reports have nothing else to differ in.
        const auto source = plainMemorySource(std::make_shared<const std::string>(bytes));
        auto opened = openSession(trace->trace->facts().path, *source);
        ASSERT_TRUE(opened) << opened.error().message;
        pack = *opened;
    }
    static ReportSubject subjectOf(const Session& session) {
        return {*session.trace, session.analysis, session.findings, std::nullopt};
    }

    std::shared_ptr<const Session> trace;
    std::shared_ptr<const Session> pack;
    std::string bytes;
};

TEST_P(PackRecorded, ReportsAreEqual) {
    EXPECT_EQ(analyzeJson(subjectOf(*pack)), analyzeJson(subjectOf(*trace)));
    EXPECT_EQ(infoJson(subjectOf(*pack)), infoJson(subjectOf(*trace)));
}

TEST_P(PackRecorded, ArgsAndFieldsAreEqual) {
    const std::size_t count = trace->trace->slices().size();
    const std::size_t step = std::max<std::size_t>(1, count / 3000);
    for (std::size_t at = 0; at < count; at += step) {
        const SliceId slice(at);
        ASSERT_EQ(pack->details.args(slice).value(), trace->details.args(slice).value()) << at;
        for (const DetailField field : {DetailField::CallStack, DetailField::InputDims,
                                        DetailField::InputTypes, DetailField::CollectiveMessage}) {
            ASSERT_EQ(pack->details.field(slice, field).value(),
                      trace->details.field(slice, field).value());
        }
    }
}

TEST_P(PackRecorded, KeysOfArgsAreEqual) {
    const auto expected = ArgKeys::read(trace->details);
    const auto actual = ArgKeys::read(pack->details);
    ASSERT_TRUE(expected && actual);
    for (std::size_t at = 0; at < trace->trace->slices().size(); ++at) {
        const auto of = [&](const ArgKeys& keys) {
            const auto found = keys.keysOf(SliceId(at));
            return std::vector<std::string>(found.begin(), found.end());
        };
        ASSERT_EQ(of(*actual), of(*expected)) << at;
    }
}

TEST_P(PackRecorded, SameTablesGiveTheSameBytes) {
    const EventDetails& details = trace->details.of(SourceId());
    EXPECT_TRUE(packOf(*trace->trace, details) == bytes);
    EXPECT_TRUE(packOf(*trace->trace, details, false) ==
                packOf(*pack->trace, pack->details.of(SourceId()), false));
}

INSTANTIATE_TEST_SUITE_P(Data, PackRecorded, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

}  // namespace
}  // namespace gaplight::test
