// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <new>
#include <string>

#include <unistd.h>

#include <gtest/gtest.h>

#include "core/base/exhaustion.h"
#include "core/io/output_file.h"
#include "core/io/output_writer.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme_files.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"
#include "tests/support/paced_trace.h"

// Each allocation, read, write and rename of loading, exporting and cutting fails once in turn.
// What must hold, as in SQLite's tests: the work succeeds with the result that it has without the
// failure, or returns an error; no file and no descriptor is left over, the old output is whole,
// and the next run works.
//
// Allocations fail by operator new of this program; system calls by the linker's --wrap
// (CMakeLists.txt), which replaces the calls of our own code.

namespace {

constexpr long kNever = -1;
std::atomic<long> allocationsUntilFailure{kNever};
std::atomic<long> allocations{0};
std::atomic<long> callsUntilFailure{kNever};
std::atomic<long> calls{0};

bool isTurn(std::atomic<long>& count, std::atomic<long>& untilFailure) {
    count.fetch_add(1, std::memory_order_relaxed);
    return untilFailure.load(std::memory_order_relaxed) != kNever &&
           untilFailure.fetch_sub(1, std::memory_order_relaxed) == 0;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (isTurn(allocations, allocationsUntilFailure)) {
        return nullptr;
    }
    const std::size_t size = bytes == 0 ? 1 : bytes;
    return alignment <= alignof(std::max_align_t)
               ? std::malloc(size)
               : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocateOrThrow(std::size_t bytes, std::size_t alignment = 1) {
    void* memory = allocate(bytes, alignment);
    return memory != nullptr ? memory : throw std::bad_alloc();
}

bool callFails(int error) {
    if (!isTurn(calls, callsUntilFailure)) {
        return false;
    }
    errno = error;
    return true;
}

}  // namespace

void* operator new(std::size_t bytes) {
    return allocateOrThrow(bytes);
}
void* operator new[](std::size_t bytes) {
    return allocateOrThrow(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocateOrThrow(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocateOrThrow(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    return allocate(bytes, 1);
}
void* operator new[](std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    return allocate(bytes, 1);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/,
                       std::align_val_t /*alignment*/) noexcept {
    std::free(memory);
}

// The names are the linker's.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
ssize_t __real_pread(int file, void* into, std::size_t bytes, off_t offset);
ssize_t __wrap_pread(int file, void* into, std::size_t bytes, off_t offset);
ssize_t __wrap_pread(int file, void* into, std::size_t bytes, off_t offset) {
    return callFails(EIO) ? -1 : __real_pread(file, into, bytes, offset);
}
ssize_t __real_write(int file, const void* from, std::size_t bytes);
ssize_t __wrap_write(int file, const void* from, std::size_t bytes);
ssize_t __wrap_write(int file, const void* from, std::size_t bytes) {
    return callFails(ENOSPC) ? -1 : __real_write(file, from, bytes);
}
ssize_t __real_pwrite(int file, const void* from, std::size_t bytes, off_t offset);
ssize_t __wrap_pwrite(int file, const void* from, std::size_t bytes, off_t offset);
ssize_t __wrap_pwrite(int file, const void* from, std::size_t bytes, off_t offset) {
    return callFails(ENOSPC) ? -1 : __real_pwrite(file, from, bytes, offset);
}
int __real_fsync(int file);
int __wrap_fsync(int file);
int __wrap_fsync(int file) {
    return callFails(EIO) ? -1 : __real_fsync(file);
}
int __real_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to);
int __wrap_rename(const char* from, const char* to) {
    return callFails(EACCES) ? -1 : __real_rename(from, to);
}
int __real_linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags);
int __wrap_linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags);
int __wrap_linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) {
    return callFails(EACCES) ? -1 : __real_linkat(fromFolder, from, toFolder, to, flags);
}
// NOLINTEND(bugprone-reserved-identifier)
}

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

    // Runs `work`, of which the `turn`th event of `untilFailure` fails; kNever: none.
    Outcome outcomeOf(const std::function<Result<void>()>& work, std::atomic<long>& untilFailure,
                      long turn) {
        std::ofstream(m_output, std::ios::binary) << kOldOutput;
        untilFailure = turn;
        Outcome outcome{work(), {}};
        untilFailure = kNever;
        outcome.output = contentOf(m_output);
        return outcome;
    }

    // All turns, or every so many that there are `kMaxRuns` of them.
    void failInTurn(const std::function<Result<void>()>& work, std::atomic<long>& count,
                    std::atomic<long>& untilFailure) {
        constexpr long kMaxRuns = 400;
        static_cast<void>(outcomeOf(work, untilFailure, kNever));  // what is made once
        count = 0;
        const Outcome expected = outcomeOf(work, untilFailure, kNever);
        ASSERT_TRUE(expected.done) << expected.done.error().message;
        const long total = count;
        ASSERT_GT(total, 2);
        const std::size_t entries = entriesOf(m_folder);
        std::size_t descriptors = openDescriptors();
        const long stride = std::max(1L, total / kMaxRuns);
        int failures = 0;
        for (long turn = 0; turn < total; turn += stride) {
            SCOPED_TRACE("failure " + std::to_string(turn) + " of " + std::to_string(total));
            const Outcome outcome = outcomeOf(work, untilFailure, turn);
            if (outcome.done) {
                EXPECT_EQ(outcome.output, expected.output);
            } else {
                ++failures;
                EXPECT_FALSE(outcome.done.error().message.empty());
                EXPECT_EQ(outcome.done.error().message.find('\n'), std::string::npos);
                EXPECT_EQ(outcome.output, kOldOutput);
                EXPECT_EQ(outcome.done.error().code == ErrorCode::TooLarge,
                          &untilFailure == &allocationsUntilFailure)
                    << outcome.done.error().message;
            }
            EXPECT_EQ(entriesOf(m_folder), entries);
            EXPECT_EQ(openDescriptors(), descriptors);
            descriptors = openDescriptors();  // each leak is reported once
        }
        EXPECT_GT(failures, 0);
        const Outcome after = outcomeOf(work, untilFailure, kNever);
        EXPECT_TRUE(after.done);
        EXPECT_EQ(after.output, expected.output);
    }

    // Parsed by nlohmann's JSON, whose destructor allocates: where that fails, the program ends.
    Theme m_theme = *builtInTheme(true);
    fs::path m_folder;
    std::string m_trace;  // made before anything fails, as is:
    std::string m_output;
};

TEST_F(FaultInjectionTest, AllocationsOfLoading) {
    failInTurn([&] { return load(); }, allocations, allocationsUntilFailure);
}

TEST_F(FaultInjectionTest, AllocationsOfExporting) {
    failInTurn([&] { return exportFigure(); }, allocations, allocationsUntilFailure);
}

TEST_F(FaultInjectionTest, AllocationsOfCutting) {
    failInTurn([&] { return cut(); }, allocations, allocationsUntilFailure);
}

TEST_F(FaultInjectionTest, CallsOfLoading) {
    failInTurn([&] { return load(); }, calls, callsUntilFailure);
}

TEST_F(FaultInjectionTest, CallsOfExporting) {
    failInTurn([&] { return exportFigure(); }, calls, callsUntilFailure);
}

TEST_F(FaultInjectionTest, CallsOfCutting) {
    failInTurn([&] { return cut(); }, calls, callsUntilFailure);
}

}  // namespace
}  // namespace gaplight
