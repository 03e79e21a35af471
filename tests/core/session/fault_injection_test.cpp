// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include "core/base/exhaustion.h"
#include "core/io/output_file.h"
#include "core/io/output_writer.h"
#include "core/pack/write_pack.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme_files.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/support/injected_faults.h"
#include "tests/support/paced_trace.h"

// Each allocation, read, write and rename of loading, exporting and cutting fails once in turn.
// What must hold, as in SQLite's tests: the work succeeds with the result that it has without the
// failure, or returns an error; no file and no descriptor is left over, the old output is whole,
// and the next run works.
//
namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOldOutput = "the output of an earlier run";

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t entriesOf(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::size_t openDescriptors() {
    return entriesOf("/proc/self/fd");
}

std::string smallTrace() {
    test::PacedTrace t;
    for (int step = 1; step <= 3; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] {
            t.op("aten::mul", 3);
            t.sync();
            t.pause(400'000);
        });
    }
    return t.dsl.json();
}

// What one piece of work leaves behind.
struct Outcome {
    Result<void> done;
    std::string output;
};

class FaultInjectionTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "gaplight-faults-XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
        m_trace = (m_folder / "trace.json.zst").string();
        m_output = (m_folder / "output").string();
        auto writer =
            OutputWriter::create(m_trace, Deflation::Zstd, OutputWriter::WriteMode::AtomicReplace);
        ASSERT_TRUE(writer && (*writer)->write(smallTrace()) && (*writer)->commit());
    }
    void TearDown() override { fs::remove_all(m_folder); }

    [[nodiscard]] Result<void> load() const {
        return failOnExhaustion(
            m_trace, [&] { return openSession(m_trace, {}).map([](const auto& /*session*/) {}); });
    }

    [[nodiscard]] Result<void> exportFigure() const {
        return failOnExhaustion(m_trace, [&] {
            return openSession(m_trace, {}).and_then([&](const auto& session) {
                const auto data = SceneData::build(session);
                return figureSvg(figurePlan(*data, {}), m_theme)
                    .and_then(
                        [&](const std::string& svg) { return writeOutputFile(m_output, svg); });
            });
        });
    }

    [[nodiscard]] Result<void> cut() const {
        return failOnExhaustion(m_trace, [&] {
            return openSession(m_trace, {}).and_then([&](const auto& session) -> Result<void> {
                auto writer = OutputWriter::create(m_output, Deflation::Gzip,
                                                   OutputWriter::WriteMode::AtomicReplace);
                if (!writer) {
                    return tl::unexpected<Error>(writer.error());
                }
                const CutOptions options{session->trace->range(), false, {}};
                const auto totals = cutTrace(*session, options, [&](std::string_view bytes) {
                    return (*writer)->write(bytes);
                });
                if (!totals) {
                    return tl::unexpected<Error>(totals.error());
                }
                return (*writer)->commit();
            });
        });
    }

    [[nodiscard]] Result<void> pack() const {
        return failOnExhaustion(m_trace, [&] {
            return openSession(m_trace, {}).and_then([&](const auto& session) -> Result<void> {
                auto writer = OutputWriter::create(m_output, Deflation::None,
                                                   OutputWriter::WriteMode::AtomicReplace);
                if (!writer) {
                    return tl::unexpected<Error>(writer.error());
                }
                const auto bytes =
                    writePack(*session->trace, session->details.of(SourceId()), {},
                              [&](std::string_view part) { return (*writer)->write(part); });
                return bytes ? (*writer)->commit() : tl::unexpected<Error>(bytes.error());
            });
        });
    }

    // Runs `work`, of which the `turn`th event of `faults` fails; kNever: none.
    Outcome outcomeOf(const std::function<Result<void>()>& work, test::FaultCounter& faults,
                      long turn) {
        std::ofstream(m_output, std::ios::binary) << kOldOutput;
        faults.failAt(turn);
        Outcome outcome{work(), {}};
        faults.failAt(test::FaultCounter::kNever);
        outcome.output = contentOf(m_output);
        return outcome;
    }

    // All turns, or every so many that there are `kMaxRuns` of them.
    void failInTurn(const std::function<Result<void>()>& work, test::FaultCounter& faults) {
        constexpr long kMaxRuns = 400;
        constexpr long kNever = test::FaultCounter::kNever;
        static_cast<void>(outcomeOf(work, faults, kNever));  // what is made once
        faults.reset();
        const Outcome expected = outcomeOf(work, faults, kNever);
        ASSERT_TRUE(expected.done) << expected.done.error().message;
        const long total = faults.count();
        ASSERT_GT(total, 2);
        const std::size_t entries = entriesOf(m_folder);
        std::size_t descriptors = openDescriptors();
        const long stride = std::max(1L, total / kMaxRuns);
        int failures = 0;
        for (long turn = 0; turn < total; turn += stride) {
            SCOPED_TRACE("failure " + std::to_string(turn) + " of " + std::to_string(total));
            const Outcome outcome = outcomeOf(work, faults, turn);
            if (outcome.done) {
                EXPECT_TRUE(outcome.output == expected.output);
            } else {
                ++failures;
                EXPECT_FALSE(outcome.done.error().message.empty());
                EXPECT_EQ(outcome.done.error().message.find('\n'), std::string::npos);
                EXPECT_TRUE(outcome.output == kOldOutput);
                EXPECT_EQ(outcome.done.error().code == ErrorCode::TooLarge,
                          &faults == &test::allocationFaults)
                    << outcome.done.error().message;
            }
            EXPECT_EQ(entriesOf(m_folder), entries);
            EXPECT_EQ(openDescriptors(), descriptors);
            descriptors = openDescriptors();  // each leak is reported once
        }
        EXPECT_GT(failures, 0);
        const Outcome after = outcomeOf(work, faults, kNever);
        EXPECT_TRUE(after.done);
        EXPECT_TRUE(after.output == expected.output);
    }

    // Parsed by nlohmann's JSON, whose destructor allocates: where that fails, the program ends.
    Theme m_theme = *builtInTheme(true);
    fs::path m_folder;
    std::string m_trace;  // made before anything fails, as is:
    std::string m_output;
};

TEST_F(FaultInjectionTest, AllocationsOfLoading) {
    failInTurn([&] { return load(); }, test::allocationFaults);
}

TEST_F(FaultInjectionTest, AllocationsOfExporting) {
    failInTurn([&] { return exportFigure(); }, test::allocationFaults);
}

TEST_F(FaultInjectionTest, AllocationsOfCutting) {
    failInTurn([&] { return cut(); }, test::allocationFaults);
}

TEST_F(FaultInjectionTest, AllocationsOfPacking) {
    failInTurn([&] { return pack(); }, test::allocationFaults);
}

TEST_F(FaultInjectionTest, CallsOfPacking) {
    failInTurn([&] { return pack(); }, test::callFaults);
}

TEST_F(FaultInjectionTest, CallsOfLoading) {
    failInTurn([&] { return load(); }, test::callFaults);
}

TEST_F(FaultInjectionTest, CallsOfExporting) {
    failInTurn([&] { return exportFigure(); }, test::callFaults);
}

TEST_F(FaultInjectionTest, CallsOfCutting) {
    failInTurn([&] { return cut(); }, test::callFaults);
}

}  // namespace
}  // namespace gaplight
