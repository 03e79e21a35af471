// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scene/interaction/hit_test.h"
#include "core/scene/interaction/navigation.h"
#include "core/scene/model/timeline_input.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/session/saved_view.h"
#include "core/session/scene_data.h"
#include "widgets/session/trace_load.h"
#include "widgets/timeline/finding_walk.h"
#include "widgets/timeline/moving_view.h"

namespace gaplight::ui {

// A row of a lane's track.
struct RowPlace {
    std::size_t lane = 0;
    std::uint16_t row = 0;
};

// Selection and hover state of a timeline, with revision counters.
class TimelineSelection {
public:
    const TimelineState& state() const { return m_state; }
    // Count changes of the selection and of hover.
    std::uint64_t revision() const { return m_revision; }
    std::uint64_t hoverRevision() const { return m_hoverRevision; }

    // For another trace. Display settings and the pixel ratio are kept.
    void clear();
    void setPixelRatio(float ratio) { m_state.pixelRatio = ratio; }
    void setOverlaysVisible(bool visible);

    void setOnlyHits(bool only) { m_state.onlyHits = only; }
    void setNotes(std::vector<Note> notes, int current);
    void setCursor(std::size_t cursor, std::optional<Time> time);
    void setArrows(ArrowScope scope);
    void setTimeFormat(TimeFormat format) { m_state.timeFormat = format; }
    void setDropY(std::optional<double> y) { m_state.dropY = y; }
    // Counts as a change of hover: the tip says what a handle under the pointer is for.
    void setPlayed(std::optional<PlayedEnd> played) {
        m_state.played = std::move(played);
        ++m_hoverRevision;
    }

    void select(SliceId slice);
    // Empty `tracks`: all.
    void selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks = {});
    // Dims all slices except the ends of the followed flow, until another selection.
    void followFlow() { m_state.dimUnrelated = true; }
    // Counts a change of data shown with the selection.
    void touch() { ++m_revision; }

    // The track whose slices the pointer is on.
    std::optional<RowPlace> hoveredRow() const;
    // False if the hovered item did not change.
    bool hover(const Hit& hit);
    void leave();
    // Discards the hover state after the view changed.
    void clearHover();

private:
    TimelineState m_state;
    std::optional<Hit> m_hover;
    std::uint64_t m_revision = 0;
    std::uint64_t m_hoverRevision = 0;
};

// The overlays that a timeline shows: those of the rules switched on, and those of the current
// finding, which are emphasized.
class ShownOverlays {
public:
    // Switches to a trace (null: none) without a current finding. `trace` must live until the next
    // show().
    void show(const SceneData* trace);
    const OverlayTable& table() const { return m_table; }

    const FindingFocus& focus() const { return m_focus; }
    // Sets the current finding, corrected by correctedFocus(). True if the shown overlays changed.
    bool setFocus(FindingFocus focus);

    // `rule`: id. Choices of the user apply to later traces too; without one the default of
    // SceneData applies.
    bool isRuleShown(const std::string& rule) const;
    // True if it changes the visibility.
    bool setRuleShown(const std::string& rule, bool shown);
    // Counts changes of the visibility of rules.
    std::uint64_t rulesRevision() const { return m_rulesRevision; }

private:
    void filterRules();    // one pass over all overlays
    void filterFinding();  // O(1) without a current finding

    const SceneData* m_trace = nullptr;
    OverlayTable m_withoutFinding;  // of the chosen rules
    OverlayTable m_table;
    OverlayFilter m_filter;
    FindingFocus m_focus;
    std::map<std::string, bool> m_choices;  // explicit choices of the user
    std::uint64_t m_rulesRevision = 0;
};

// State of a timeline: trace, tracks, viewport, selection and shown overlays, kept consistent. The
// item around it draws; `timeline_actions` are the keys. Calls between `show(nullptr)` and
// `show(trace)` do nothing.
class TimelineView {
public:
    // Shows a whole trace without selection; null: none. If it is the shown trace with updated
    // findings, viewport, selection and (if it still exists) the current finding are kept.
    void show(LoadedTrace trace);
    bool hasTrace() const { return m_trace != nullptr; }
    const LoadedTrace& loadedTrace() const { return m_trace; }
    const SceneData& trace() const { return *m_trace; }
    const SceneModel& model() const { return m_model; }
    const TrackLayout& layout() const { return m_layout; }
    const TimelineState& state() const { return m_selection.state(); }
    const Viewport& viewport() const { return m_moving.shown(); }
    // The viewport at the end of the running animation.
    const Viewport& target() const { return m_moving.target(); }
    bool moving() const { return m_moving.moving(); }
    const ViewHistory& history() const { return m_moving.history(); }
    // For buildTimeline() and hitTest().
    TimelineInput input() const;
    Hit hitAt(float x, float y) const;

    // Counts every change: an image made at another revision is stale.
    std::uint64_t revision() const { return m_revision; }
    // Counts changes of more than the viewport's place and what is hovered.
    std::uint64_t contentRevision() const { return m_contentRevision; }
    // Count changes of selection and of hover.
    std::uint64_t selectionRevision() const { return m_selection.revision(); }
    std::uint64_t hoverRevision() const { return m_selection.hoverRevision(); }
    // Counts changes of the visibility of rules.
    std::uint64_t rulesRevision() const { return m_shown.rulesRevision(); }

    void resize(float width, float height, float pixelRatio);
    // As MovingView::namesWidth().
    float namesWidth() const { return m_moving.namesWidth(); }
    void setNamesWidth(float width);
    // Advances the animation; true while one is running.
    bool advance();
    bool reducedMotion() const { return m_moving.reducedMotion(); }
    void setReducedMotion(bool reduced) { m_moving.setReducedMotion(reduced); }

    void zoomAt(double viewX, double factor);
    // Not animated, because it follows the pointer.
    void dragBy(double dx, double dy);
    // Animated, for keys and the wheel.
    void scrollBy(double dx, double dy);
    void setRange(TimeRange range);
    // Puts the left edge of the tracks at `begin`; for the overview.
    void jumpTo(Time begin);
    // Animates to a viewport and records the present one in the history, with what was folded
    // before the last reveal().
    void animateTo(const Viewport& view);
    void goBack();
    void goForward();

    void select(SliceId slice);
    // Selects a range over `tracks`; empty: over all. Without a range: deselects.
    void selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks = {});
    // Adds the tracks of a lane to the selected range, or removes them. Without a selected range:
    // selects the visible range over them.
    void toggleInRange(std::size_t lane);
    void deselect() {
        unfoldBetween();
        setFocus({});
        selectRange(std::nullopt);
        select(SliceId());
    }
    // Shows again the rows that were folded between the ends of an arrow. The row of the selected
    // slice stays where it is.
    void unfoldBetween();
    void hover(const Hit& hit);
    void leave();
    void toggle(std::size_t lane);
    // Applies a change of the layout: pins, hides, moves or filters tracks.
    void changeTracks(const std::function<void(TrackLayout&)>& change);
    void groupTracks(TrackGrouping grouping);
    // As arrange(), with its grouping.
    void arrangeTracks(const TrackArrangement& wanted);
    // Counts the changes of tracks that are no part of a move of the view.
    std::uint64_t tracksRevision() const { return m_tracksRevision; }
    // Hits of a search; `only`: other slices are hidden. Null: no search.
    void showHits(std::shared_ptr<const SearchHits> hits, bool only);
    // Draws other utilization in the strips of the GPUs, until the next trace is shown.
    void showBusy(std::shared_ptr<const std::vector<BusyProfile>> busy);
    // Tracks of hits above the others, instead of those before.
    void showHitTracks(std::vector<std::shared_ptr<const HitTrack>> tracks);
    // Labels and colors of names, until the next show(); must live until then. Null: the trace's.
    void setNames(const NameTable* names) {
        m_model.names = names != nullptr ? names : m_trace->model().names;
        changed();
    }
    // Notes by start, and which of them is edited (-1: none).
    void showNotes(std::vector<Note> notes, int current);
    // Sets cursor A (0) or B (1), within the times that can be shown; empty: removes it.
    void setCursor(std::size_t cursor, std::optional<Time> time);
    void setArrows(ArrowScope scope) {
        m_selection.setArrows(scope);
        changed();
    }
    void setTimeFormat(TimeFormat format) {
        m_selection.setTimeFormat(format);
        changed();
    }
    // Content y of the line that shows the target of a dragged track.
    void setDropY(std::optional<double> y) {
        m_selection.setDropY(y);
        changed();
    }
    // The handle under the pointer, or dragged by it; empty: none.
    void setPlayed(std::optional<PlayedEnd> played) {
        if (played != state().played) {
            m_selection.setPlayed(std::move(played));
            moved();
        }
    }
    void setOverlaysVisible(bool visible) {
        m_selection.setOverlaysVisible(visible);
        changed();
    }
    // Expands and unhides the track of a slice; returns `from` moved so that the slice is in view.
    [[nodiscard]] Viewport reveal(SliceId slice, const Viewport& from) {
        return unfolding([&] { return revealSlice(m_model, m_layout, from, slice); });
    }
    // The same with both ends of an arrow in view.
    [[nodiscard]] Viewport revealArrow(SliceId arrowFrom, SliceId to, const Viewport& from) {
        return unfolding(
            [&] { return gaplight::revealArrow(m_model, m_layout, from, arrowFrom, to); });
    }
    // The viewport that the selection fills; expands and unhides the track of the selected slice.
    [[nodiscard]] Viewport focusedViewport() {
        return unfolding([&] {
            return focusOn(m_model, m_layout, target(), state().selected, state().selectedRange);
        });
    }
    // Dims all slices except the ends of the arrow along which the selection was reached.
    void followFlow() {
        m_selection.followFlow();
        changed();
    }
    // The present (or target) place.
    SavedPlace place() const { return {target().range(), target().scrollY}; }

    // The current finding, whose overlays are emphasized.
    const FindingFocus& focusedFinding() const { return m_shown.focus(); }
    // True if nothing else was selected since the current finding was shown.
    bool isAtFinding() const { return focusedFinding().finding >= 0 && m_atFinding; }
    // Sets the current finding, corrected by correctedFocus(); the viewport stays.
    void setCurrentFinding(FindingFocus focus);
    bool isRuleShown(const std::string& rule) const { return m_shown.isRuleShown(rule); }
    void setRuleShown(const std::string& rule, bool shown);

    // The present limits of viewports.
    ViewLimits limits() const { return viewLimits(m_model, m_layout, m_sharedRange); }
    // A range that viewports may show beyond the trace's, with the next move: of a run on one
    // scale.
    void setSharedRange(std::optional<TimeRange> range) {
        if (range != m_sharedRange) {
            m_sharedRange = range;
            changed();
        }
    }
    const std::optional<TimeRange>& sharedRange() const { return m_sharedRange; }
    const FindingSet& findings() const { return m_trace->session().findings; }

private:
    void showUpdatedFindings(LoadedTrace trace);
    void relay(TrackGrouping grouping);
    void fillRoom();
    // Folds the rows that one slice fills where the view will be; returns it scrolled so that what
    // is at its top, or the row that is pointed at, and the selected slice, stay where they are.
    // The rows of that track do not fold where this is not possible. `still`: as foldFilledRows().
    Viewport foldedFor(const Viewport& view, std::optional<std::size_t> still = std::nullopt,
                       const std::optional<RowPlace>& pointed = std::nullopt);
    // What stays of a view: the row that is pointed at, else the one at its top, of which no row is
    // the track as a whole.
    struct Anchor {
        std::size_t lane = 0;
        std::optional<std::uint16_t> row;
    };
    std::optional<Anchor> anchorOf(const Viewport& view,
                                   const std::optional<RowPlace>& pointed) const;
    double yOf(const Anchor& anchor) const;
    // The same where the view has arrived; away from the selected slice, with the rows that were
    // folded between the ends of its arrow. While it is panned rows unfold only: they would come
    // and go with each step.
    void settle();
    // Remembers in m_unfolded what `reveal` opens.
    Viewport unfolding(const std::function<Viewport()>& reveal);
    void exchangeFolds(std::span<LaneFold> folds);
    void setFocus(FindingFocus focus);
    void changed() {
        ++m_contentRevision;
        moved();
    }
    void moved() { ++m_revision; }

    LoadedTrace m_trace;
    SceneModel m_model;  // with the overlays of m_shown
    TrackLayout m_layout;
    std::shared_ptr<const SearchHits> m_hits;                  // m_model points to it
    std::vector<std::shared_ptr<const HitTrack>> m_hitTracks;  // the same
    std::shared_ptr<const std::vector<BusyProfile>> m_busy;    // the same; null: the trace's
    TimelineSelection m_selection;
    MovingView m_moving;
    std::vector<LaneFold> m_unfolded;  // before it was, by the last reveal()
    double m_foldedScale = 0;          // ns a pixel, at which rows were folded
    ShownOverlays m_shown;
    std::optional<TimeRange> m_sharedRange;
    bool m_atFinding = false;
    std::uint64_t m_revision = 0;
    std::uint64_t m_contentRevision = 0;
    std::uint64_t m_tracksRevision = 0;
};

}  // namespace gaplight::ui
