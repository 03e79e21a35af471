// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// tests/bench/frames.cpp does the same with 10,000 actions on a large trace.
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <random>

#include <malloc.h>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class Memory : public WindowTest {
protected:
    void SetUp() override {
        showTrace("streams_overlap.json.zst");
        model().motion()->setChoice(MotionChoice::Reduced);
    }
    void wander(int actions) {
        constexpr std::array kActions{
            Action::ZoomIn,      Action::ZoomIn,      Action::ZoomOut,  Action::PanLeft,
            Action::PanRight,    Action::Focus,       Action::ShowAll,  Action::NextSlice,
            Action::ParentSlice, Action::ChildSlice,  Action::ViewBack, Action::ViewForward,
            Action::NextGap,     Action::NextFinding, Action::Deselect, Action::MarkRange};
        for (int action = 0; action < actions; ++action) {
            timeline().perform(kActions[m_random() % kActions.size()]);
            if (action % 10 == 0) {
                timeline().goToSlice(static_cast<qint64>(m_random() % trace().slices().size()));
                settle();
            }
        }
        settle();
    }
    [[nodiscard]] static std::size_t inUse() { return mallinfo2().uordblks; }

private:
    std::mt19937 m_random{1};
};

TEST_F(Memory, IsFlatOverRandomActions) {
    wander(400);  // histories, buffers and glyphs grow to their size
    // What leaks grows in every round. What a cache takes at last does not, nor what a busy machine
    // leaves to a later round: delegates that are still being made, textures of a driver's threads.
    constexpr std::size_t kFlat = 200'000;
    std::size_t leastGrowth = std::numeric_limits<std::size_t>::max();
    for (int round = 0; round < 20 && leastGrowth >= kFlat; ++round) {
        const std::size_t before = inUse();
        wander(200);
        const std::size_t after = inUse();
        leastGrowth = std::min(leastGrowth, after > before ? after - before : 0);
    }
    EXPECT_LT(leastGrowth, kFlat);
}

}  // namespace
}  // namespace gaplight::ui
