// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/scene/interaction/hit_test.h"
#include "core/scene/interaction/navigation.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/saved_view.h"
#include "core/session/scene_data.h"
#include "widgets/session/trace_load.h"
#include "widgets/timeline/input/finding_walk.h"
#include "widgets/timeline/input/moving_view.h"
#include "widgets/timeline/shown_overlays.h"
#include "widgets/timeline/timeline_selection.h"

namespace gaplight::ui {

// State of a timeline: trace, tracks, viewport, selection and shown overlays, kept consistent. The
// item around it draws; `timeline_actions` are the keys. Calls between `show(nullptr)` and
// `show(trace)` do nothing.
class TimelineView {
public:
    // Shows a whole trace without selection; null: none. If it is the shown trace with updated
    // findings, viewport, selection and (if it still exists) the current finding are kept.
    void show(LoadedTrace trace);
    [[nodiscard]] bool hasTrace() const { return m_trace != nullptr; }
    [[nodiscard]] const LoadedTrace& loadedTrace() const { return m_trace; }
    [[nodiscard]] const SceneData& trace() const { return *m_trace; }
    [[nodiscard]] const SceneModel& model() const { return m_model; }
    [[nodiscard]] const TrackLayout& layout() const { return m_layout; }
    [[nodiscard]] const TimelineState& state() const { return m_selection.state(); }
    [[nodiscard]] const Viewport& viewport() const { return m_moving.shown(); }
    // The viewport at the end of the running animation.
    [[nodiscard]] const Viewport& target() const { return m_moving.target(); }
    [[nodiscard]] bool moving() const { return m_moving.moving(); }
    [[nodiscard]] const ViewHistory& history() const { return m_moving.history(); }
    // For buildTimeline() and hitTest().
    [[nodiscard]] TimelineInput input() const;
    [[nodiscard]] Hit hitAt(float x, float y) const;

    // Counts every change: an image made at another revision is stale.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    // Counts changes of selection and hover, which are also shown outside the timeline.
    [[nodiscard]] std::uint64_t selectionRevision() const { return m_selection.revision(); }
    [[nodiscard]] std::uint64_t hoverRevision() const { return m_selection.hoverRevision(); }
    // Counts changes of what rules are shown.
    [[nodiscard]] std::uint64_t rulesRevision() const { return m_shown.rulesRevision(); }

    void resize(float width, float height, float pixelRatio);
    // Advances the animation; true while one is running.
    bool advance();
    [[nodiscard]] bool reducedMotion() const { return m_moving.reducedMotion(); }
    void setReducedMotion(bool reduced) { m_moving.setReducedMotion(reduced); }

    void zoomAt(double viewX, double factor);
    // Not animated, because it follows the pointer.
    void dragBy(double dx, double dy);
    void glideBy(double dx, double dy);
    void setRange(TimeRange range);
    // Puts the left edge of the tracks at `begin`; for the overview.
    void jumpTo(Time begin);
    // Animates to a viewport and records the present one in the history.
    void travelTo(const Viewport& view);
    void goBack();
    void goForward();
    // The selection fills the view; if it does so already, the whole trace does.
    void focus();

    void select(SliceId slice);
    // Over some tracks; none: all.
    void selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks = {});
    // Adds the tracks of a band to the selected range, or takes them out. Without a range: the part
    // of the trace that is in view, over them.
    void toggleInRange(std::size_t band);
    void deselect();
    void hover(const Hit& hit);
    void leave();
    void toggle(std::size_t band);
    // Tracks are pinned, hidden, moved, filtered, made lower...
    void changeTracks(const std::function<void(TrackLayout&)>& change);
    // Hits of a search; `only`: other slices are hidden. Null: no search.
    void showHits(std::shared_ptr<const SearchHits> hits, bool only);
    // Notes by start, and which of them is edited (-1: none).
    void showNotes(std::vector<Note> notes, int current);
    void setArrows(ArrowScope scope);
    void setTimeFormat(TimeFormat format);
    // Where a track that is dragged would go, as a y of the content.
    void setDropY(std::optional<double> y);
    void setOverlaysVisible(bool visible);
    // Selects a slice and brings it into view.
    void goTo(SliceId slice);
    // The same, and the selected range stays.
    void showInRange(SliceId slice);
    // The same along an arrow: all slices except its ends are dimmed.
    void followTo(SliceId slice);
    // Shows a range, which is selected, or an instant, in the middle.
    void goToPlace(TimeRange place);
    // The present (or target) place; moving to a place; moving there without animation.
    [[nodiscard]] SavedPlace place() const { return {target().range(), target().scrollY}; }
    [[nodiscard]] Viewport viewOf(const SavedPlace& place) const;
    void setPlace(const SavedPlace& place);
    // Where "from here" is: the selected range or slice, else the middle of the view.
    [[nodiscard]] Time here() const;
    // Selects a gap and the launch that ended it, which is near the host activity meanwhile.
    void goToGap(OverlayId gap);

    // The current finding, whose overlays are emphasized.
    [[nodiscard]] const FindingFocus& focusedFinding() const { return m_shown.focus(); }
    // True if nothing else was selected since the current finding was shown.
    [[nodiscard]] bool isAtFinding() const { return focusedFinding().finding >= 0 && m_atFinding; }
    // Makes an overlay's finding the current one; the viewport stays.
    void pickFinding(const Overlay& overlay);
    // Goes to a finding: its evidence fills a third of the width, its row is in view, and it is
    // selected. What does not exist is replaced as `existing()` says; none: forgets the finding.
    void showFinding(FindingFocus focus);
    [[nodiscard]] bool isRuleShown(const std::string& rule) const {
        return m_shown.isRuleShown(rule);
    }
    void setRuleShown(const std::string& rule, bool shown);

    // The present limits of viewports.
    [[nodiscard]] ViewLimits limits() const { return viewLimits(m_model, m_layout); }
    [[nodiscard]] const FindingSet& findings() const { return m_trace->session().findings; }

private:
    void showJudgedAnew(LoadedTrace trace);
    void setFocus(FindingFocus focus);
    void goToEvidence(const Finding& finding, const Evidence& evidence);
    void changed() { ++m_revision; }

    LoadedTrace m_trace;
    SceneModel m_model;  // its overlays are those of m_shown
    TrackLayout m_layout;
    std::shared_ptr<const SearchHits> m_hits;  // m_model points to it
    TimelineSelection m_selection;
    MovingView m_moving;
    ShownOverlays m_shown;
    bool m_atFinding = false;
    std::uint64_t m_revision = 0;
};

}  // namespace gaplight::ui
