// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recorder_settings.h"

#include <gtest/gtest.h>

namespace gaplight::record {
namespace {

TEST(RecorderSettings, ComeBackAsTheyWere) {
    RecorderSettings settings;
    settings.delayNs = 1'500'000'000;
    settings.durationNs = 2;
    settings.startNs = 99'000'000'000'001;
    settings.isProfilerScoped = true;
    settings.hasStacks = true;
    settings.hasQueue = true;
    const RecorderSettings back = recorderSettingsFrom(textOf(settings));
    EXPECT_EQ(back.delayNs, settings.delayNs);
    EXPECT_EQ(back.durationNs, settings.durationNs);
    EXPECT_EQ(back.startNs, settings.startNs);
    EXPECT_TRUE(back.isProfilerScoped);
    EXPECT_TRUE(back.hasStacks);
    EXPECT_TRUE(back.hasQueue);
    EXPECT_FALSE(back.hasMemory);
}

TEST(RecorderSettings, PassOverWhatTheyDoNotKnow) {
    const RecorderSettings settings = recorderSettingsFrom("new=1\nnonsense\nmemory=1\ndelay=x");
    EXPECT_TRUE(settings.hasMemory);
    EXPECT_EQ(settings.delayNs, 0);
}

}  // namespace
}  // namespace gaplight::record
