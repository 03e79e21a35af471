// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/step_times.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gaplight {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Duration> microseconds(const std::vector<int>& times) {
    std::vector<Duration> steps;
    for (const int time : times) {
        steps.push_back(std::chrono::microseconds(time));
    }
    return steps;
}

TEST(TypicalStep, IsTheMedianWithoutOutliers) {
    const TypicalStep typical = findTypicalStep(microseconds({124, 1090, 123, 125, 126, 122}));
    EXPECT_EQ(typical.time, std::chrono::microseconds(124));
    EXPECT_THAT(typical.steps, ElementsAre(0));
    EXPECT_EQ(typical.kept, 5U);
    EXPECT_THAT(typical.outliers, ElementsAre(1));
    EXPECT_DOUBLE_EQ(typical.squares, 10e6);
}

TEST(TypicalStep, IsTheMeanOfTheTwoInTheMiddle) {
    const TypicalStep typical = findTypicalStep(microseconds({130, 100, 120, 110}));
    EXPECT_EQ(typical.time, std::chrono::microseconds(115));
    EXPECT_THAT(typical.steps, ElementsAre(2, 3));
}

TEST(TypicalStep, LeavesOutFewStepsFarAway) {
    EXPECT_THAT(findTypicalStep(microseconds({100, 100, 100, 109, 100})).outliers, IsEmpty());
    EXPECT_THAT(findTypicalStep(microseconds({100, 100, 100, 104, 100})).outliers, IsEmpty());
    EXPECT_THAT(findTypicalStep(microseconds({100, 100, 200})).outliers, IsEmpty());
    EXPECT_THAT(findTypicalStep(microseconds({100, 100, 100, 100, 200, 200})).outliers, IsEmpty());
    EXPECT_THAT(findTypicalStep(microseconds({100, 100, 100, 60, 100})).outliers, ElementsAre(3));
}

TEST(StudentFactor, IsThatOfTables) {
    EXPECT_DOUBLE_EQ(studentFactor(1), 31.821);
    EXPECT_DOUBLE_EQ(studentFactor(4), 3.747);
    EXPECT_DOUBLE_EQ(studentFactor(30), 2.457);
    EXPECT_NEAR(studentFactor(31), 2.453, 0.001);
    EXPECT_NEAR(studentFactor(60), 2.390, 0.001);
    EXPECT_NEAR(studentFactor(1'000), 2.330, 0.001);
}

TEST(SmallestChange, OfOneStepEachIsThatOfItsParts) {
    const TypicalStep a = findTypicalStep(microseconds({1000}));
    const auto shareOf = [&](double variation) {
        return static_cast<double>(smallestChange(a, a, variation).count()) / 1e6;
    };
    EXPECT_NEAR(shareOf(stepVariation(1, 0.004)), 0.021, 0.001);
    EXPECT_NEAR(shareOf(stepVariation(0, 0.004)), 0.212, 0.001);
    EXPECT_NEAR(shareOf(stepVariation(1, std::nullopt)), 0.212, 0.001);
}

// Normal noise, the same on every machine: the sum of twelve uniform numbers.
class Noise {
public:
    double operator()() {
        double sum = -6;
        for (int at = 0; at < 12; ++at) {
            sum += uniform();
        }
        return sum;
    }
    double uniform() { return static_cast<double>(m_engine() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 m_engine{20'260'101};
};

struct GeneratedPair {
    std::vector<Duration> a;
    std::vector<Duration> b;
    double error = 0;  // relative standard error of the difference of two medians
};

// 2 to 40 steps of 1 ms that vary by 0.5 to 3 %.
GeneratedPair generatedPair(Noise& noise, double change) {
    const auto count = 2 + static_cast<std::size_t>(noise.uniform() * 39);
    const double variation = 0.005 + 0.025 * noise.uniform();
    GeneratedPair pair;
    for (std::size_t at = 0; at < count; ++at) {
        pair.a.push_back(Duration(std::llround(1e6 * (1 + variation * noise()))));
        pair.b.push_back(Duration(std::llround(1e6 * (1 + change) * (1 + variation * noise()))));
    }
    pair.error = variation * std::sqrt(M_PI / static_cast<double>(count));
    return pair;
}

bool isFound(const GeneratedPair& pair) {
    const TypicalStep a = findTypicalStep(pair.a);
    const TypicalStep b = findTypicalStep(pair.b);
    const double variation = stepVariation(0, std::nullopt);
    EXPECT_EQ(smallestChange(a, b, variation), smallestChange(b, a, variation));
    return std::chrono::abs(b.time - a.time) > smallestChange(a, b, variation);
}

TEST(SmallestChange, OfEqualRunsIsExceededByTwoPercent) {
    constexpr int kPairs = 4000;
    Noise noise;
    int found = 0;
    for (int at = 0; at < kPairs; ++at) {
        found += isFound(generatedPair(noise, 0)) ? 1 : 0;
    }
    EXPECT_LE(found, kPairs / 50);
    RecordProperty("false_alarms_of_4000", found);
}

// At twice the standard error itself, a test with 2 % false alarms finds 37 % (the power of a
// normal test); from four times on, 95 %.
TEST(SmallestChange, IsExceededByPlantedChanges) {
    constexpr int kPairs = 2000;
    Noise noise;
    int far = 0;
    int foundFar = 0;
    int beyondTwice = 0;
    int foundBeyondTwice = 0;
    for (const double change : {0.01, 0.03, 0.10}) {
        for (int at = 0; at < kPairs; ++at) {
            const GeneratedPair pair = generatedPair(noise, change);
            const bool found = isFound(pair);
            far += change > 4 * pair.error ? 1 : 0;
            foundFar += change > 4 * pair.error && found ? 1 : 0;
            beyondTwice += change > 2 * pair.error ? 1 : 0;
            foundBeyondTwice += change > 2 * pair.error && found ? 1 : 0;
        }
    }
    EXPECT_GE(foundFar * 100, far * 95);
    EXPECT_GE(foundBeyondTwice * 100, beyondTwice * 85);
    RecordProperty("found_beyond_4_errors", foundFar * 1000 / far);
    RecordProperty("found_beyond_2_errors", foundBeyondTwice * 1000 / beyondTwice);
}

}  // namespace
}  // namespace gaplight
