// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The whole way from a program to its trace, with a script in the recorder's place.
#include "core/record/recording.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/record/program_run.h"
#include "core/session/session.h"
#include "tests/core/record/recorded_process.h"

namespace gaplight::record {
namespace {

using Program = test::RecordedProcess;
using test::smallProgram;
using ::testing::HasSubstr;

// Calls the socket, awaits the answer and sends the file of its first argument, if it is wanted.
constexpr const char* kProgram = R"(
import fcntl, os, socket, struct, sys, termios, time
call = socket.socket(socket.AF_UNIX)
call.connect(os.environ["GAPLIGHT_RECORD_SOCKET"])
size = struct.unpack("<I", call.recv(4, socket.MSG_WAITALL))[0]
if size:
    call.recv(size, socket.MSG_WAITALL)
    data = open(sys.argv[1], "rb").read()
    if sys.argv[2] == "pieces":
        for piece in (data[:3], data[3:20], data[20:47]):
            call.sendall(piece)
            while fcntl.ioctl(call, termios.TIOCOUTQ, bytes(4)) != bytes(4):
                time.sleep(0.001)  # until the receiver has taken it
        data = data[47:]
    call.sendall(data)
    if sys.argv[2] == "child":
        os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", os.environ["SELF"], sys.argv[3], "0"])
if sys.argv[2] == "kill":
    os.kill(os.getpid(), 9)
sys.exit(int(sys.argv[2]) if sys.argv[2].isdigit() else 0)
)";

class RecordingTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = ::testing::TempDir() + "recording_" + std::to_string(::getpid());
        std::filesystem::create_directories(m_folder);
        // Other tests that listen at this time remove what killed recordings left, too.
        ::setenv("TMPDIR", m_folder.c_str(), 1);
        save("first", smallProgram());
        Program second(77, "worker");
        second.text(1, "cudaLaunchKernel_v7000");
        second.call(1, 2, 3, 4, 77);
        save("second", second);
    }
    void TearDown() override {
        ::unsetenv("TMPDIR");
        std::filesystem::remove_all(m_folder);
    }

    void save(const char* name, const Program& process) const {
        std::ofstream(m_folder + "/" + name, std::ios::binary)
            .write(reinterpret_cast<const char*>(process.bytes.data()),
                   static_cast<std::streamsize>(process.bytes.size()));
    }

    RecordPlan plan(const std::string& what) const {
        RecordPlan plan;
        plan.program.command = {"python3",           "-c", kProgram,
                                m_folder + "/first", what, m_folder + "/second"};
        plan.program.environment = {{"SELF", kProgram}};
        plan.recorderPath = "/nonexistent";
        plan.outPath = m_folder + "/out.json.gz";
        return plan;
    }

    // Gives the wait status too.
    static std::pair<int, std::vector<RecordedProcess>> run(RecordPlan plan) {
        auto recording = Recording::start(std::move(plan));
        EXPECT_TRUE(recording);
        int status = 0;
        EXPECT_EQ(::waitpid((*recording)->program(), &status, 0), (*recording)->program());
        return {status, (*recording)->finish()};
    }

    static std::size_t slicesOf(const std::string& path) {
        const auto session = openSession(path, {});
        return session ? (*session)->trace->slices().size() : 0;
    }

    std::string m_folder;
};

TEST_F(RecordingTest, WritesWhatTheProgramSends) {
    const auto [status, processes] = run(plan("0"));
    EXPECT_EQ(exitCodeOf(status), 0);
    ASSERT_EQ(processes.size(), 1U);
    EXPECT_EQ(processes[0].pid, 4242U);
    EXPECT_EQ(processes[0].path, m_folder + "/out.json.gz");
    EXPECT_EQ(processes[0].counts.activities, 3U);
    EXPECT_EQ(processes[0].counts.calls, 6U);
    EXPECT_EQ(processes[0].failure, "");
    EXPECT_EQ(slicesOf(processes[0].path), 14U);
}

TEST_F(RecordingTest, KeepsTheTraceOfAProgramThatIsKilled) {
    const auto [status, processes] = run(plan("kill"));
    EXPECT_EQ(exitCodeOf(status), 128 + SIGKILL);
    ASSERT_EQ(processes.size(), 1U);
    EXPECT_FALSE(processes[0].hasEnded);
    EXPECT_EQ(slicesOf(processes[0].path), 14U);
}

TEST_F(RecordingTest, ReadsAFirstRecordThatArrivesInPieces) {
    const auto [status, processes] = run(plan("pieces"));
    ASSERT_EQ(processes.size(), 1U);
    EXPECT_EQ(processes[0].pid, 4242U);
    EXPECT_EQ(slicesOf(processes[0].path), 14U);
}

// The program has the pipe open as long as it runs.
TEST_F(RecordingTest, AProgramEndsWithAKilledCaller) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const pid_t caller = ::fork();
    if (caller == 0) {
        const auto program = startProgram({{"sleep", "1000"}, {}, {}, true});
        [[maybe_unused]] const auto written = ::write(ends[1], program ? "y" : "n", 1);
        ::raise(SIGKILL);
    }
    ::close(ends[1]);
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1);
    EXPECT_EQ(byte, 'y');
    EXPECT_EQ(::waitpid(caller, nullptr, 0), caller);
    EXPECT_EQ(::read(ends[0], &byte, 1), 0);
    ::close(ends[0]);
}

TEST_F(RecordingTest, RemovesTheFolderOfAKilledRecording) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const pid_t killed = ::fork();
    if (killed == 0) {
        const auto socket = RecorderSocket::listen();
        const std::string path = socket ? (*socket)->path() : "";
        [[maybe_unused]] const auto written = ::write(ends[1], path.data(), path.size());
        ::raise(SIGKILL);
    }
    std::array<char, 200> text{};
    const ssize_t size = ::read(ends[0], text.data(), text.size());
    ASSERT_GT(size, 0);
    const std::filesystem::path left(std::string(text.data(), static_cast<std::size_t>(size)));
    EXPECT_EQ(::waitpid(killed, nullptr, 0), killed);
    ASSERT_TRUE(std::filesystem::exists(left));
    const auto running = RecorderSocket::listen();
    ASSERT_TRUE(running);
    EXPECT_FALSE(std::filesystem::exists(left.parent_path()));
    const auto second = RecorderSocket::listen();
    EXPECT_TRUE(std::filesystem::exists((*running)->path())) << "another one that runs is kept";
}

TEST_F(RecordingTest, PassesOnTheExitCode) {
    EXPECT_EQ(exitCodeOf(run(plan("7")).first), 7);
}

TEST_F(RecordingTest, LeavesChildrenAloneUnlessAsked) {
    EXPECT_EQ(run(plan("child")).second.size(), 1U);
    RecordPlan all = plan("child");
    all.hasChildren = true;
    const auto processes = run(all).second;
    ASSERT_EQ(processes.size(), 2U);
    EXPECT_EQ(processes[1].path, m_folder + "/out.77.json.gz");
    EXPECT_EQ(slicesOf(processes[1].path), 1U);
}

TEST_F(RecordingTest, SaysWhyAProgramCannotStart) {
    RecordPlan missing = plan("0");
    missing.program.command = {"/nonexistent/program"};
    const auto recording = Recording::start(missing);
    ASSERT_FALSE(recording);
    EXPECT_THAT(recording.error().message,
                HasSubstr("cannot start /nonexistent/program: No such file"));
}

TEST_F(RecordingTest, NamesTracesOfFurtherProcesses) {
    EXPECT_EQ(pathOfProcess("a/run.json.zst", 12), "a/run.12.json.zst");
    EXPECT_EQ(pathOfProcess("run.json", 12), "run.12.json");
    EXPECT_EQ(pathOfProcess("run.trace", 12), "run.12.trace");
    EXPECT_EQ(pathOfProcess("run", 12), "run.12");
}

}  // namespace
}  // namespace gaplight::record
