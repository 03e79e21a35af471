// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/byte_source.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

namespace gaplight {
namespace {

namespace fs = std::filesystem;

class ByteSourceTest : public ::testing::Test {
protected:
    ByteSourceTest() {
        std::string pattern = (fs::temp_directory_path() / "gaplight-io-XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
    }
    ~ByteSourceTest() override { fs::remove_all(m_folder); }

    std::string write(const std::string& name, const std::string& bytes) {
        const fs::path path = m_folder / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path.string();
    }
    std::string folder() const { return m_folder.string(); }

private:
    fs::path m_folder;
};

std::string readAll(ByteSource& source, std::size_t piece = 1000) {
    std::string all;
    std::string part(piece, '\0');
    for (;;) {
        const Result<std::size_t> got = source.readNext(part);
        EXPECT_TRUE(got.has_value()) << got.error().message;
        if (!got || *got == 0) {
            return all;
        }
        all.append(part, 0, *got);
    }
}

std::string readAgain(const RandomAccess& access) {
    std::string all(access.size(), '\0');
    const Result<std::size_t> got = access.readAt(0, all);
    EXPECT_EQ(got.value_or(0), all.size());
    return all;
}

std::string someText() {
    std::string text;
    for (int i = 0; i < 20'000; ++i) {
        text += "line " + std::to_string(i) + '\n';
    }
    return text;
}

std::string zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

Error openError(const std::string& path) {
    const auto source = openByteSource(path);
    EXPECT_FALSE(source.has_value()) << path;
    return source ? Error{} : source.error();
}

TEST_F(ByteSourceTest, ReadsAPlainFileInPlace) {
    const std::string text = someText();
    const auto source = openByteSource(write("plain", text)).value();
    EXPECT_STREQ(source->compression(), "none");
    EXPECT_EQ(source->totalBytes(), text.size());
    EXPECT_EQ(readAll(*source), text);
    EXPECT_EQ(source->consumedBytes(), text.size());
    EXPECT_TRUE(source->issues().empty());
    EXPECT_EQ(readAgain(*source->randomAccess()), text);
}

TEST_F(ByteSourceTest, InflatesByContentNotByName) {
    const std::string text = someText();
    const std::string packed = zstd(text);
    auto source = openByteSource(write("misnamed.json", packed)).value();
    EXPECT_STREQ(source->compression(), "zstd");
    EXPECT_EQ(source->totalBytes(), packed.size());
    EXPECT_EQ(readAll(*source, 77), text);
    EXPECT_EQ(source->consumedBytes(), packed.size());
    const auto access = source->randomAccess();
    source.reset();
    EXPECT_EQ(readAgain(*access), text);  // outlives its source
}

TEST_F(ByteSourceTest, SkipsSkippableFrames) {
    const std::string skippable("\x50\x2a\x4d\x18\x04\0\0\0abcd", 12);
    auto source = openByteSource(write("skippable", skippable + zstd("text"))).value();
    EXPECT_EQ(readAll(*source), "text");
    EXPECT_TRUE(source->issues().empty());
}

TEST_F(ByteSourceTest, ReportsACutFrame) {
    const std::string packed = zstd(someText());
    auto source = openByteSource(write("cut", packed.substr(0, packed.size() - 5))).value();
    readAll(*source);
    ASSERT_EQ(source->issues().count(IssueKind::BrokenContainer), 1U);
    EXPECT_EQ(source->issues().list()[0].example,
              "zstd data cut at its byte " + std::to_string(packed.size() - 5));
}

TEST_F(ByteSourceTest, ReportsWhatFollowsTheLastFrame) {
    auto source = openByteSource(write("tail", zstd("text") + "not zstd")).value();
    EXPECT_EQ(readAll(*source), "text");
    EXPECT_EQ(source->issues().count(IssueKind::BrokenContainer), 1U);
}

TEST_F(ByteSourceTest, SaysWhyItCannotOpen) {
    const Error missing = openError(folder() + "/none");
    EXPECT_EQ(missing.code, ErrorCode::NotFound);
    EXPECT_EQ(missing.message, "cannot open '" + folder() + "/none': there is no such file");
    const Error directory = openError(folder());
    EXPECT_EQ(directory.code, ErrorCode::NotReadable);
    EXPECT_EQ(directory.message, "'" + folder() + "' is a directory; expected a trace file in it");
    const Error device = openError("/dev/zero");
    EXPECT_EQ(device.code, ErrorCode::NotReadable);
    EXPECT_EQ(device.message, "'/dev/zero' is a device; expected a trace file");
    const std::string closed = write("closed", "{}");
    ::chmod(closed.c_str(), 0);
    if (::geteuid() != 0) {
        EXPECT_EQ(openError(closed).code, ErrorCode::NotReadable);
    }
}

TEST_F(ByteSourceTest, GivesNothingOfAnEmptyFile) {
    auto source = openByteSource(write("empty", "")).value();
    EXPECT_EQ(readAll(*source), "");
    EXPECT_TRUE(source->issues().empty());
}

TEST_F(ByteSourceTest, NoticesThatAFileShrank) {
    const std::string path = write("shrinking", someText());
    auto source = openByteSource(path).value();
    std::string part(1000, '\0');
    ASSERT_EQ(source->readNext(part).value(), 1000U);
    const auto access = source->randomAccess();
    fs::resize_file(path, 2500);
    EXPECT_EQ(readAll(*source).size(), 1500U);
    ASSERT_EQ(source->issues().count(IssueKind::SourceShrank), 1U);
    EXPECT_EQ(source->issues().list()[0].firstPosition, 2500U);
    EXPECT_EQ(access->readAt(2000, part).value(), 500U);
    EXPECT_EQ(access->readAt(5000, part).value(), 0U);
}

TEST_F(ByteSourceTest, NoticesThatACompressedFileShrank) {
    const std::string packed = zstd(someText());
    const std::string path = write("shrinking.zst", packed);
    auto source = openByteSource(path).value();
    fs::resize_file(path, packed.size() / 2);
    readAll(*source);
    EXPECT_EQ(source->issues().count(IssueKind::SourceShrank), 1U);
    EXPECT_EQ(source->issues().count(IssueKind::BrokenContainer), 1U);
}

TEST_F(ByteSourceTest, NoticesThatAFileWasWrittenTo) {
    const std::string text = someText();
    for (const std::string& written : {text, zstd(text)}) {
        const std::string path = write("changing", written);
        auto source = openByteSource(path).value();
        readAll(*source);
        EXPECT_FALSE(source->isChanged());
        std::ofstream(path, std::ios::binary | std::ios::app) << ' ';
        EXPECT_TRUE(source->isChanged());
        EXPECT_FALSE(openByteSource(path).value()->isChanged());
    }
    EXPECT_FALSE(byteSourceFromMemory(text).value()->isChanged());
}

TEST_F(ByteSourceTest, ReadsPipes) {
    const std::string path = folder() + "/pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string text = someText();
    for (const std::string& written : {text, zstd(text)}) {
        std::thread writer([&] { std::ofstream(path, std::ios::binary) << written; });
        auto source = openByteSource(path).value();
        EXPECT_EQ(readAll(*source), text);
        EXPECT_EQ(source->totalBytes(), 0U);
        EXPECT_EQ(readAgain(*source->randomAccess()), text);
        writer.join();
    }
}

TEST_F(ByteSourceTest, StopsWaitingForASlowWriter) {
    const std::string path = folder() + "/slow";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    std::atomic<bool> ended = false;
    std::atomic<bool> done = false;
    std::thread writer([&] {
        std::ofstream pipe(path, std::ios::binary);
        pipe << "0123456789" << std::flush;
        while (!done) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    auto source = openByteSource(path).value();
    source->endWhen([&] { return ended.load(); });
    std::thread ender([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ended = true;
    });
    EXPECT_EQ(readAll(*source), "0123456789");
    done = true;
    writer.join();
    ender.join();
}

TEST(MemorySource, IsOpenedByContentToo) {
    auto plain = byteSourceFromMemory("text").value();
    EXPECT_EQ(readAll(*plain), "text");
    EXPECT_EQ(readAgain(*plain->randomAccess()), "text");
    auto packed = byteSourceFromMemory(zstd("text")).value();
    EXPECT_STREQ(packed->compression(), "zstd");
    EXPECT_EQ(readAll(*packed), "text");
}

}  // namespace
}  // namespace gaplight
