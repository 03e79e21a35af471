// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/output_writer.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/byte_source.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;
using WriteMode = OutputWriter::WriteMode;
using ::testing::HasSubstr;

class OutputWriterTest : public ::testing::Test {
protected:
    OutputWriterTest() {
        std::string pattern = (fs::temp_directory_path() / "gaplight-out-XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
    }
    ~OutputWriterTest() override { fs::remove_all(m_folder); }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    std::string old(const std::string& name) const {
        std::ofstream(path(name)) << "old";
        return path(name);
    }
    static std::unique_ptr<OutputWriter> writer(const std::string& path, WriteMode mode) {
        auto made = OutputWriter::create(path, deflationOf(path), mode);
        EXPECT_TRUE(made) << made.error().message;
        return made ? std::move(*made) : nullptr;
    }
    static std::string raw(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    // As Gaplight reads it, as far as it goes.
    static std::string content(const std::string& path) {
        const auto source = openByteSource(path);
        EXPECT_TRUE(source) << source.error().message;
        std::string all;
        std::vector<char> room(100'000);
        for (;;) {
            const auto got = (*source)->readNext(room);
            if (!got || *got == 0) {
                return all;
            }
            all.append(room.data(), *got);
        }
    }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_folder), fs::directory_iterator{}));
    }

private:
    fs::path m_folder;
};

// Nothing repeats soon, so that no compression hides what is lost.
std::string repeatedText(std::size_t size) {
    std::string text;
    for (std::size_t at = 0; text.size() < size; ++at) {
        text += std::to_string(at * 2654435761U) + ",";
    }
    return text.substr(0, size);
}

TEST_F(OutputWriterTest, WhatIsWrittenInPiecesIsReadAsOne) {
    for (const char* name : {"a.json", "a.json.gz", "a.json.zst"}) {
        for (const WriteMode mode : {WriteMode::AtomicReplace, WriteMode::InPlace}) {
            std::string all;
            const auto to = writer(path(name), mode);
            // Nothing, a little, and more than is gathered at once.
            for (const std::size_t size : {0U, 1U, 1000U, 700'000U, 3U, 262'144U, 5U}) {
                const std::string piece = repeatedText(size);
                ASSERT_TRUE(to->write(piece));
                all += piece;
            }
            ASSERT_TRUE(to->commit());
            EXPECT_EQ(to->bytesInFile(), fs::file_size(path(name)));
            EXPECT_TRUE(content(path(name)) == all) << name;
        }
    }
    EXPECT_LT(fs::file_size(path("a.json.gz")), fs::file_size(path("a.json")));
    EXPECT_EQ(files(), 3U);
}

TEST_F(OutputWriterTest, AnEmptyFileIsOne) {
    for (const char* name : {"a.json", "a.json.gz", "a.json.zst"}) {
        ASSERT_TRUE(writer(path(name), WriteMode::AtomicReplace)->commit());
        EXPECT_EQ(content(path(name)), "") << name;
    }
}

TEST_F(OutputWriterTest, NothingIsSeenBeforeTheCommit) {
    const std::string target = old("a.json");
    {
        const auto to = writer(target, WriteMode::AtomicReplace);
        ASSERT_TRUE(to->write(repeatedText(600'000)));
        ASSERT_TRUE(to->flush());
        EXPECT_EQ(raw(target), "old");
    }
    EXPECT_EQ(raw(target), "old");
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputWriterTest, WhatWasFlushedIsThereWhateverHappens) {
    for (const char* name : {"a.json", "a.json.gz", "a.json.zst"}) {
        const std::string target = old(name);
        {
            const auto to = writer(target, WriteMode::InPlace);
            EXPECT_EQ(fs::file_size(target), 0U);
            ASSERT_TRUE(to->write("first"));
            EXPECT_EQ(to->bytesInFile(), 0U);
            ASSERT_TRUE(to->flush());
            EXPECT_EQ(content(target), "first") << name;
            EXPECT_EQ(to->bytesInFile(), fs::file_size(target));
            ASSERT_TRUE(to->write("second"));
            ASSERT_TRUE(to->flush());
            ASSERT_TRUE(to->write("lost"));
        }
        EXPECT_EQ(content(target), "firstsecond") << name;
    }
}

TEST_F(OutputWriterTest, KeepsRightsAndLinks) {
    const std::string target = old("a.json");
    ASSERT_EQ(::chmod(target.c_str(), 0600), 0);
    fs::create_symlink("a.json", path("link.json"));
    const auto to = writer(path("link.json"), WriteMode::AtomicReplace);
    ASSERT_TRUE(to->write("new"));
    ASSERT_TRUE(to->commit());
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
    EXPECT_EQ(raw(target), "new");
    EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputWriterTest, APipeThatNoOneReadsIsAnErrorInPlace) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const auto made = OutputWriter::create(path("pipe"), Deflation::None, WriteMode::InPlace);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr("No such device or address"));
}

TEST_F(OutputWriterTest, SaysWhatItCannotWrite) {
    for (const WriteMode mode : {WriteMode::AtomicReplace, WriteMode::InPlace}) {
        const auto refused = [&](const std::string& to) {
            const auto made = OutputWriter::create(to, Deflation::None, mode);
            return made ? "" : made.error().message;
        };
        EXPECT_THAT(refused(path("no/such/a.json")), HasSubstr("No such file"));
        EXPECT_THAT(refused(path(".")), HasSubstr("Is a directory"));
    }
    // A device is written to as it comes.
    for (const Deflation deflation : {Deflation::None, Deflation::Gzip, Deflation::Zstd}) {
        const auto full = OutputWriter::create("/dev/full", deflation, WriteMode::AtomicReplace);
        ASSERT_TRUE(full) << full.error().message;
        ASSERT_TRUE((*full)->write("x"));
        const Result<void> done = (*full)->commit();
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().message, "cannot write /dev/full: No space left on device");
    }
}

TEST_F(OutputWriterTest, AKilledProcessLeavesNoFile) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto made = OutputWriter::create(path("new"), Deflation::None, WriteMode::AtomicReplace);
        auto replaced = OutputWriter::create(old("old"), Deflation::None, WriteMode::AtomicReplace);
        if (made && replaced && (*made)->write("x") && (*made)->flush() &&
            (*replaced)->write("x") && (*replaced)->flush()) {
            ::raise(SIGKILL);
        }
        ::_exit(1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    std::vector<std::string> left;
    for (const auto& entry : fs::directory_iterator(fs::path(path("old")).parent_path())) {
        left.push_back(entry.path().filename().string());
    }
    EXPECT_THAT(left, ::testing::ElementsAre("old"));
    EXPECT_EQ(raw(path("old")), "old");
}

}  // namespace
}  // namespace gaplight
