// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_content.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gaplight {
namespace {

namespace fs = std::filesystem;

class BoundedFileTest : public ::testing::Test {
protected:
    BoundedFileTest() {
        std::string pattern = (fs::temp_directory_path() / "gaplight-small-XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
    }
    ~BoundedFileTest() override { fs::remove_all(m_folder); }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }
    static std::string refusal(const std::string& path) {
        const auto read = readBoundedFile(path, 100, FileOwner::UserOrRoot);
        EXPECT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->text, "");
        return read->refusal;
    }
    static ErrorCode error(const std::string& path, FileOwner owner) {
        const auto read = readBoundedFile(path, 100, owner);
        EXPECT_FALSE(read);
        return read ? ErrorCode{} : read.error().code;
    }

private:
    fs::path m_folder;
};

TEST_F(BoundedFileTest, ReadsUpToTheLimit) {
    for (const FileOwner owner : {FileOwner::Any, FileOwner::UserOrRoot}) {
        const auto all = readBoundedFile(write("full", std::string(100, 'x')), 100, owner);
        ASSERT_TRUE(all) << all.error().message;
        EXPECT_EQ(all->text, std::string(100, 'x'));
        EXPECT_EQ(readBoundedFile(write("empty", ""), 100, owner)->text, "");
        EXPECT_EQ(error(write("large", std::string(101, 'x')), owner), ErrorCode::TooLarge);
        EXPECT_EQ(error(path("none"), owner), ErrorCode::NotFound);
    }
}

TEST_F(BoundedFileTest, RefusesWhatIsNoRegularFileWithoutWaiting) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal(path("pipe")), "it is no regular file");
    EXPECT_EQ(refusal(path("")), "it is no regular file");
    EXPECT_EQ(refusal("/dev/zero"), "it is no regular file");
    for (const std::string& name : {path("pipe"), path(""), std::string("/dev/zero")}) {
        EXPECT_EQ(error(name, FileOwner::Any), ErrorCode::NotReadable);
    }
}

TEST_F(BoundedFileTest, ALinkIsReadOnlyWhereTheFolderIsTrusted) {
    fs::create_symlink(write("target", "text"), path("link"));
    EXPECT_EQ(refusal(path("link")), "it is a symbolic link");
    EXPECT_EQ(readBoundedFile(path("link"), 100, FileOwner::Any)->text, "text");
}

// Only root can give a file to another user; other users see the same with a file of nobody.
TEST_F(BoundedFileTest, RefusesAFileOfAnotherUser) {
    const std::string file = write("foreign", "text");
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0) {
        ASSERT_EQ(::chown(file.c_str(), kNobody, kNobody), 0);
        EXPECT_EQ(refusal(file), "it belongs to another user");
        EXPECT_EQ(readBoundedFile(file, 100, FileOwner::Any)->text, "text");
    } else {
        // A file of root is read by all.
        EXPECT_EQ(readBoundedFile("/etc/passwd", 1U << 20U, FileOwner::UserOrRoot)->refusal, "");
    }
}

TEST_F(BoundedFileTest, TrustsAFolderThatOnlyItsUserMayWriteTo) {
    const std::string folder = path("folder");
    EXPECT_EQ(folderRefusal(folder), "");  // there is none
    fs::create_directory(folder);
    fs::permissions(folder, fs::perms(0755));
    EXPECT_EQ(folderRefusal(folder), "");
    for (const unsigned open : {0777U, 0775U, 0757U, 01777U}) {
        fs::permissions(folder, fs::perms(open));
        EXPECT_EQ(folderRefusal(folder), "others may write to it") << open;
    }
    fs::permissions(folder, fs::perms(0700));
    fs::create_directory_symlink(folder, path("link"));
    EXPECT_EQ(folderRefusal(path("link")), "it is a symbolic link");
    EXPECT_EQ(folderRefusal("/"), "");  // root's
    if (::geteuid() == 0) {
        constexpr uid_t kNobody = 65534;
        ASSERT_EQ(::chown(folder.c_str(), kNobody, kNobody), 0);
        EXPECT_EQ(folderRefusal(folder), "it belongs to another user");
    }
}

}  // namespace
}  // namespace gaplight
