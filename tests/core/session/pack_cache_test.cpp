// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pack_cache.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/io/file_content.h"
#include "tests/support/checks/trace_dump.h"
#include "tests/support/system/file_clock.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class PackCacheTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_folder = fs::path(::testing::TempDir()) /
                   ("pack_cache_" +
                    std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
    }
    void TearDown() override {
        fs::permissions(m_folder, fs::perms::owner_all);
        fs::remove_all(m_folder);
    }

    std::string trace(const std::string& name, const std::string& slice) {
        TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, {0, 900}, slice);
        const std::string path = (m_folder / name).string();
        std::ofstream(path, std::ios::binary) << t.json();
        return path;
    }
    PackCache cache(std::uint64_t maxBytes = 1'000'000) const {
        return PackCache((m_folder / "packs").string(), {1, maxBytes});
    }
    // Opens as a program does: from the cache, else the file, which is then kept.
    static std::shared_ptr<const Session> open(const PackCache& cache, const std::string& path,
                                               bool& wasKept) {
        const auto [session, key] = cache.openKeptOrFile(path, {});
        wasKept = key.empty();
        EXPECT_TRUE(session);
        if (!wasKept) {
            (void)cache.keep(*(*session)->trace, (*session)->details.of(SourceId()), key, {});
        }
        return *session;
    }

    fs::path m_folder;
};

TEST_F(PackCacheTest, OpensATraceAgain) {
    const std::string path = trace("a.json", "first");
    bool wasKept = true;
    const auto first = open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    const auto again = open(cache(), path, wasKept);
    EXPECT_TRUE(wasKept);
    EXPECT_EQ(dump(*again->trace), dump(*first->trace));
    EXPECT_EQ(again->trace->facts().path, path);
    ASSERT_THAT(cache().list(), SizeIs(1));
    EXPECT_EQ(cache().list().front().tracePath, fs::canonical(path).string());
}

TEST_F(PackCacheTest, SaysUnderWhichKeyATraceThatWasReadIsToBeKept) {
    const std::string path = trace("a.json", "first");
    const auto opened = cache().openKeptOrFile(path, {});
    const auto read = cache().readKeptOrFile(path, {});
    ASSERT_TRUE(opened.loaded);
    ASSERT_TRUE(read.loaded);
    EXPECT_NE(opened.keyToKeep, "");
    EXPECT_EQ(opened.keyToKeep, cache().keyOf(path));
    EXPECT_EQ(read.keyToKeep, opened.keyToKeep);
    EXPECT_THAT(cache().list(), IsEmpty());  // that is up to the caller
    ASSERT_TRUE(
        cache().keep(*read.loaded->trace, read.loaded->details.of(SourceId()), read.keyToKeep, {}));
    const auto keptSession = cache().openKeptOrFile(path, {});
    const auto keptTrace = cache().readKeptOrFile(path, {});
    ASSERT_TRUE(keptSession.loaded);
    ASSERT_TRUE(keptTrace.loaded);
    EXPECT_EQ(keptSession.keyToKeep, "");
    EXPECT_EQ(keptTrace.keyToKeep, "");
    EXPECT_EQ(dump(*keptTrace.loaded->trace), dump(*read.loaded->trace));
}

TEST_F(PackCacheTest, NoTraceAndNoCacheLeaveNothingToKeep) {
    const auto missing = cache().openKeptOrFile((m_folder / "none.json").string(), {});
    EXPECT_FALSE(missing.loaded);
    EXPECT_EQ(missing.keyToKeep, "");
    const std::string broken = (m_folder / "broken.json").string();
    std::ofstream(broken) << "no trace";
    const auto failed = cache().openKeptOrFile(broken, {});
    EXPECT_FALSE(failed.loaded);
    EXPECT_EQ(failed.keyToKeep, "");
    const auto uncached = PackCache("").openKeptOrFile(trace("a.json", "first"), {});
    EXPECT_TRUE(uncached.loaded);
    EXPECT_EQ(uncached.keyToKeep, "");
}

// A reader that has the pack open at that moment would take a new time for a write.
TEST_F(PackCacheTest, OpeningAgainMarksAPackUsedAndLeavesItsTimeOfWriting) {
    const std::string path = trace("a.json", "first");
    bool wasKept = true;
    open(cache(), path, wasKept);
    const CachedPack before = cache().list().front();
    const auto written = fs::last_write_time(before.file);
    waitForFileClock(m_folder);
    open(cache(), path, wasKept);
    EXPECT_TRUE(wasKept);
    EXPECT_EQ(fs::last_write_time(before.file), written);
    const CachedPack after = cache().list().front();
    EXPECT_GT(after.usedNs, before.usedNs);
    EXPECT_EQ(cache().list().front().usedNs, after.usedNs);  // to list it is no use
}

TEST_F(PackCacheTest, ReadsAChangedTraceAnew) {
    const std::string path = trace("a.json", "first");
    bool wasKept = true;
    open(cache(), path, wasKept);
    const auto written = fs::last_write_time(path);
    trace("a.json", "other");
    fs::last_write_time(path, written);  // of the same size and time
    const auto changed = open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    EXPECT_TRUE(changed->trace->findText("other"));
}

TEST_F(PackCacheTest, RemovesADamagedPack) {
    const std::string path = trace("a.json", "first");
    bool wasKept = true;
    open(cache(), path, wasKept);
    const std::string pack = cache().list().front().file;
    fs::resize_file(pack, fs::file_size(pack) / 2);
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    open(cache(), path, wasKept);
    EXPECT_TRUE(wasKept);
}

std::string contentOf(const Session& session) {
    std::string content = dump(*session.trace);
    for (std::size_t slice = 0; slice < session.trace->slices().size(); ++slice) {
        for (const Arg& arg : session.details.args(SliceId(slice)).value_or(std::vector<Arg>())) {
            content += arg.path + "=" + arg.value + "\n";
        }
    }
    return content;
}

TEST_F(PackCacheTest, ReadsTheTraceAnewWhereAnyByteOfItsPackIsDamaged) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int at = 0; at < 40; ++at) {
        t.op(host, {at * 10, at * 10 + 5}, "aten::mul");
        t.arg("Input Dims", "[[" + std::to_string(at * at) + "]]");
    }
    const std::string path = (m_folder / "a.json").string();
    std::ofstream(path, std::ios::binary) << t.json();
    bool wasKept = true;
    const std::string expected = contentOf(*open(cache(), path, wasKept));
    const std::string pack = cache().list().front().file;
    std::ifstream file(pack, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    std::size_t kept = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 1U << at % 8);
        std::ofstream(pack, std::ios::binary) << damaged;
        const auto opened = cache().openKeptOrFile(path, {});
        ASSERT_TRUE(opened.loaded) << at;
        ASSERT_EQ(contentOf(**opened.loaded), expected) << at;
        kept += opened.keyToKeep.empty() ? 1 : 0;
        ASSERT_NE(opened.keyToKeep.empty(), !fs::exists(pack)) << at;  // else it is removed
    }
    EXPECT_LT(kept, 50U);  // bits that mean nothing
}

TEST_F(PackCacheTest, ReadsNoPackOfOthers) {
    const std::string path = trace("a.json", "first");
    const fs::path folder = m_folder / "packs";
    bool wasKept = true;
    open(cache(), path, wasKept);
    const std::string pack = cache().list().front().file;
    // Behind a link.
    const fs::path elsewhere = m_folder / "elsewhere.gpk";
    fs::rename(pack, elsewhere);
    fs::create_symlink(elsewhere, pack);
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    EXPECT_TRUE(fs::exists(elsewhere));
    EXPECT_FALSE(fs::is_symlink(pack));
    // In a folder that others may write to, until a pack is kept there again.
    fs::permissions(folder, fs::perms(0777));
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    open(cache(), path, wasKept);
    EXPECT_TRUE(wasKept);
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms(0700));
    // In a folder behind a link.
    fs::rename(folder, m_folder / "other");
    fs::create_directory_symlink(m_folder / "other", folder);
    const auto linked = open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    EXPECT_FALSE(
        cache().keep(*linked->trace, linked->details.of(SourceId()), cache().keyOf(path), {}));
}

// Only root can give a file to another user; other users see that a pack of root is read.
TEST_F(PackCacheTest, ReadsNoPackOfAnotherUser) {
    if (::geteuid() != 0) {
        EXPECT_EQ(fileRefusal("/etc/passwd"), "");
        return;
    }
    constexpr uid_t kNobody = 65534;
    const std::string path = trace("a.json", "first");
    bool wasKept = true;
    open(cache(), path, wasKept);
    ASSERT_EQ(::chown(cache().list().front().file.c_str(), kNobody, kNobody), 0);
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    open(cache(), path, wasKept);
    EXPECT_TRUE(wasKept);
    ASSERT_EQ(::chown((m_folder / "packs").c_str(), kNobody, kNobody), 0);
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
}

TEST_F(PackCacheTest, KeepsThePacksUsedLastWithinItsLimit) {
    const std::string one = trace("one.json", "one");
    const std::string two = trace("two.json", "two");
    const std::string three = trace("three.json", "three");
    bool wasKept = true;
    open(cache(), one, wasKept);
    const std::uint64_t bytes = cache().list().front().bytes;
    open(cache(), two, wasKept);
    waitForFileClock(m_folder);
    open(cache(), one, wasKept);
    EXPECT_TRUE(wasKept);
    waitForFileClock(m_folder);
    open(cache(2 * bytes + bytes / 2), three, wasKept);
    std::vector<std::string> kept;
    for (const CachedPack& pack : cache().list()) {
        kept.push_back(pack.tracePath);
    }
    EXPECT_THAT(kept, ElementsAre(fs::canonical(three).string(), fs::canonical(one).string()));
    EXPECT_EQ(cache().clear(), 2U);
    EXPECT_THAT(cache().list(), IsEmpty());
}

TEST_F(PackCacheTest, SmallFilesPacksAndPipesAreNotKept) {
    const std::string path = trace("a.json", "first");
    EXPECT_EQ(PackCache((m_folder / "packs").string()).keyOf(path), "");
    EXPECT_EQ(PackCache("").keyOf(path), "");
    EXPECT_EQ(cache().keyOf("-"), "");
    EXPECT_EQ(cache().keyOf("/dev/null"), "");
    bool wasKept = true;
    open(cache(), path, wasKept);
    EXPECT_EQ(cache().keyOf(cache().list().front().file), "");
}

TEST_F(PackCacheTest, AFolderThatCannotBeWrittenCostsNothing) {
    const std::string path = trace("a.json", "first");
    std::ofstream(m_folder / "packs") << "a file";
    bool wasKept = true;
    const auto session = open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    EXPECT_FALSE(
        cache().keep(*session->trace, session->details.of(SourceId()), cache().keyOf(path), {}));
    open(cache(), path, wasKept);
    EXPECT_FALSE(wasKept);
    EXPECT_THAT(cache().list(), IsEmpty());
}

TEST_F(PackCacheTest, AStoppedWriterLeavesNothing) {
    const std::string path = trace("a.json", "first");
    const auto session = openSession(path);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(cache().keep(*(*session)->trace, (*session)->details.of(SourceId()),
                              cache().keyOf(path), stop.get_token()));
    EXPECT_THAT(cache().list(), IsEmpty());
    EXPECT_TRUE(fs::is_empty(m_folder / "packs"));
}

TEST_F(PackCacheTest, SeveralWritersAndReadersAgree) {
    const std::string path = trace("a.json", "first");
    const std::string expected = dump(*(*openSession(path))->trace);
    std::vector<std::string> seen(8);
    {
        std::vector<std::jthread> threads;
        for (std::string& one : seen) {
            threads.emplace_back([&] {
                for (int times = 0; times < 20; ++times) {
                    bool wasKept = false;
                    one = dump(*open(cache(), path, wasKept)->trace);
                }
            });
        }
    }
    EXPECT_THAT(seen, ::testing::Each(expected));
    EXPECT_THAT(cache().list(), SizeIs(1));
}

}  // namespace
}  // namespace gaplight::test
