// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/reinflating_file.h"

#include <cstdio>
#include <random>
#include <string>

#include <gtest/gtest.h>
#include <isa-l/igzip_lib.h>
#include <unistd.h>

namespace gaplight {
namespace {

std::string gzip(std::string text) {
    std::string packed(text.size() + 100'000, '\0');
    isal_zstream stream;
    isal_deflate_stateless_init(&stream);
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    stream.next_in = reinterpret_cast<std::uint8_t*>(text.data());
    stream.avail_in = static_cast<std::uint32_t>(text.size());
    stream.next_out = reinterpret_cast<std::uint8_t*>(packed.data());
    stream.avail_out = static_cast<std::uint32_t>(packed.size());
    EXPECT_EQ(isal_deflate_stateless(&stream), COMP_OK);
    packed.resize(stream.total_out);
    return packed;
}

// Text that repeats at distances up to the whole window, so that history matters everywhere.
std::string randomText(std::size_t bytes) {
    std::mt19937 random(11);
    std::string text;
    while (text.size() < bytes) {
        if (text.size() > 40'000 && random() % 2 == 0) {
            const std::string again = text.substr(text.size() - 1 - random() % 32'000, 200);
            text += again;
        } else {
            text += "name " + std::to_string(random()) + ' ';
        }
    }
    return text;
}

// A gzip file of two members and the ReinflatingFile that a reader of it in 10 kB steps fills.
class ReinflatingFileTest : public ::testing::Test {
protected:
    static constexpr std::uint64_t kSpacing = 100'000;

    ReinflatingFileTest()
        : m_text(randomText(1'500'000)),
          m_packed(gzip(m_text.substr(0, 700'000)) + gzip(m_text.substr(700'000))),
          m_stream(std::tmpfile()),
          m_file(std::make_shared<const FileDescriptor>(::dup(fileno(m_stream)))),
          m_bytes(FileVersion(m_file, ""), gzipInflater(), kSpacing) {
        EXPECT_EQ(std::fwrite(m_packed.data(), 1, m_packed.size(), m_stream), m_packed.size());
        std::fflush(m_stream);
        fill();
    }
    ~ReinflatingFileTest() override { std::fclose(m_stream); }

    void fill() {
        auto inflater = gzipInflater();
        std::string part(10'000, '\0');
        std::string seen;
        for (std::uint64_t consumed = 0; consumed < m_packed.size();) {
            const InflateStep step = inflater->step(std::span(m_packed).subspan(consumed), part);
            ASSERT_FALSE(step.damaged);
            consumed += step.consumed;
            ASSERT_TRUE(m_bytes.append(std::span(part).first(step.produced), *inflater, consumed));
            seen.append(part, 0, step.produced);
        }
        ASSERT_EQ(seen, m_text);
    }

    std::string readAt(std::uint64_t offset, std::size_t count) const {
        std::string got(count, '\0');
        const Result<std::size_t> size = m_bytes.readAt(offset, got);
        EXPECT_TRUE(size.has_value());
        got.resize(size.value_or(0));
        return got;
    }

    std::string m_text;
    std::string m_packed;
    std::FILE* m_stream;
    std::shared_ptr<const FileDescriptor> m_file;
    ReinflatingFile m_bytes;
};

TEST_F(ReinflatingFileTest, GivesAnyPartAgain) {
    EXPECT_EQ(m_bytes.size(), m_text.size());
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const std::size_t offset = random() % m_text.size();
        const std::size_t count = random() % 5'000;
        ASSERT_EQ(readAt(offset, count), m_text.substr(offset, count)) << offset;
    }
}

TEST_F(ReinflatingFileTest, GivesAllInOrderAndFromTheStartAgain) {
    EXPECT_EQ(readAt(0, m_text.size()), m_text);
    std::string inParts;
    for (std::size_t offset = 0; offset < m_text.size(); offset += 3'333) {
        inParts += readAt(offset, 3'333);
    }
    EXPECT_EQ(inParts, m_text);
    EXPECT_EQ(readAt(0, 10), m_text.substr(0, 10));
}

TEST_F(ReinflatingFileTest, EndsWhereTheTextEnds) {
    EXPECT_EQ(readAt(m_text.size() - 4, 100), m_text.substr(m_text.size() - 4));
    EXPECT_EQ(readAt(m_text.size(), 100), "");
    EXPECT_EQ(readAt(m_text.size() + 1'000'000, 100), "");
}

TEST_F(ReinflatingFileTest, GivesWhatIsLeftOfAFileThatWasCut) {
    ASSERT_EQ(::ftruncate(m_file->get(), static_cast<off_t>(m_packed.size() / 2)), 0);
    const std::string early = readAt(1'000, 2'000);
    EXPECT_EQ(early, m_text.substr(1'000, 2'000));
    EXPECT_LT(readAt(m_text.size() - 5'000, 5'000).size(), 5'000U);
    EXPECT_EQ(readAt(1'000, 2'000), early);  // and goes on after that
}

}  // namespace
}  // namespace gaplight
