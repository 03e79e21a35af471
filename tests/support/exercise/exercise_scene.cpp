// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_scene.h"

#include <algorithm>
#include <array>

#include "core/index/flame_tree.h"
#include "core/scene/interaction/hit_test.h"
#include "core/scene/interaction/navigation.h"
#include "core/scene/interaction/range_pick.h"
#include "core/scene/layout/track_arrangement.h"
#include "core/scene/panels/flame_scene.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/scene/timeline/timeline_scene.h"
#include "tests/support/checks/drawable_checks.h"
#include "tests/support/checks/fixed_text_measure.h"

namespace gaplight::test {
namespace {

class SceneExercise {
public:
    SceneExercise(const SceneData& data, const ReplayIntervals& replayed, ByteChoices& choices,
                  Problems& problems)
        : m_model(data.model()),
          m_replayed(replayed),
          m_layout(TrackLayout::build(*m_model.trace, m_model.counters, m_model.annotations)),
          m_choices(choices),
          m_problems(problems) {}

    void run() {
        constexpr std::uint32_t kViews = 6;
        const ViewLimits limits = viewLimits(m_model, m_layout);
        Viewport view;
        view.width = 1200;
        view.height = 700;
        view = fitted(view, limits.range, limits);
        for (std::uint32_t at = 0; at < kViews; ++at) {
            changeState();
            draw(view);
            selectRange(view);
            view = walk(view);
            constexpr std::array<double, 6> kFactors{2, 0.5, 1000, 0.001, 1e12, 1.1};
            view.width = static_cast<float>(200 + m_choices.below(2000));
            view.scrollY = limits.contentHeight * m_choices.below(256) / 255;
            const double factor = m_choices.pick(kFactors);
            view = zoomedAbout(view, m_choices.below(1200), factor, limits);
            view = pannedBy(view, (m_choices.below(256) - 128.0) * 100, 10, limits);
        }
        drawFlames();
    }

private:
    void changeState() {
        const std::size_t slices = m_model.trace->slices().size();
        if (slices > 0) {
            m_state.selected = SliceId(m_choices.below(65536) % slices);
            m_state.hovered = SliceId(m_choices.below(65536) % slices);
        }
        addNote();
        m_state.selectedRange =
            m_choices.oneIn(3) ? std::optional(m_model.trace->range()) : std::nullopt;
        m_state.pixelRatio = m_choices.oneIn(2) ? 2.0F : 1.25F;
        m_state.arrows = static_cast<ArrowScope>(m_choices.below(4));
        m_state.timeFormat = static_cast<TimeFormat>(m_choices.below(3));
        m_state.cursor = someTime();
        m_state.cursors = {someTime(), someTime()};
        m_state.showsReplay = m_choices.oneIn(2);
        m_state.dimUnrelated = m_choices.oneIn(4);
        m_state.isOnBackground = m_choices.oneIn(2);
        const std::size_t lanes = m_layout.lanes().size();
        if (lanes > 0) {
            const std::size_t lane = m_choices.below(65536) % lanes;
            m_layout.setLaneCollapsed(lane, m_choices.oneIn(2));
            m_layout.setPinned(lane, m_choices.oneIn(3));
            m_layout.setFolded(lane, m_choices.oneIn(2));
            const std::size_t to = m_choices.below(65536) % lanes;
            m_layout.move(lane, to, m_choices.oneIn(2));
        }
        m_layout.setCompact(m_choices.oneIn(3));
        if (m_choices.oneIn(4)) {
            pinMatching(m_layout, "stream *");
            const TrackArrangement arrangement = arrangementOf(m_layout);
            m_layout = relaid(m_layout, *m_model.trace, m_model.counters, m_model.annotations,
                              static_cast<TrackGrouping>(m_choices.below(3)));
            arrange(m_layout, arrangement);
        }
    }

    [[nodiscard]] Time someTime() {
        const TimeRange all = m_model.trace->range();
        return all.begin + all.length() / 256 * m_choices.below(257);
    }

    void addNote() {
        const Time begin = someTime();
        const Time end = std::max(begin, someTime());
        m_state.notes = {{{begin, end}, m_state.selected, "<&>\n", NoteColor::Red},
                         {{end, end}, {}, "", NoteColor::Green}};
        m_state.currentNote = m_choices.oneIn(2) ? 0 : -1;
    }

    // As a drag over the tracks does.
    void selectRange(const Viewport& view) {
        const TimelineInput input{m_model, m_layout, view, m_state};
        const auto x = static_cast<float>(m_choices.below(1200));
        const auto y = static_cast<float>(m_choices.below(700));
        const Time from = snappedTime(input, x, y);
        const Time to = snappedTime(input, static_cast<float>(m_choices.below(1200)), y);
        m_state.selectedRange = TimeRange{std::min(from, to), std::max(from, to)};
        m_state.selectedTracks = tracksBetween(input, y, static_cast<float>(m_choices.below(700)));
        const TimelineInput selected{m_model, m_layout, view, m_state};
        static_cast<void>(rangeEdgeAt(selected, x, y));
        const std::size_t lane = laneForRange(selected, y);
        if (lane < m_layout.lanes().size()) {
            static_cast<void>(isInRange(selected, lane));
            static_cast<void>(tracksFrom(selected, lane, y));
            m_state.selectedTracks = tracksToggled(selected, lane);
        }
        draw(view);
    }

    // To a slice beside the selected one.
    [[nodiscard]] Viewport walk(const Viewport& view) {
        if (!m_state.selected.isValid()) {
            return view;
        }
        constexpr std::array kSteps{nextSlice,       previousSlice, parentSlice,
                                    firstChildSlice, flowTarget,    flowSource};
        for (const auto& step : kSteps) {
            const SliceId next = step(m_model, m_state.selected);
            if (next.isValid()) {
                m_state.selected = next;
            }
        }
        return m_choices.oneIn(2) ? focusOn(m_model, m_layout, view, m_state.selected, {})
                                  : revealSlice(m_model, m_layout, view, m_state.selected);
    }

    void draw(const Viewport& view) {
        const FixedTextMeasure measure;
        const TimelineInput input{m_model, m_layout, view, m_state};
        buildTimeline(input, measure, m_list);
        if (m_state.showsReplay) {
            addReplay(input, m_replayed, m_list);
            addReplayStrips(input, m_replayed, measure, m_list);
        }
        checkDrawable(m_list, "timeline", m_problems);
        const auto x = static_cast<float>(m_choices.below(1200));
        const Hit hit = hitTest(input, x, static_cast<float>(m_choices.below(700)));
        m_problems.expect(
            !hit.slice.isValid() || hit.slice.index() < m_model.trace->slices().size(),
            "a hit on no slice");
        buildOverview({m_model, view, m_state, view.width}, measure, m_list);
        checkDrawable(m_list, "overview", m_problems);
    }

    void drawFlames() {
        std::vector<TrackId> tracks;
        for (std::size_t at = 0; at < m_model.trace->tracks().size() && at < 32; ++at) {
            tracks.emplace_back(at);
        }
        const FlameTree tree =
            FlameTree::build(*m_model.trace, *m_model.rows, tracks, m_model.trace->range());
        if (tree.nodes().empty()) {
            return;
        }
        const FlameInput input{tree, *m_model.names, {.width = 800, .height = 300}};
        buildFlame(input, FixedTextMeasure(), m_list);
        checkDrawable(m_list, "flames", m_problems);
    }

    SceneModel m_model;
    const ReplayIntervals& m_replayed;
    TrackLayout m_layout;
    TimelineState m_state;
    DisplayList m_list;
    ByteChoices& m_choices;
    Problems& m_problems;
};

}  // namespace

void exerciseScene(const SceneData& data, const ReplayIntervals& replayed, ByteChoices& choices,
                   Problems& problems) {
    SceneExercise(data, replayed, choices, problems).run();
}

}  // namespace gaplight::test
