// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight::test {

// Compares `actual` with tests/golden/<name>; with UPDATE_GOLDEN=1 in the environment it writes
// the file instead. A missing file fails and says how to make it.
::testing::AssertionResult matchesGolden(const std::string& name, const std::string& actual);

// The same for a table in one file that many tests share: the rows of this test are those whose
// second cell is `key`. "a | key | b" is a row; the file has the rows of all keys, sorted.
::testing::AssertionResult matchesGoldenRows(const std::string& name, const std::string& key,
                                             const std::vector<std::string>& rows);

// Absolute path of a file under tests/data. Fails the test (never skips) if it is not there.
std::string dataFile(const std::string& name);

}  // namespace gaplight::test
