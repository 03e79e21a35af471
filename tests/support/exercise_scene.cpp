// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise_scene.h"

#include <array>
#include <cmath>

#include "core/index/flame_tree.h"
#include "core/scene/interaction/hit_test.h"
#include "core/scene/interaction/navigation.h"
#include "core/scene/panels/flame_scene.h"
#include "core/scene/timeline/timeline_scene.h"
#include "tests/support/fixed_text_measure.h"

namespace gaplight::test {
namespace {

// Painters convert to device pixels in integers.
constexpr float kFarPixels = 1e7F;

bool isDrawable(float value) {
    return std::isfinite(value) && std::abs(value) < kFarPixels;
}

bool isDrawable(const Box& box) {
    return isDrawable(box.x) && isDrawable(box.y) && isDrawable(box.width) &&
           isDrawable(box.height) && box.width >= 0 && box.height >= 0;
}

void checkList(const DisplayList& list, const char* what, Problems& problems) {
    bool isFine = true;
    for (const Box& clip : list.clips) {
        isFine = isFine && isDrawable(clip);
    }
    for (const RectItem& item : list.rects) {
        isFine = isFine && isDrawable(item.box) && item.clip < list.clips.size();
    }
    for (const HatchItem& item : list.hatches) {
        isFine = isFine && isDrawable(item.box) && item.spacing > 0;
    }
    for (const LineItem& item : list.lines) {
        isFine = isFine && isDrawable(item.x0) && isDrawable(item.y0) && isDrawable(item.x1) &&
                 isDrawable(item.y1);
    }
    for (const Point& point : list.points) {
        isFine = isFine && isDrawable(point.x) && isDrawable(point.y);
    }
    for (const TextItem& item : list.texts) {
        isFine = isFine && isDrawable(item.x) && isDrawable(item.baselineY) &&
                 isDrawable(item.width) &&
                 std::size_t{item.firstByte} + item.byteCount <= list.textBytes.size();
    }
    problems.expect(isFine, std::string(what) + ": an item that cannot be drawn");
}

class SceneExercise {
public:
    SceneExercise(const SceneData& data, ByteChoices& choices, Problems& problems)
        : m_model(data.model()),
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
            constexpr std::array<double, 6> kFactors{2, 0.5, 1000, 0.001, 1e12, 1.1};
            view.width = static_cast<float>(200 + m_choices.below(2000));
            view.scrollY = limits.contentHeight * m_choices.below(256) / 255;
            view = zoomedAbout(view, m_choices.below(1200), m_choices.pick(kFactors), limits);
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
        m_state.selectedRange =
            m_choices.oneIn(3) ? std::optional(m_model.trace->range()) : std::nullopt;
        m_state.pixelRatio = m_choices.oneIn(2) ? 2.0F : 1.25F;
        m_state.arrows = static_cast<ArrowScope>(m_choices.below(4));
        m_state.timeFormat = static_cast<TimeFormat>(m_choices.below(3));
        m_state.cursor = m_model.trace->range().begin;
        const std::size_t lanes = m_layout.lanes().size();
        if (lanes > 0) {
            const std::size_t lane = m_choices.below(65536) % lanes;
            m_layout.setLaneCollapsed(lane, m_choices.oneIn(2));
            m_layout.setPinned(lane, m_choices.oneIn(3));
            m_layout.setFolded(lane, m_choices.oneIn(2));
        }
        m_layout.setCompact(m_choices.oneIn(3));
    }

    void draw(const Viewport& view) {
        const FixedTextMeasure measure;
        const TimelineInput input{m_model, m_layout, view, m_state};
        buildTimeline(input, measure, m_list);
        checkList(m_list, "timeline", m_problems);
        const Hit hit = hitTest(input, static_cast<float>(m_choices.below(1200)),
                                static_cast<float>(m_choices.below(700)));
        m_problems.expect(
            !hit.slice.isValid() || hit.slice.index() < m_model.trace->slices().size(),
            "a hit on no slice");
        buildOverview({m_model, view, m_state, view.width}, measure, m_list);
        checkList(m_list, "overview", m_problems);
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
        checkList(m_list, "flames", m_problems);
    }

    SceneModel m_model;
    TrackLayout m_layout;
    TimelineState m_state;
    DisplayList m_list;
    ByteChoices& m_choices;
    Problems& m_problems;
};

}  // namespace

void exerciseScene(const SceneData& data, ByteChoices& choices, Problems& problems) {
    SceneExercise(data, choices, problems).run();
}

}  // namespace gaplight::test
