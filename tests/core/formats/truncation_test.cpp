// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include "tests/core/formats/read_text.h"

namespace gaplight {
namespace {

// Where each event of `json` ends, and where its array begins.
struct Shape {
    std::size_t arrayBegin = 0;
    std::vector<std::size_t> ends;
};

std::string smallTrace() {
    std::string json = R"({"schemaVersion": 1, "traceEvents": [)";
    for (int i = 0; i < 6; ++i) {
        json += (i == 0 ? "\n" : ",\n") +
                std::string(R"({"ph": "X", "cat": "cpu_op", "name": "op \"{\u00e9 )") +
                std::to_string(i) + R"(", "pid": 1, "tid": 2, "ts": )" + std::to_string(i * 10) +
                R"(.5, "dur": 5, "args": {"External id": 7, "Input Dims": [[1, 2], []]}})";
    }
    return json + "\n], \"traceName\": \"t\"}\n";
}

Shape shapeOf(const std::string& json) {
    Shape shape;
    shape.arrayBegin = json.find('[') + 1;
    for (std::size_t at = json.find("]}}"); at != std::string::npos;
         at = json.find("]}}", at + 1)) {
        shape.ends.push_back(at + 3);
    }
    return shape;
}

// Every event that is whole before `bytes` of the inflated text must be there, and no other; the
// cut must be said.
void expectWholeEvents(const Shape& shape, std::size_t bytes, std::size_t allBytes,
                       const Result<std::shared_ptr<const Trace>>& trace) {
    if (bytes < shape.arrayBegin) {
        EXPECT_FALSE(trace.has_value()) << "cut at " << bytes;
        return;
    }
    const auto whole = static_cast<std::size_t>(
        std::upper_bound(shape.ends.begin(), shape.ends.end(), bytes) - shape.ends.begin());
    ASSERT_TRUE(trace.has_value()) << "cut at " << bytes << ": " << trace.error().message;
    EXPECT_EQ((*trace)->slices().size(), whole) << "cut at " << bytes;
    EXPECT_EQ((*trace)->facts().events, whole) << "cut at " << bytes;
    const bool isCut = bytes < allBytes - 1;  // the last byte is a line end
    EXPECT_EQ((*trace)->issues().count(IssueKind::Truncated), isCut ? 1U : 0U)
        << "cut at " << bytes;
}

std::string gzip(const std::string& text) {
    std::vector<std::uint8_t> levelBuffer(ISAL_DEF_LVL1_DEFAULT);
    std::string packed(text.size() + 1000, '\0');
    isal_zstream stream{};
    isal_deflate_init(&stream);
    stream.level = 1;
    stream.level_buf = levelBuffer.data();
    stream.level_buf_size = static_cast<std::uint32_t>(levelBuffer.size());
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<std::uint32_t>(text.size());
    stream.next_out = reinterpret_cast<std::uint8_t*>(packed.data());
    stream.avail_out = static_cast<std::uint32_t>(packed.size());
    EXPECT_EQ(isal_deflate(&stream), COMP_OK);
    packed.resize(stream.total_out);
    return packed;
}

std::string zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

TEST(Truncation, KeepsEveryWholeEventOfPlainText) {
    const std::string json = smallTrace();
    const Shape shape = shapeOf(json);
    ASSERT_EQ(shape.ends.size(), 6U);
    for (std::size_t bytes = 0; bytes <= json.size(); ++bytes) {
        expectWholeEvents(shape, bytes, json.size(), test::readBytes(json.substr(0, bytes)));
    }
}

// A cut member gives less text than was written, never more or other text; it is one issue, and
// an error only where not even the array's begin came out of it.
void expectPrefixes(const std::string& packed, std::size_t fewest) {
    std::size_t most = 0;
    for (std::size_t bytes = 4; bytes < packed.size(); ++bytes) {
        const auto trace = test::readBytes(packed.substr(0, bytes));
        if (!trace) {
            EXPECT_EQ(most, 0U) << "events were lost again at " << bytes;
            continue;
        }
        EXPECT_EQ((*trace)->issues().count(IssueKind::BrokenContainer), 1U) << bytes;
        EXPECT_EQ((*trace)->facts().events, (*trace)->slices().size()) << bytes;
        EXPECT_GE((*trace)->slices().size(), most) << bytes;
        most = (*trace)->slices().size();
    }
    EXPECT_GE(most, fewest);
    const auto whole = test::readBytes(packed);
    ASSERT_TRUE(whole.has_value()) << whole.error().message;
    EXPECT_EQ((*whole)->slices().size(), 6U);
    EXPECT_TRUE((*whole)->issues().empty());
}

TEST(Truncation, KeepsWhatACutGzipMemberHolds) {
    expectPrefixes(gzip(smallTrace()), 6);
}

// zstd decodes block by block, and this trace is one block.
TEST(Truncation, KeepsWhatACutZstdFrameHolds) {
    expectPrefixes(zstd(smallTrace()), 0);
}

TEST(Truncation, ReadsMembersAndFramesThatFollowEachOther) {
    const std::string json = smallTrace();
    const std::string left = json.substr(0, 300);
    const std::string right = json.substr(300);
    const auto members = test::readBytes(gzip(left) + gzip(right));
    ASSERT_TRUE(members.has_value());
    EXPECT_EQ((*members)->slices().size(), 6U);
    EXPECT_TRUE((*members)->issues().empty());
    EXPECT_EQ((*members)->facts().compression, "gzip");
    const auto frames = test::readBytes(zstd(left) + zstd(right));
    ASSERT_TRUE(frames.has_value());
    EXPECT_EQ((*frames)->slices().size(), 6U);
    EXPECT_TRUE((*frames)->issues().empty());
    EXPECT_EQ((*frames)->facts().compression, "zstd");
    // The second frame cut in the middle: everything of the first one is kept.
    const auto cut = test::readBytes(zstd(left) + zstd(right).substr(0, 30));
    ASSERT_TRUE(cut.has_value());
    EXPECT_EQ((*cut)->slices().size(), 1U);
    EXPECT_EQ((*cut)->issues().count(IssueKind::BrokenContainer), 1U);
    EXPECT_EQ((*cut)->issues().count(IssueKind::Truncated), 1U);
}

TEST(Truncation, SurvivesDamageToAnyByteOfAMember) {
    for (const std::string& packed : {gzip(smallTrace()), zstd(smallTrace())}) {
        for (std::size_t at = 4; at < packed.size(); ++at) {
            std::string damaged = packed;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
            const auto trace = test::readBytes(damaged);  // must end, with an error or a trace
            if (trace) {
                EXPECT_LE((*trace)->slices().size(), 6U);
            } else {
                EXPECT_FALSE(trace.error().message.empty());
            }
        }
    }
}

}  // namespace
}  // namespace gaplight
