// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/exhaustion.h"
#include "core/io/output_writer.h"
#include "core/record/process_trace.h"
#include "core/record/program_run.h"
#include "core/record/recording.h"
#include "core/session/session.h"
#include "tests/core/record/recorded_process.h"
#include "tests/support/system/injected_faults.h"

// Each allocation, system call and start of a thread of a recording fails once in turn. What must
// hold: the program that is recorded runs to its end, the recording ends with a result that says
// what is missing, and what was written before can be read.
namespace gaplight::record {
namespace {

namespace fs = std::filesystem;
using test::FaultCounter;
using ::testing::HasSubstr;

// Connects as a recorder, and sends a file if it is wanted.
constexpr const char* kProgram = R"(
import os, socket, struct, sys
call = socket.socket(socket.AF_UNIX)
call.connect(os.environ["GAPLIGHT_RECORD_SOCKET"])
head = call.recv(4, socket.MSG_WAITALL)
if len(head) == 4 and struct.unpack("<I", head)[0]:
    call.recv(struct.unpack("<I", head)[0], socket.MSG_WAITALL)
    try:
        call.sendall(open(sys.argv[1], "rb").read())
    except OSError:
        pass
sys.exit(7)
)";

class RecordFaultsTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(::testing::TempDir()) / ("record_faults_" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
        m_path = (m_folder / "out.json.gz").string();
    }
    void TearDown() override {
        test::allocationFaults.failAt(FaultCounter::kNever);
        test::callFaults.failAt(FaultCounter::kNever);
        test::threadFaults.failAt(FaultCounter::kNever);
        fs::remove_all(m_folder);
    }

    // Everything that a process sends, in pieces, with a flush between them.
    [[nodiscard]] Result<void> write() const {
        return failOnExhaustion("recording", [&]() -> Result<void> {
            ProcessTrace trace(m_path);
            std::span<const std::byte> bytes(m_process.bytes);
            while (!bytes.empty()) {
                const auto piece = bytes.first(std::min<std::size_t>(bytes.size(), 700));
                bytes = bytes.subspan(piece.size());
                Result<void> done = trace.take(piece);
                if (done) {
                    done = trace.flush();
                }
                if (!done) {
                    return done;
                }
            }
            return trace.finish();
        });
    }

    void failWritingInTurn(FaultCounter& faults) {
        ASSERT_TRUE(write());
        faults.reset();
        fs::remove(m_path);
        ASSERT_TRUE(write());
        const std::size_t expected = slicesIn(m_path);
        ASSERT_GT(expected, 0U);
        const long total = faults.count();
        ASSERT_GT(total, 2);
        int failures = 0;
        for (long turn = 0; turn < total; turn += std::max(1L, total / 300)) {
            SCOPED_TRACE("failure " + std::to_string(turn) + " of " + std::to_string(total));
            fs::remove(m_path);
            faults.failAt(turn);
            const Result<void> written = write();
            faults.failAt(FaultCounter::kNever);
            if (written) {
                EXPECT_EQ(slicesIn(m_path), expected);
            } else {
                ++failures;
                EXPECT_FALSE(written.error().message.empty());
                EXPECT_LE(slicesIn(m_path), expected);
            }
        }
        EXPECT_GT(failures, 0);
    }

    // Of a trace that may be cut at any byte; 0 where there is none.
    static std::size_t slicesIn(const std::string& path) {
        const auto session = openSession(path, {});
        return session ? (*session)->trace->slices().size() : 0;
    }

    RecordPlan plan() const {
        const std::string sent = (m_folder / "sent").string();
        const std::string_view bytes(reinterpret_cast<const char*>(m_process.bytes.data()),
                                     m_process.bytes.size());
        EXPECT_TRUE(writeOutputFile(sent, bytes));
        RecordPlan plan;
        plan.program.command = {"python3", "-c", kProgram, sent};
        plan.recorderPath = "/nonexistent";
        plan.outPath = m_path;
        return plan;
    }

    test::RecordedProcess m_process = test::smallProgram();
    fs::path m_folder;
    std::string m_path;
};

TEST_F(RecordFaultsTest, AllocationsOfWriting) {
    failWritingInTurn(test::allocationFaults);
}

TEST_F(RecordFaultsTest, CallsOfWriting) {
    failWritingInTurn(test::callFaults);
}

TEST_F(RecordFaultsTest, NoProgramRunsWhereNoThreadCanAcceptItsRecorder) {
    RecordPlan asked = plan();
    const std::string mark = (m_folder / "ran").string();
    asked.program.command = {"touch", mark};
    test::threadFaults.failAt(0);
    const auto recording =
        failOnExhaustion("recording", [&] { return Recording::start(std::move(asked)); });
    ASSERT_FALSE(recording);
    EXPECT_EQ(recording.error().code, ErrorCode::TooLarge);
    EXPECT_FALSE(fs::exists(mark));
}

TEST_F(RecordFaultsTest, AProgramWithoutAThreadForItsRecordsRunsUnrecorded) {
    test::threadFaults.failAt(1);  // the first one accepts
    const auto recording = Recording::start(plan());
    ASSERT_TRUE(recording);
    int status = 0;
    ASSERT_EQ(::waitpid((*recording)->program(), &status, 0), (*recording)->program());
    EXPECT_EQ(exitCodeOf(status), 7);
    const auto processes = (*recording)->finish();
    ASSERT_EQ(processes.size(), 1U);
    EXPECT_EQ(processes[0].path, "");
    EXPECT_THAT(processes[0].failure, HasSubstr("thread"));
}

// Where the recording itself runs out of memory, on its own threads.
TEST_F(RecordFaultsTest, AProgramRunsOnWhileItsRecordingFails) {
    int failures = 0;
    for (long turn = 0; turn < 120; turn += 7) {
        SCOPED_TRACE("failure " + std::to_string(turn));
        fs::remove(m_path);
        const auto recording = Recording::start(plan());
        ASSERT_TRUE(recording);
        test::allocationFaults.failAt(turn);
        int status = 0;
        ASSERT_EQ(::waitpid((*recording)->program(), &status, 0), (*recording)->program());
        EXPECT_EQ(exitCodeOf(status), 7);
        // The socket is closed at the end, so that everything that was sent has arrived.
        const auto finished = failOnExhaustion("recording", [&]() -> Result<std::size_t> {
            const auto processes = (*recording)->finish();
            return std::count_if(processes.begin(), processes.end(),
                                 [](const auto& process) { return !process.failure.empty(); });
        });
        test::allocationFaults.failAt(FaultCounter::kNever);
        failures += !finished || *finished > 0;
    }
    EXPECT_GT(failures, 0);
}

}  // namespace
}  // namespace gaplight::record
