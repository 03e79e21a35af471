// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/traces/recorded_traces.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

constexpr std::string_view kEnding = ".json.zst";

}  // namespace

std::vector<std::string> recordedTraces() {
    std::vector<std::string> names;
    const std::filesystem::path folder = std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "data";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string file = entry.path().filename().string();
        if (file.ends_with(kEnding)) {
            names.push_back(file.substr(0, file.size() - kEnding.size()));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::shared_ptr<const Session> recordedSession(const std::string& name) {
    static std::pair<std::string, std::shared_ptr<const Session>> last;
    if (last.first != name || last.second == nullptr) {
        last = {};
        const auto opened = openSession(dataFile(name + std::string(kEnding)));
        EXPECT_TRUE(opened) << name << ": " << (opened ? "" : opened.error().message);
        last = {name, opened ? *opened : nullptr};
    }
    return last.second;
}

}  // namespace gaplight::test
