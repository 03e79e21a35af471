// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_writer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/file_descriptor.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

class TemporaryOutputTest : public ::testing::Test {
protected:
    TemporaryOutputTest() {
        std::string pattern = (fs::temp_directory_path() / "gaplight-left-XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
    }
    ~TemporaryOutputTest() override { fs::remove_all(m_folder); }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    std::string write(const std::string& name) const {
        std::ofstream(path(name)) << "part";
        return path(name);
    }

private:
    fs::path m_folder;
};

// A process that is killed while it writes a file under a temporary name.
void killWriterOf(const std::string& path) {
    const pid_t child = ::fork();
    if (child == 0) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (descriptor < 0 || !lockTemporary(descriptor)) {
            ::_exit(1);
        }
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
}

TEST_F(TemporaryOutputTest, TheNextWriteToTheFolderRemovesWhatAKilledOneLeft) {
    const std::string left = newTemporaryName(path("other.json"));
    killWriterOf(left);
    ASSERT_TRUE(fs::exists(left));
    ASSERT_TRUE(writeOutputFile(path("report.json"), "x"));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(path("report.json")));
}

TEST_F(TemporaryOutputTest, KeepsWhatAnotherProgramWrites) {
    const std::string busy = newTemporaryName(path("report.json"));
    const FileDescriptor writer(::open(busy.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
    ASSERT_TRUE(lockTemporary(writer.get()));
    removeAbandonedTemporaries(path("report.json"));
    EXPECT_TRUE(fs::exists(busy));
    EXPECT_TRUE(lockTemporary(writer.get()));
}

TEST_F(TemporaryOutputTest, KeepsWhatIsNotOurs) {
    fs::create_directory(path("folder.gaplight-abcdef"));
    fs::create_symlink(write("target"), path("link.gaplight-abcdef"));
    fs::create_hard_link(write("twice"), path("twice.gaplight-abcdef"));
    for (const char* name : {"a.json", ".gaplight-abcdef", "a.gaplight-abcde", "a.gaplight-ABCDEF",
                             "a.gaplight-abcdefg", "a.gaplight-abc ef", "a.abcdef"}) {
        write(name);
    }
    const auto count = [&] {
        return std::distance(fs::directory_iterator(path("")), fs::directory_iterator{});
    };
    const auto before = count();
    removeAbandonedTemporaries(path("a.json"));
    EXPECT_EQ(count(), before);
    // The same folder, the right name: the test above sees a difference.
    write("a.gaplight-abcdef");
    removeAbandonedTemporaries(path("a.json"));
    EXPECT_EQ(count(), before);
}

TEST_F(TemporaryOutputTest, AWriterNoticesThatItsFileWasRemoved) {
    const std::string name = newTemporaryName(path("report.json"));
    const FileDescriptor writer(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
    removeAbandonedTemporaries(path("report.json"));
    EXPECT_FALSE(lockTemporary(writer.get()));
}

// The path of a folder whose process is killed after it has written files into it.
std::string killedFolder(const std::string& parent) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto folder = TemporaryFolder::create(parent, "gaplight-test");
        const std::string path = folder == nullptr ? "" : folder->path();
        std::ofstream(path + "/database") << "half";
        std::ofstream(path + "/database-journal") << "half";
        [[maybe_unused]] const auto written = ::write(ends[1], path.data(), path.size());
        ::kill(::getpid(), SIGKILL);
    }
    std::string path(1000, '\0');
    path.resize(
        static_cast<std::size_t>(std::max<ssize_t>(::read(ends[0], path.data(), path.size()), 0)));
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    ::close(ends[0]);
    ::close(ends[1]);
    return path;
}

TEST_F(TemporaryOutputTest, AFolderIsRemovedWithItsFiles) {
    auto folder = TemporaryFolder::create(path(""), "gaplight-test");
    ASSERT_NE(folder, nullptr);
    const fs::path place = folder->path();
    EXPECT_EQ(fs::status(place).permissions(), fs::perms::owner_all);
    std::ofstream(place / "file") << "x";
    folder.reset();
    EXPECT_FALSE(fs::exists(place));
}

TEST_F(TemporaryOutputTest, TheNextFolderRemovesThatOfAKilledProcess) {
    const auto running = TemporaryFolder::create(path(""), "gaplight-test");
    fs::create_directory(path("gaplight-other-abcdef"));
    fs::create_directory(path("gaplight-test-abcdefg"));
    const std::string killed = killedFolder(path(""));
    ASSERT_TRUE(fs::exists(killed + "/database-journal"));
    const auto next = TemporaryFolder::create(path(""), "gaplight-test");
    ASSERT_NE(next, nullptr);
    EXPECT_FALSE(fs::exists(killed));
    EXPECT_TRUE(fs::exists(running->path()));
    EXPECT_TRUE(fs::exists(path("gaplight-other-abcdef")));
    EXPECT_TRUE(fs::exists(path("gaplight-test-abcdefg")));
}

TEST_F(TemporaryOutputTest, FoldersThatOthersPutIntoOneStay) {
    fs::create_directories(path("gaplight-test-abcdef/folder"));
    std::ofstream(path("gaplight-test-abcdef/folder/file")) << "x";
    ASSERT_NE(TemporaryFolder::create(path(""), "gaplight-test"), nullptr);
    EXPECT_TRUE(fs::exists(path("gaplight-test-abcdef/folder/file")));
    EXPECT_EQ(TemporaryFolder::create(path("missing"), "gaplight-test"), nullptr);
}

}  // namespace
}  // namespace gaplight
