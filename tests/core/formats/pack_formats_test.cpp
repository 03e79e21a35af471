// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// A small file of every format, its pack, and parts of it: the same reports and args.
#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/byte_source.h"
#include "core/report/trace/report.h"
#include "core/session/arg_keys.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/core/formats/read_text.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/golden.h"
#include "tests/support/formats/packed.h"
#include "tests/support/formats/pftrace_writer.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

std::string fileBytes(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file.good()) << path;
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::string ofSql(const std::string& name) {
    return databaseBytes(sqlOf(name));
}

std::string ofCase(const std::string& name) {
    return fileBytes(std::string(GAPLIGHT_TEST_SOURCE_DIR) + "/core/formats/" + name);
}

std::string ofChrome(const std::string& name) {
    return caseBytes(name + ".json");
}

std::string ofRecorded(const std::string& name) {
    return fileBytes(dataFile(name));
}

std::string ofPftrace(const std::string& name) {
    const auto session = recordedSession(name);
    return pftraceOf(*session->trace, session->details.of(SourceId()));
}

// A file, and the format as which it opens.
struct FormatCase {
    const char* name;
    const char* format;
    std::string (*bytes)(const std::string& name);
};

void PrintTo(const FormatCase& one, std::ostream* to) {
    *to << one.name;
}

constexpr FormatCase kCases[] = {
    {"nsight/cases/two_processes", "nsight-sqlite", ofSql},
    {"nsight/cases/old_schema", "nsight-sqlite", ofSql},
    {"nsight/cases/hostile", "nsight-sqlite", ofSql},
    {"nvprof/cases/nvprof_two_gpus", "nvprof", ofSql},
    {"nvprof/cases/nvprof_old", "nvprof", ofSql},
    {"nvprof/cases/nvprof_hostile", "nvprof", ofSql},
    {"rocm/cases/rocpd_v3", "rocpd", ofSql},
    {"rocm/cases/rocpd_v4", "rocpd", ofSql},
    {"rocm/cases/rocpd_merged", "rocpd", ofSql},
    {"rocm/cases/rocpd_hostile", "rocpd", ofSql},
    {"rocm/cases/rpd_two_sessions", "rpd", ofSql},
    {"rocm/cases/rpd_sdk", "rpd", ofSql},
    {"rocm/cases/rpd_cuda", "rpd", ofSql},
    {"rocm/cases/rpd_hostile", "rpd", ofSql},
    {"rocm/cases/rocprof_two_processes.json", "rocprofv3", ofCase},
    {"rocm/cases/rocprof_hostile.json", "rocprofv3", ofCase},
    {"copy_before", "perfetto", ofPftrace},
    {"jax/steps.xplane.pb.zst", "xplane", ofRecorded},
    {"jax/steps.trace.json.zst", "chrome-json", ofRecorded},
    {"valid_all_phases", "chrome-json", ofChrome},
    {"valid_kineto", "kineto-json", ofChrome},
    {"event_values", "kineto-json", ofChrome},
    {"cut_in_string", "kineto-json", ofChrome},
};

class PackOfFormat : public ::testing::TestWithParam<FormatCase> {
protected:
    void SetUp() override {
        trace = openedFrom(GetParam().bytes(GetParam().name));
        ASSERT_NE(trace, nullptr);
        EXPECT_EQ(trace->trace->facts().format, GetParam().format);
        EXPECT_GT(trace->trace->slices().size(), 0U);
        pack = openedFrom(packOf(*trace->trace, trace->details.of(SourceId())));
        ASSERT_NE(pack, nullptr);
    }
    // Of one name, so that reports have nothing else to differ in.
    static std::shared_ptr<const Session> openedFrom(const std::string& bytes) {
        const auto source = byteSourceFromMemory(bytes);
        EXPECT_TRUE(source);
        const auto opened = openSession("trace", **source);
        EXPECT_TRUE(opened) << opened.error().message;
        return opened ? *opened : nullptr;
    }
    static ReportSubject subjectOf(const Session& session) {
        return {*session.trace, session.analysis, session.findings, std::nullopt};
    }

    std::shared_ptr<const Session> trace;
    std::shared_ptr<const Session> pack;
};

TEST_P(PackOfFormat, ReportsAreEqual) {
    EXPECT_EQ(analyzeJson(subjectOf(*pack)), analyzeJson(subjectOf(*trace)));
    EXPECT_EQ(infoJson(subjectOf(*pack)), infoJson(subjectOf(*trace)));
}

TEST_P(PackOfFormat, ArgsAreEqual) {
    const auto keys = ArgKeys::read(trace->details);
    const auto packedKeys = ArgKeys::read(pack->details);
    ASSERT_TRUE(keys && packedKeys);
    const auto listOf = [](const ArgKeys& all, SliceId slice) {
        const auto found = all.keysOf(slice);
        return std::vector<std::string>(found.begin(), found.end());
    };
    std::size_t withArgs = 0;
    for (std::size_t at = 0; at < trace->trace->slices().size(); ++at) {
        const SliceId slice(at);
        const auto args = trace->details.args(slice);
        ASSERT_TRUE(args) << args.error().message;
        ASSERT_EQ(pack->details.args(slice).value(), *args) << at;
        ASSERT_EQ(listOf(*packedKeys, slice), listOf(*keys, slice)) << at;
        for (const DetailField field :
             {DetailField::CallStack, DetailField::InputDims, DetailField::OperatorInputs,
              DetailField::CollectiveMessage, DetailField::LaunchedKernel}) {
            ASSERT_EQ(pack->details.field(slice, field).value(),
                      trace->details.field(slice, field).value());
        }
        withArgs += args->empty() ? 0 : 1;
    }
    EXPECT_GT(withArgs, 0U);
}

// Nested values are laid out for display by some formats only.
std::string withoutSpace(std::string text) {
    std::erase_if(text, [](char character) { return character == ' ' || character == '\n'; });
    return text;
}

// Whether all of `args` are in `more`, in this order.
bool hasAll(const std::vector<Arg>& more, const std::vector<Arg>& args) {
    std::size_t found = 0;
    for (const Arg& arg : more) {
        const bool isNext = found < args.size() && arg.path == args[found].path &&
                            withoutSpace(arg.value) == withoutSpace(args[found].value);
        found += isNext ? 1 : 0;
    }
    return found == args.size();
}

// What a slice is, but for the order of those that are equal.
auto factsOf(const Trace& trace, SliceId slice) {
    const Track& track = trace.tracks()[trace.trackOf(slice).index()];
    return std::tuple(trace.text(trace.processes()[track.process.index()].pid),
                      ns(trace.slices().start(slice)), trace.slices().duration(slice).count(),
                      trace.name(slice), trace.kind(slice));
}

// Args of other formats get Kineto's beside them.
void expectSameSlices(const Session& part, const Session& whole) {
    using Facts = decltype(factsOf(*whole.trace, SliceId()));
    std::multimap<Facts, std::vector<Arg>> wanted;
    for (std::size_t at = 0; at < whole.trace->slices().size(); ++at) {
        wanted.emplace(factsOf(*whole.trace, SliceId(at)), whole.details.args(SliceId(at)).value());
    }
    for (std::size_t at = 0; at < part.trace->slices().size(); ++at) {
        const std::vector<Arg> args = part.details.args(SliceId(at)).value();
        const auto [first, last] = wanted.equal_range(factsOf(*part.trace, SliceId(at)));
        const auto same =
            std::find_if(first, last, [&](const auto& one) { return hasAll(args, one.second); });
        ASSERT_TRUE(same != last) << part.trace->name(SliceId(at)) << " " << at << " "
                                  << ::testing::PrintToString(args);
        wanted.erase(same);
    }
    EXPECT_EQ(wanted.size(), 0U);
}

TEST_P(PackOfFormat, APartOfAllIsEqual) {
    constexpr std::int64_t kSecond = 1'000'000'000;  // instants may lie outside the slices
    const TimeRange all{trace->trace->range().begin - Duration(kSecond),
                        trace->trace->range().end + Duration(kSecond)};
    for (const CutForm form : {CutForm::Chrome, CutForm::Pack}) {
        std::string bytes;
        const auto totals = cutTrace(*trace, {all, false, {}, form}, [&](std::string_view piece) {
            bytes += piece;
            return Result<void>();
        });
        ASSERT_TRUE(totals) << totals.error().message;
        const auto part = openedFrom(bytes);
        ASSERT_NE(part, nullptr);
        expectSameSlices(*part, *trace);
        EXPECT_EQ(part->trace->instants().size(), trace->trace->instants().size());
        EXPECT_EQ(part->trace->memoryEvents().size(), trace->trace->memoryEvents().size());
        EXPECT_EQ(part->trace->flows().size(), trace->trace->flows().size());
        ASSERT_EQ(part->analysis.devices.size(), trace->analysis.devices.size());
        for (std::size_t at = 0; at < part->analysis.devices.size(); ++at) {
            const DeviceAnalysis& ours = part->analysis.devices[at];
            const DeviceAnalysis& theirs = trace->analysis.devices[at];
            EXPECT_EQ(ours.totals.gpu, theirs.totals.gpu);
            EXPECT_EQ(ours.totals.busy, theirs.totals.busy);
            EXPECT_EQ(ours.totals.kernels, theirs.totals.kernels);
            EXPECT_EQ(ours.idleByTrigger, theirs.idleByTrigger);
            EXPECT_EQ(ours.idleByActivity, theirs.idleByActivity);
        }
        if (form == CutForm::Pack || trace->trace->issues().count(IssueKind::Truncated) == 0) {
            EXPECT_EQ(part->findings.findings.size(), trace->findings.findings.size());
        }
    }
}

std::string testName(const ::testing::TestParamInfo<FormatCase>& info) {
    std::string name = info.param.name;
    name = name.substr(name.rfind('/') + 1);
    return name.substr(0, name.find('.')) + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(All, PackOfFormat, ::testing::ValuesIn(kCases), testName);

}  // namespace
}  // namespace gaplight::test
