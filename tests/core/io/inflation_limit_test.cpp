// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/io/byte_source.h"
#include "core/io/deflater.h"

namespace gaplight {
namespace {

using ::testing::HasSubstr;

std::string packed(const std::string& text, Deflation deflation) {
    std::string bytes;
    EXPECT_TRUE(makeDeflater(deflation)->deflate(text, Deflater::FlushMode::Finish, bytes));
    return bytes;
}

// The bytes read before the end or the error.
std::uint64_t readAll(ByteSource& source, Error& error) {
    std::vector<char> room(1U << 20U);
    std::uint64_t all = 0;
    for (;;) {
        const Result<std::size_t> got = source.readNext(room);
        if (!got) {
            error = got.error();
            return all;
        }
        if (*got == 0) {
            return all;
        }
        all += *got;
    }
}

TEST(InflationLimit, IsRelativeToTheInputUnlessItIsSet) {
    EXPECT_EQ(InflationLimit{}.bytesFor(0), InflationLimit::kBaseBytes);
    EXPECT_EQ(InflationLimit{}.bytesFor(1000), InflationLimit::kBaseBytes + 100'000);
    EXPECT_EQ(InflationLimit{5}.bytesFor(1000), 5U);
}

TEST(InflationLimit, EndsASourceThatInflatesToMore) {
    const std::string text(100'000, 'x');
    for (const Deflation deflation : {Deflation::Gzip, Deflation::Zstd}) {
        const std::string bytes = packed(text, deflation);
        Error error;
        const auto exact = byteSourceFromMemory(bytes, {text.size()}).value();
        EXPECT_EQ(readAll(*exact, error), text.size());
        EXPECT_EQ(error.message, "");
        const auto less = byteSourceFromMemory(bytes, {text.size() - 1}).value();
        readAll(*less, error);
        EXPECT_EQ(error.code, ErrorCode::TooLarge);
        EXPECT_THAT(error.message, HasSubstr("inflate to more than 100\u2009kB"));
        EXPECT_THAT(error.message, HasSubstr("--max-inflated"));
    }
}

// 1.25 GiB of blanks in 1.3 MB: members of gzip may follow one another.
TEST(InflationLimit, ABombEndsSoon) {
    const std::string member = packed(std::string(std::size_t{64} << 20U, ' '), Deflation::Gzip);
    const std::string path = ::testing::TempDir() + "bomb_" + std::to_string(::getpid()) + ".gz";
    std::ofstream file(path, std::ios::binary);
    for (int i = 0; i < 20; ++i) {
        file << member;
    }
    file.close();
    const auto source = openByteSource(path).value();
    std::filesystem::remove(path);
    Error error;
    const std::uint64_t read = readAll(*source, error);
    EXPECT_EQ(error.code, ErrorCode::TooLarge);
    EXPECT_LE(read, InflationLimit{}.bytesFor(20 * member.size()));
}

// A frame with one raw block; its header names the window (RFC 8878, 3.1.1.1.2).
std::string frameWithWindow(unsigned log, const std::string& text) {
    std::string frame("\x28\xb5\x2f\xfd", 4);
    frame += '\0';
    frame += static_cast<char>((log - 10U) << 3U);
    const std::size_t block = (text.size() << 3U) | 1U;
    for (unsigned at = 0; at < 24; at += 8) {
        frame += static_cast<char>((block >> at) & 0xffU);
    }
    return frame + text;
}

TEST(InflationLimit, WindowsOfTwoGigabytesAreRead) {
    for (const unsigned log : {20U, 28U, 31U}) {
        const auto source = byteSourceFromMemory(frameWithWindow(log, "text")).value();
        std::array<char, 16> room{};
        const Result<std::size_t> got = source->readNext(room);
        ASSERT_TRUE(got) << got.error().message;
        EXPECT_EQ(std::string(room.data(), *got), "text") << log;
        EXPECT_TRUE(source->issues().empty());
    }
    const auto source = byteSourceFromMemory(frameWithWindow(33, "text")).value();
    Error error;
    EXPECT_EQ(readAll(*source, error), 0U);
    ASSERT_EQ(source->issues().count(IssueKind::BrokenContainer), 1U);
    EXPECT_THAT(source->issues().list().front().example, HasSubstr("larger than 2 GiB"));
}

}  // namespace
}  // namespace gaplight
