// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/base/exhaustion.h"
#include "core/io/output_writer.h"
#include "core/pack/write_pack.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/core/formats/sql_case.h"
#include "tests/support/checks/trace_dump.h"
#include "tests/support/formats/nsight_writer.h"
#include "tests/support/formats/pftrace_writer.h"
#include "tests/support/system/injected_faults.h"
#include "tests/support/traces/paced_trace.h"

// Each allocation, read, write, rename and start of a thread of loading, exporting, cutting and
// packing fails once in turn. What must hold, as in SQLite's tests: the work succeeds with the
// result that it has without the failure, or returns an error; no file and no descriptor is left
// over, the old output is whole, and the next run works. GAPLIGHT_ALL_FAULTS in the environment:
// every turn, where otherwise some hundred of each kind fail.
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

// SQLite allocates by functions that can be replaced before it is used: its allocations fail in
// turn with those of operator new.
sqlite3_mem_methods systemMemory;

void* allocateForSqlite(int bytes) {
    return test::allocationFaults.isTurn() ? nullptr : systemMemory.xMalloc(bytes);
}

void* resizeForSqlite(void* memory, int bytes) {
    return test::allocationFaults.isTurn() ? nullptr : systemMemory.xRealloc(memory, bytes);
}

const bool isMemoryReplaced = [] {
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &systemMemory);
    sqlite3_mem_methods failing = systemMemory;
    failing.xMalloc = allocateForSqlite;
    failing.xRealloc = resizeForSqlite;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) == SQLITE_OK;
}();

// The trace, and the args of each of its slices.
struct Loaded {
    std::shared_ptr<const Session> session;
    std::string args;
};

Result<Loaded> loadWhole(const std::string& path) {
    auto session = openSession(path, {});
    if (!session) {
        return tl::unexpected<Error>(session.error());
    }
    Loaded loaded{*session, {}};
    const std::size_t slices = loaded.session->trace->slices().size();
    for (std::size_t at = 0; at < slices; ++at) {
        const auto args = loaded.session->details.args(SliceId(at));
        if (!args) {
            return tl::unexpected<Error>(args.error());
        }
        for (const Arg& arg : *args) {
            loaded.args += arg.path + '=' + arg.value + '\n';
        }
    }
    return loaded;
}

// What one piece of work leaves behind.
struct Outcome {
    Result<void> done;
    std::string output;
    std::string trace;  // of loading
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

    // From now on the input is the trace in another format.
    void useBytes(const std::string& name, const std::string& bytes) {
        const fs::path path = m_folder / name;
        ASSERT_TRUE(writeOutputFile(path.string(), bytes));
        m_trace = path.string();
    }
    void useDatabase() {
        ASSERT_TRUE(isMemoryReplaced);
        const auto session = *openSession(m_trace, {});
        useBytes("trace.sqlite", test::databaseBytes(test::nsightSqlOf(*session->trace)));
    }
    void usePerfettoTrace() {
        const auto session = *openSession(m_trace, {});
        useBytes("trace.pftrace",
                 test::pftraceOf(*session->trace, session->details.of(SourceId())));
    }
    void usePack() {
        ASSERT_TRUE(pack());
        useBytes("trace.gaplight", contentOf(m_output));
    }
    // Standard input, a pipe that holds the whole trace.
    void usePipe() {
        m_prepare = [content = contentOf(m_trace)] {
            std::array<int, 2> ends{};
            ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
            ASSERT_EQ(::write(ends[1], content.data(), content.size()),
                      static_cast<ssize_t>(content.size()));
            ASSERT_EQ(::dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
            ::close(ends[0]);
            ::close(ends[1]);
        };
        m_trace = "-";
    }

    [[nodiscard]] Result<void> load() {
        return failOnExhaustion(m_trace, [&] {
            return loadWhole(m_trace).map([&](Loaded loaded) { m_loaded = std::move(loaded); });
        });
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
        m_prepare();
        faults.failAt(turn);
        Outcome outcome{work(), {}, {}};
        faults.failAt(test::FaultCounter::kNever);
        outcome.output = contentOf(m_output);
        if (m_loaded.session != nullptr) {
            outcome.trace = test::dump(*m_loaded.session->trace) + m_loaded.args;
        }
        m_loaded = {};
        return outcome;
    }

    // One failure happened, or none, and this came of it. False: it was an error.
    bool checkOutcome(const Outcome& outcome, const Outcome& expected, bool isExhaustion) {
        if (outcome.done) {
            EXPECT_TRUE(outcome.output == expected.output);
            EXPECT_EQ(outcome.trace, expected.trace);
            return true;
        }
        const Error& error = outcome.done.error();
        EXPECT_FALSE(error.message.empty());
        EXPECT_EQ(error.message.find('\n'), std::string::npos);
        EXPECT_EQ(error.code == ErrorCode::TooLarge, isExhaustion) << error.message;
        EXPECT_NE(error.code, ErrorCode::Corrupt) << error.message;  // nothing is
        EXPECT_TRUE(outcome.output == kOldOutput);
        return false;
    }

    // All turns, or every so many that there are `maxRuns` of them.
    void failInTurn(const std::function<Result<void>()>& work, test::FaultCounter& faults,
                    long maxRuns = 400) {
        constexpr long kNever = test::FaultCounter::kNever;
        static_cast<void>(outcomeOf(work, faults, kNever));  // what is made once
        faults.reset();
        const Outcome expected = outcomeOf(work, faults, kNever);
        ASSERT_TRUE(expected.done) << expected.done.error().message;
        const long total = faults.count();
        const bool isEachTurn = std::getenv("GAPLIGHT_ALL_FAULTS") != nullptr;
        const long stride = isEachTurn ? 1 : std::max(1L, total / maxRuns);
        const std::size_t entries = entriesOf(m_folder);
        std::size_t descriptors = openDescriptors();
        m_failures = 0;
        for (long turn = 0; turn < total; turn += stride) {
            SCOPED_TRACE("failure " + std::to_string(turn) + " of " + std::to_string(total));
            const Outcome outcome = outcomeOf(work, faults, turn);
            m_failures += checkOutcome(outcome, expected, &faults != &test::callFaults) ? 0 : 1;
            EXPECT_EQ(entriesOf(m_folder), entries);
            EXPECT_EQ(openDescriptors(), descriptors);
            descriptors = openDescriptors();  // each leak is reported once
        }
        const Outcome after = outcomeOf(work, faults, kNever);
        EXPECT_TRUE(after.done);
        checkOutcome(after, expected, false);
    }

    // The kinds of failures that every piece of work has.
    void failAllInTurn(const std::function<Result<void>()>& work, long maxRuns) {
        for (test::FaultCounter* faults : {&test::allocationFaults, &test::callFaults}) {
            SCOPED_TRACE(faults == &test::callFaults ? "calls" : "allocations");
            failInTurn(work, *faults, maxRuns);
            EXPECT_GT(m_failures, 0);
        }
    }

    // Parsed by nlohmann's JSON, whose destructor allocates: where that fails, the program ends.
    Theme m_theme = *builtInTheme(true);
    fs::path m_folder;
    std::string m_trace;  // made before anything fails, as is:
    std::string m_output;
    std::function<void()> m_prepare = [] {};  // before each run
    Loaded m_loaded;                          // by the last run
    int m_failures = 0;                       // that were errors, in the last failInTurn()
};

constexpr long kManyRuns = 400;
constexpr long kSomeRuns = 120;  // of a format whose reader is the only difference

TEST_F(FaultInjectionTest, Loading) {
    failAllInTurn([&] { return load(); }, kManyRuns);
}

TEST_F(FaultInjectionTest, Exporting) {
    failAllInTurn([&] { return exportFigure(); }, kManyRuns);
}

TEST_F(FaultInjectionTest, Cutting) {
    failAllInTurn([&] { return cut(); }, kManyRuns);
}

TEST_F(FaultInjectionTest, Packing) {
    failAllInTurn([&] { return pack(); }, kManyRuns);
}

TEST_F(FaultInjectionTest, LoadingADatabase) {
    useDatabase();
    failAllInTurn([&] { return load(); }, kManyRuns);
}

TEST_F(FaultInjectionTest, CuttingADatabase) {
    useDatabase();
    failAllInTurn([&] { return cut(); }, kManyRuns);
}

TEST_F(FaultInjectionTest, LoadingAPerfettoTrace) {
    usePerfettoTrace();
    failAllInTurn([&] { return load(); }, kSomeRuns);
}

TEST_F(FaultInjectionTest, CuttingAPerfettoTrace) {
    usePerfettoTrace();
    failAllInTurn([&] { return cut(); }, kSomeRuns);
}

TEST_F(FaultInjectionTest, LoadingAPack) {
    usePack();
    failAllInTurn([&] { return load(); }, kSomeRuns);
}

TEST_F(FaultInjectionTest, LoadingFromAPipe) {
    usePipe();
    failInTurn([&] { return load(); }, test::callFaults);
    EXPECT_GT(m_failures, 0);
}

TEST_F(FaultInjectionTest, StartsOfThreads) {
    const std::array<std::function<Result<void>()>, 4> works{
        [&] { return load(); }, [&] { return exportFigure(); }, [&] { return cut(); },
        [&] { return pack(); }};
    for (const auto& work : works) {
        failInTurn(work, test::threadFaults);
    }
}

}  // namespace
}  // namespace gaplight
