// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/golden.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace gaplight::test {
namespace {

std::string firstDifference(const std::string& expected, const std::string& actual) {
    std::istringstream expectedLines(expected);
    std::istringstream actualLines(actual);
    for (int number = 1;; ++number) {
        std::string wanted;
        std::string got;
        const bool hasWanted = static_cast<bool>(std::getline(expectedLines, wanted));
        const bool hasGot = static_cast<bool>(std::getline(actualLines, got));
        if (!hasWanted && !hasGot) {
            return "they differ only in line endings";
        }
        if (hasWanted != hasGot || wanted != got) {
            return "line " + std::to_string(number) +
                   "\n  expected: " + (hasWanted ? wanted : "(end)") +
                   "\n  actual:   " + (hasGot ? got : "(end)");
        }
    }
}

std::filesystem::path goldenPath(const std::string& name) {
    return std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "golden" / name;
}

bool isToUpdate() {
    const char* update = std::getenv("UPDATE_GOLDEN");
    return update != nullptr && *update == '1';
}

// Holds the lock of a file until the end of its life: tests that update one file run in parallel.
class FileLock {
public:
    explicit FileLock(const std::filesystem::path& path)
        : m_file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
        EXPECT_EQ(::flock(m_file, LOCK_EX), 0) << path;
    }
    ~FileLock() { ::close(m_file); }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int m_file;
};

std::vector<std::string> linesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string joinLines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

}  // namespace

::testing::AssertionResult matchesGolden(const std::string& name, const std::string& actual) {
    const std::filesystem::path path = goldenPath(name);
    if (isToUpdate()) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << actual;
        return ::testing::AssertionSuccess();
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return ::testing::AssertionFailure()
               << path << " is missing; write it with UPDATE_GOLDEN=1 and read it";
    }
    std::ostringstream expected;
    expected << file.rdbuf();
    if (expected.str() == actual) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure()
           << "golden " << name << " differs at " << firstDifference(expected.str(), actual);
}

::testing::AssertionResult matchesGoldenRows(const std::string& name, const std::string& key,
                                             const std::vector<std::string>& rows) {
    const std::filesystem::path path = goldenPath(name);
    const auto isOfKey = [&](const std::string& row) {
        return row.find(" | " + key + " | ") == row.find(" | ");
    };
    if (isToUpdate()) {
        const FileLock lock(path);
        std::vector<std::string> all = linesOf(path);
        std::erase_if(all, isOfKey);
        all.insert(all.end(), rows.begin(), rows.end());
        std::sort(all.begin(), all.end());
        std::ofstream(path, std::ios::binary) << joinLines(all);
        return ::testing::AssertionSuccess();
    }
    std::vector<std::string> expected = linesOf(path);
    std::erase_if(expected, [&](const std::string& row) { return !isOfKey(row); });
    std::vector<std::string> sorted = rows;
    std::sort(sorted.begin(), sorted.end());
    if (expected == sorted) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure()
           << "the rows of " << key << " in golden " << name << " differ at "
           << firstDifference(joinLines(expected), joinLines(sorted));
}

std::string dataFile(const std::string& name) {
    const std::filesystem::path path =
        std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "data" / name;
    EXPECT_TRUE(std::filesystem::exists(path)) << "test data " << path << " is missing";
    return path.string();
}

}  // namespace gaplight::test
