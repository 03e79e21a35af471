// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/formats/read_text.h"

namespace gaplight {
namespace {

constexpr int kEvents = 300;
constexpr std::size_t kShortestEvent = 90;

// Kineto's layout, with what makes structure hard to see: names with braces and quotes, nested
// args, strings that look like arrays.
std::string traceText() {
    std::string json = "{\n  \"schemaVersion\": 1,\n  \"traceEvents\": [\n";
    for (int i = 0; i < kEvents; ++i) {
        const std::string number = std::to_string(1000 + i);
        json += i == 0 ? "  {" : ",\n  {";
        if (i % 3 == 0) {
            json += R"(
    "ph": "X", "cat": "cpu_op", "name": "aten::op", "pid": 434, "tid": 434,
    "ts": )" + number +
                    R"(.462, "dur": 0.5,
    "args": {
      "External id": 7, "Concrete Inputs": ["", "[3]", "{}"], "Input Dims": [[1, 512], []]
    }
  })";
        } else if (i % 3 == 1) {
            json += R"__("ph": "X", "cat": "kernel", "name": "f<{lambda(int)#1}>(\"x\")", )__"
                    R"("pid": 0, "tid": 7, "ts": )" +
                    number +
                    R"(, "dur": 0.5, "args": {"stream": 7, "grid": [1, 2], "o": {"l": "R"}}})";
        } else {
            json += R"("name": "thing", "ph": "X", "pid": 1, "tid": 2, "ts": )" + number +
                    R"(, "dur": 0.5, "args": {"list": [{"a": 1}, {"b": [2]}]}})";
        }
    }
    return json + "\n  ],\n  \"traceName\": \"t\"\n}\n";
}

class Damage : public ::testing::Test {
protected:
    // How many events are gone from `text`.
    static std::size_t lost(const std::string& text) {
        const auto trace = test::readBytes(text);
        EXPECT_TRUE(trace.has_value()) << trace.error().message;
        const std::size_t kept = trace ? (*trace)->slices().size() : 0;
        // Never a silent loss. (Bytes that are gone can take whole events along.)
        if (trace && kept < kEvents && text.size() >= traceText().size()) {
            EXPECT_FALSE((*trace)->issues().empty());
        }
        return kept < kEvents ? kEvents - kept : 0;
    }

    // A place among the events.
    std::size_t place(const std::string& text) { return 100 + m_random() % (text.size() - 200); }

    std::mt19937 m_random{20};
    std::string m_text = traceText();
};

TEST_F(Damage, LeavesTheUndamagedTraceWhole) {
    EXPECT_EQ(lost(m_text), 0U);
}

TEST_F(Damage, OfOneByteCostsOneEvent) {
    constexpr char kStructure[] = {'"', '\\', '{', '}', '[', ']', ',', ':'};
    for (int i = 0; i < 400; ++i) {
        std::string text = m_text;
        const char c = kStructure[m_random() % std::size(kStructure)];
        const std::size_t at = place(text);
        if (i % 2 == 0) {
            text.insert(at, 1, c);
        } else {
            text[at] = c;
        }
        ASSERT_LE(lost(text), 1U) << "with " << c << " at " << at << ": "
                                  << text.substr(at - 40, 80);
    }
}

TEST_F(Damage, OfManyBytesCostsTheEventsThatTheyTouch) {
    for (int i = 0; i < 300; ++i) {
        std::string text = m_text;
        const std::size_t at = place(text);
        const std::size_t bytes = 1 + m_random() % 500;
        text.erase(at, bytes);
        ASSERT_LE(lost(text), bytes / kShortestEvent + 3) << "without " << bytes << " at " << at;
    }
}

// Two writers in one file: a piece of elsewhere stands in the middle of an event.
TEST_F(Damage, ByAnotherWriterCostsTheEventsAtTheSeams) {
    for (int i = 0; i < 200; ++i) {
        std::string text = m_text;
        const std::size_t bytes = 1 + m_random() % 3000;
        const std::size_t from = place(m_text);
        const std::size_t at = place(m_text);
        text.insert(at, m_text.substr(from, bytes));
        ASSERT_LE(lost(text), 2U) << bytes << " from " << from << " at " << at;
    }
}

}  // namespace
}  // namespace gaplight
