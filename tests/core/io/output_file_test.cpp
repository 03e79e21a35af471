// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_writer.h"

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::atomic<int> umaskCalls{0};
std::atomic<int> deliveredSignals{0};
bool raisesAtFsync = false;
int signalsAfterFsync = -1;

}  // namespace

// Takes the place of the C library's in this program: even a call that restores the value at once
// is seen by other threads.
extern "C" mode_t umask(mode_t mask) noexcept {
    ++umaskCalls;
    return static_cast<mode_t>(::syscall(SYS_umask, mask));
}

// A save that lasts until a signal was sent.
extern "C" int fsync(int descriptor) {
    if (raisesAtFsync) {
        ::raise(SIGINT);
        signalsAfterFsync = deliveredSignals;
    }
    return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace gaplight {
namespace {

namespace fs = std::filesystem;

void countSignal(int) {
    ++deliveredSignals;
}

class OutputFileTest : public ::testing::Test {
protected:
    OutputFileTest() {
        std::string pattern = (fs::temp_directory_path() / "gaplight-save-XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
        struct sigaction action {};
        action.sa_handler = countSignal;
        action.sa_flags = SA_RESTART;
        ::sigaction(SIGINT, &action, &m_before);
        deliveredSignals = 0;
    }
    ~OutputFileTest() override {
        ::sigaction(SIGINT, &m_before, nullptr);
        fs::remove_all(m_folder);
    }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    static mode_t permissions(const std::string& path) {
        struct stat status {};
        EXPECT_EQ(::stat(path.c_str(), &status), 0);
        return status.st_mode & 07777U;
    }

private:
    fs::path m_folder;
    struct sigaction m_before {};
};

// A save into a pipe, which lasts as long as the test wants: until all was read.
class SlowSave {
public:
    explicit SlowSave(const std::string& path) {
        EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
        m_thread = std::thread([this, path] {
            m_isSaved = writeOutputFile(path, std::string(kBytes, 'x')).has_value();
        });
        m_readEnd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // waits until the save has begun
    }
    ~SlowSave() {
        if (m_thread.joinable()) {
            finish();
        }
    }
    SlowSave(const SlowSave&) = delete;
    SlowSave& operator=(const SlowSave&) = delete;

    // The saving thread has then written what the pipe had no room for.
    void readHalf() { read(kBytes / 2); }
    void finish() {
        while (read(1U << 16U) > 0) {
        }
        ::close(m_readEnd);
        m_thread.join();
        EXPECT_TRUE(m_isSaved);
    }
    void signal(int number) { EXPECT_EQ(::pthread_kill(m_thread.native_handle(), number), 0); }

private:
    static constexpr std::size_t kBytes = std::size_t{1} << 20U;  // more than a pipe holds

    std::size_t read(std::size_t wanted) const {
        std::array<char, 4096> block{};
        std::size_t done = 0;
        while (done < wanted) {
            const ssize_t got = ::read(m_readEnd, block.data(), block.size());
            if (got <= 0) {
                break;
            }
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

    int m_readEnd = -1;
    bool m_isSaved = false;
    std::thread m_thread;
};

TEST_F(OutputFileTest, OverlappingSavesKeepTheHandlerOfSignals) {
    SlowSave first(path("first"));
    SlowSave second(path("second"));
    first.finish();
    second.finish();
    struct sigaction now {};
    ASSERT_EQ(::sigaction(SIGINT, nullptr, &now), 0);
    EXPECT_EQ(now.sa_handler, &countSignal);
    EXPECT_NE(now.sa_flags & SA_RESTART, 0);
    ::raise(SIGINT);
    EXPECT_EQ(deliveredSignals, 1);
}

TEST_F(OutputFileTest, ASignalDuringASaveIsDeliveredAfterIt) {
    raisesAtFsync = true;
    ASSERT_TRUE(writeOutputFile(path("new"), "x"));
    raisesAtFsync = false;
    EXPECT_EQ(signalsAfterFsync, 0);
    EXPECT_EQ(deliveredSignals, 1);
}

// Its reader may never come, or never read: then a signal must end the program.
TEST_F(OutputFileTest, ASignalInterruptsAWriteToAPipe) {
    SlowSave save(path("pipe"));
    save.signal(SIGINT);
    save.readHalf();
    EXPECT_EQ(deliveredSignals, 1);
}

TEST_F(OutputFileTest, AReplacedFileKeepsNoSetuidBit) {
    ASSERT_TRUE(writeOutputFile(path("old"), "x"));
    ASSERT_EQ(::chmod(path("old").c_str(), 06755), 0);
    EXPECT_TRUE(writeOutputFile(path("old"), "y"));
    EXPECT_EQ(permissions(path("old")), 0755U);
}

TEST_F(OutputFileTest, ANewFileHasThePermissionsOfAnyOther) {
    const mode_t before = ::umask(0027);
    EXPECT_TRUE(writeOutputFile(path("new"), "x"));
    ::umask(before);
    EXPECT_EQ(permissions(path("new")), 0640U);
}

TEST_F(OutputFileTest, SavesLeaveTheUmaskOfOtherThreadsAlone) {
    umaskCalls = 0;
    EXPECT_TRUE(writeOutputFile(path("new"), "x"));
    EXPECT_TRUE(writeOutputFile(path("new"), "y"));
    EXPECT_EQ(umaskCalls, 0);
}

TEST_F(OutputFileTest, AReplacedFileKeepsPermissionsThatTheUmaskWouldTake) {
    ASSERT_TRUE(writeOutputFile(path("old"), "x"));
    ASSERT_EQ(::chmod(path("old").c_str(), 0666), 0);
    const mode_t before = ::umask(0077);
    EXPECT_TRUE(writeOutputFile(path("old"), "y"));
    ::umask(before);
    EXPECT_EQ(permissions(path("old")), 0666U);
}

}  // namespace
}  // namespace gaplight
