// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gaplight {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const GpuId kFirstGpu{SourceId(), 0};

Evidence on(GpuId gpu, std::int64_t begin, std::int64_t end) {
    Evidence evidence;
    evidence.shape = EvidenceShape::Band;
    evidence.gpu = gpu;
    evidence.range = {Time(Duration(begin)), Time(Duration(end))};
    return evidence;
}

TEST(FindingPlaces, AreOnTheGpuWhereBothSidesAreMarked) {
    Finding finding;
    finding.evidence = {on({}, 0, 9), on(kFirstGpu, 2, 10), on({}, 20, 29), on(kFirstGpu, 30, 40)};
    const auto places = findingPlaces(finding);
    EXPECT_THAT(places, ElementsAre(1, 2, 3));
    EXPECT_EQ(placeOfEvidence(finding, places, 0), 0U);
    EXPECT_EQ(placeOfEvidence(finding, places, 3), 2U);
}

TEST(FindingPlaces, OfGpusAtOneTimeAreTwo) {
    Finding finding;
    finding.evidence = {on(kFirstGpu, 0, 9), on({SourceId(), 1}, 0, 9)};
    finding.evidence[1].shape = EvidenceShape::Gap;
    EXPECT_THAT(findingPlaces(finding), ElementsAre(0, 1));
}

// A call and the kernel that it launches, one after the other, are one occurrence.
TEST(FindingPlaces, AreThePiecesThatAreCounted) {
    Finding finding;
    finding.evidence = {on({}, 0, 1), on(kFirstGpu, 2, 9), on({}, 20, 21), on(kFirstGpu, 22, 29)};
    EXPECT_THAT(findingPlaces(finding), ElementsAre(0, 1, 2, 3));
    finding.count = 2;
    EXPECT_THAT(findingPlaces(finding), ElementsAre(1, 3));
}

TEST(FindingPlaces, AreAllWhereTheHostAloneIsMarked) {
    Finding finding;
    EXPECT_THAT(findingPlaces(finding), IsEmpty());
    finding.evidence = {on({}, 0, 9), on({}, 0, 4)};
    EXPECT_THAT(findingPlaces(finding), ElementsAre(0, 1));
}

}  // namespace
}  // namespace gaplight
