// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "core/remote/resumed_stream.h"

namespace gaplight::test {
namespace {

std::string streamOf(std::size_t bytes) {
    std::string stream;
    for (std::size_t at = 0; stream.size() < bytes; ++at) {
        stream += std::to_string(at * at) + ',';
    }
    stream.resize(bytes);
    return stream;
}

std::uint64_t hashOf(std::string_view text, std::size_t piece) {
    StreamHash hash;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        hash.add(text.substr(at, piece));
    }
    return hash.value();
}

// The rest after `from`, sent in pieces; empty: it was refused.
std::string restOf(const std::string& stream, const ResumePoint& from, std::size_t piece) {
    std::string rest = "resumed:";
    int resumed = 0;
    ResumedStream output(
        from,
        [&](std::string_view bytes) {
            EXPECT_EQ(resumed, 1);
            rest += bytes;
            return Result<void>();
        },
        [&] { ++resumed; });
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        if (!output.take(std::string_view(stream).substr(at, piece))) {
            return {};
        }
    }
    return resumed == 1 ? rest : std::string();
}

TEST(ResumedStream, HashDoesNotDependOnPieces) {
    const std::string stream = streamOf(300'000);
    for (const std::size_t piece : {1UL, 1'000UL, 65'536UL, 65'537UL, 300'000UL}) {
        EXPECT_EQ(hashOf(stream, piece), hashOf(stream, 7)) << piece;
    }
    EXPECT_NE(hashOf(stream, 7), hashOf(stream.substr(1), 7));
}

TEST(ResumedStream, SendsTheRest) {
    const std::string stream = streamOf(200'000);
    for (const std::size_t cut :
         {1UL, 65'535UL, 65'536UL, 65'537UL, 131'072UL, 199'999UL, 200'000UL}) {
        const ResumePoint point{cut, hashOf(std::string_view(stream).substr(0, cut), 999)};
        for (const std::size_t piece : {1'000UL, 65'536UL, 200'000UL}) {
            EXPECT_EQ(restOf(stream, point, piece), "resumed:" + stream.substr(cut)) << cut;
        }
        EXPECT_EQ(restOf(stream, {cut, point.hash + 1}, 1'000), "");
        std::string changed = stream;
        changed[cut / 2] = 'x';
        EXPECT_EQ(restOf(changed, point, 1'000), "");
    }
    EXPECT_EQ(restOf(stream, {200'001, 5}, 1'000), "");  // it is shorter now
}

TEST(ResumedStream, PointsAreText) {
    const auto point = resumePointFrom(resumeText({4'194'304, 0xfedcba9876543210ULL}));
    ASSERT_TRUE(point);
    EXPECT_EQ(point->bytes, 4'194'304U);
    EXPECT_EQ(point->hash, 0xfedcba9876543210ULL);
    for (const char* text : {"", ":", "5", "5:", ":5", "x:5", "5:g", "-1:5", "5:5 ", "5:5:5",
                             "99999999999999999999:1", "1:10000000000000000"}) {
        EXPECT_FALSE(resumePointFrom(text)) << text;
    }
}

}  // namespace
}  // namespace gaplight::test
