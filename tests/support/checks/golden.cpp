// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/golden.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

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

}  // namespace

::testing::AssertionResult matchesGolden(const std::string& name, const std::string& actual) {
    const std::filesystem::path path =
        std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "golden" / name;
    const char* update = std::getenv("UPDATE_GOLDEN");
    if (update != nullptr && *update == '1') {
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

std::string dataFile(const std::string& name) {
    const std::filesystem::path path =
        std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "data" / name;
    EXPECT_TRUE(std::filesystem::exists(path)) << "test data " << path << " is missing";
    return path.string();
}

}  // namespace gaplight::test
