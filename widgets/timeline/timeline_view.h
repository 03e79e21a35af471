// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/scene/hit_test.h"
#include "core/scene/navigation.h"
#include "core/scene/timeline_scene.h"
#include "core/session/scene_data.h"
#include "widgets/input/action.h"
#include "widgets/session/trace_load.h"
#include "widgets/timeline/finding_walk.h"
#include "widgets/timeline/viewport_motion.h"

namespace gaplight::ui {

// What a timeline shows and how actions and gestures change it; the item around it draws. Calls
// between `show(nullptr)` and `show(trace)` do nothing.
class TimelineView {
public:
    // The whole trace, nothing selected. Null: nothing to show. The trace that is shown, judged
    // anew: what is seen and selected stays, but for the finding that one was at.
    void show(LoadedTrace trace);
    [[nodiscard]] bool hasTrace() const { return m_trace != nullptr; }
    [[nodiscard]] const LoadedTrace& loadedTrace() const { return m_trace; }
    [[nodiscard]] const SceneData& trace() const { return *m_trace; }
    [[nodiscard]] const SceneModel& model() const { return m_model; }
    [[nodiscard]] const TrackLayout& layout() const { return m_layout; }
    [[nodiscard]] const TimelineState& state() const { return m_state; }
    [[nodiscard]] const Viewport& viewport() const { return m_motion.shown(); }
    [[nodiscard]] bool moving() const { return m_motion.moving(); }
    // For buildTimeline() and hitTest().
    [[nodiscard]] TimelineInput input() const;
    [[nodiscard]] Hit hitAt(float x, float y) const;

    // Counts every change: a picture made at another revision is stale.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    // Counts changes of selection and hover, which are also shown outside the picture.
    [[nodiscard]] std::uint64_t selectionRevision() const { return m_selectionRevision; }
    [[nodiscard]] std::uint64_t hoverRevision() const { return m_hoverRevision; }
    // Counts changes of what rules are shown.
    [[nodiscard]] std::uint64_t rulesRevision() const { return m_rulesRevision; }

    void resize(float width, float height, float pixelRatio);
    // Goes on with a motion; true while there is one.
    bool advance();

    // Zooming needs to know where the pointer is: view x, or the middle without it.
    void perform(Action action, std::optional<float> pointerX);
    void zoomAt(double viewX, double factor);
    // At once, since it follows the hand.
    void dragBy(double dx, double dy);
    void glideBy(double dx, double dy);
    void setRange(TimeRange range);
    // Puts the left edge of the tracks at `begin`; for the overview.
    void jumpTo(Time begin);

    void select(SliceId slice);
    void selectRange(std::optional<TimeRange> range);
    void deselect();
    void hover(const Hit& hit);
    void leave();
    void toggle(std::size_t band);
    void setOverlaysVisible(bool visible);
    // Selects a slice and brings it into view.
    void goTo(SliceId slice);
    // Selects a gap, and the launch that ended it: around that one sees what the host did.
    void goToGap(OverlayId gap);

    // The finding that a person is at. Its marks stand out.
    [[nodiscard]] const FindingFocus& focusedFinding() const { return m_finding; }
    // Nothing else was selected since it was gone to.
    [[nodiscard]] bool isAtFinding() const { return m_finding.finding >= 0 && m_atFinding; }
    // What a mark belongs to becomes current; the view stays.
    void pickFinding(const Overlay& overlay);
    // Goes to a finding: its evidence fills a third of the width, its row is in sight, and it is
    // selected. What does not exist is replaced as `existing()` says; none: forgets the finding.
    void showFinding(FindingFocus focus);
    // By the id of a rule. What a person switched stays so when another trace is shown; until then
    // rules start as SceneData says.
    [[nodiscard]] bool isRuleShown(const std::string& rule) const;
    void setRuleShown(const std::string& rule, bool shown);

private:
    void showJudgedAnew(LoadedTrace trace);
    void glide(const Viewport& to);
    void focus();
    void follow(SliceId slice);
    void find(Action action);
    void makeCurrent(FindingFocus focus);
    void filterOverlays();
    void stepGap(bool forward);
    void goToEvidence(const Finding& finding, const Evidence& evidence);
    void selectNeighbour(SliceId slice);
    [[nodiscard]] ViewLimits limits() const { return viewLimits(m_model, m_layout); }
    [[nodiscard]] Time referenceTime() const;
    [[nodiscard]] const FindingSet& findings() const { return m_trace->session().findings; }
    void changed() { ++m_revision; }
    void selectionChanged();

    LoadedTrace m_trace;
    SceneModel m_model;
    OverlayTable m_overlays;  // those shown; m_model points to it
    TrackLayout m_layout;
    TimelineState m_state;
    ViewportMotion m_motion;
    std::optional<Hit> m_hover;
    FindingFocus m_finding;
    bool m_atFinding = false;
    std::map<std::string, bool> m_ruleChoices;  // where a person chose
    float m_width = 0;
    float m_height = 0;
    std::uint64_t m_revision = 0;
    std::uint64_t m_selectionRevision = 0;
    std::uint64_t m_hoverRevision = 0;
    std::uint64_t m_rulesRevision = 0;
};

}  // namespace gaplight::ui
