// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight::test {

// The conditions that a session did not meet, in words. Without GoogleTest, so that fuzz targets
// can use it too.
class Problems {
public:
    // Adds `what` where `holds` is false; the value of `holds`.
    bool expect(bool holds, std::string_view what) {
        if (!holds && m_all.size() < kMaxKept) {
            m_all.emplace_back(what);
        }
        return holds;
    }
    bool isEmpty() const { return m_all.empty(); }
    std::string text() const {
        std::string text;
        for (const std::string& one : m_all) {
            text += one + '\n';
        }
        return text;
    }

private:
    static constexpr std::size_t kMaxKept = 20;

    std::vector<std::string> m_all;
};

}  // namespace gaplight::test
