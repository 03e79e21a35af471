// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Every recorded trace and its pack: the same tables, args and reports. Every recorded trace and a
// cut of all of it, as JSON: the same analysis, findings and args.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/io/plain_sources.h"
#include "core/report/trace/report.h"
#include "core/session/arg_keys.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
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

// What a report says of the trace, without what it says of the file.
nlohmann::json analysisOf(const ReportSubject& subject) {
    nlohmann::json report = nlohmann::json::parse(analyzeJson(subject));
    report.erase("trace");
    for (nlohmann::json& issue : report["issues"]) {
        issue.erase("first_byte");
    }
    return report;
}

TEST_P(PackRecorded, ACutOfAllIsEqual) {
    constexpr std::int64_t kSecond = 1'000'000'000;  // instants may lie outside the slices
    const TimeRange all{timeFromNs(-kSecond), trace->trace->range().end + Duration(kSecond)};
    std::string json;
    const auto totals = cutTrace(*trace, {all, false, {}}, [&](std::string_view piece) {
        json += piece;
        return Result<void>();
    });
    ASSERT_TRUE(totals) << totals.error().message;
    EXPECT_EQ(totals->kept, totals->all);
    const auto source = plainMemorySource(std::make_shared<const std::string>(std::move(json)));
    const auto cut = openSession(trace->trace->facts().path, *source).value();
    EXPECT_EQ(analysisOf(subjectOf(*cut)), analysisOf(subjectOf(*trace)));
    const Trace& whole = *trace->trace;
    const Trace& part = *cut->trace;
    ASSERT_EQ(part.slices().size(), whole.slices().size());
    for (std::size_t at = 0; at < whole.slices().size(); ++at) {
        const SliceId slice(at);
        ASSERT_EQ(part.name(slice), whole.name(slice)) << at;
        ASSERT_EQ(part.slices().range(slice), whole.slices().range(slice)) << at;
        ASSERT_EQ(part.kind(slice), whole.kind(slice)) << at;
        ASSERT_EQ(cut->details.args(slice).value(), trace->details.args(slice).value()) << at;
    }
    EXPECT_EQ(part.instants().size(), whole.instants().size());
    EXPECT_EQ(part.memoryEvents().size(), whole.memoryEvents().size());
    EXPECT_EQ(part.flows().size(), whole.flows().size());
}

INSTANTIATE_TEST_SUITE_P(Data, PackRecorded, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

}  // namespace
}  // namespace gaplight::test
