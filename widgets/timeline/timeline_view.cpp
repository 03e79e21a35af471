// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "core/scene/interaction/range_pick.h"
#include "core/scene/layout/track_arrangement.h"

namespace gaplight::ui {

void TimelineSelection::clear() {
    TimelineState fresh;
    fresh.showOverlays = m_state.showOverlays;
    fresh.pixelRatio = m_state.pixelRatio;
    fresh.arrows = m_state.arrows;
    fresh.timeFormat = m_state.timeFormat;
    m_state = fresh;
    m_hover.reset();
    ++m_hoverRevision;
    ++m_revision;
}

void TimelineSelection::setOverlaysVisible(bool visible) {
    m_state.showOverlays = visible;
    ++m_revision;
}

void TimelineSelection::setNotes(std::vector<Note> notes, int current) {
    m_state.notes = std::move(notes);
    m_state.currentNote = current;
    clearHover();
}

void TimelineSelection::setCursor(std::size_t cursor, std::optional<Time> time) {
    m_state.cursors[cursor] = time;
    clearHover();
}

void TimelineSelection::setArrows(ArrowScope scope) {
    m_state.arrows = scope;
    ++m_revision;
}

void TimelineSelection::select(SliceId slice) {
    m_state.selected = slice;
    m_state.dimUnrelated = false;
    ++m_revision;
}

void TimelineSelection::selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks) {
    m_state.selectedRange = range;
    m_state.selectedTracks = std::move(tracks);
    ++m_revision;
}

std::optional<RowPlace> TimelineSelection::hoveredRow() const {
    const bool isOnTrack =
        m_hover && (m_hover->kind == HitKind::Slice || m_hover->kind == HitKind::Lane ||
                    m_hover->kind == HitKind::Overlay);
    return isOnTrack ? std::optional(RowPlace{m_hover->lane, m_hover->row}) : std::nullopt;
}

// Qt Quick repeats hover events with each frame: only what is new may ask for another one.
bool TimelineSelection::hover(const Hit& hit) {
    if (m_hover == hit) {
        return false;
    }
    m_hover = hit;
    m_state.cursor = hit.time;
    m_state.hovered = hit.slice;
    ++m_hoverRevision;
    return true;
}

void TimelineSelection::leave() {
    m_hover.reset();
    m_state.cursor.reset();
    m_state.hovered = SliceId();
    ++m_hoverRevision;
}

void TimelineSelection::clearHover() {
    m_hover.reset();
    ++m_hoverRevision;
}

void ShownOverlays::show(const SceneData* trace) {
    m_trace = trace;
    m_focus = {};
    ++m_rulesRevision;  // another trace, other rules
    filterRules();
}

bool ShownOverlays::setFocus(FindingFocus focus) {
    focus =
        m_trace == nullptr ? FindingFocus{} : correctedFocus(m_trace->session().findings, focus);
    const bool isOther = focus.finding != m_focus.finding;
    m_focus = focus;
    if (isOther) {
        filterFinding();
    }
    return isOther;
}

bool ShownOverlays::isRuleShown(const std::string& rule) const {
    const auto choice = m_choices.find(rule);
    if (choice != m_choices.end()) {
        return choice->second;
    }
    const auto rules = m_trace == nullptr ? std::span<const OverlayRule>() : m_trace->rules();
    const auto known = std::find_if(rules.begin(), rules.end(),
                                    [&](const OverlayRule& other) { return other.id == rule; });
    return known == rules.end() || known->startsShown;
}

bool ShownOverlays::setRuleShown(const std::string& rule, bool shown) {
    const bool isSo = shown == isRuleShown(rule);
    m_choices[rule] = shown;  // whatever another trace starts with
    if (isSo) {
        return false;
    }
    ++m_rulesRevision;
    filterRules();
    return true;
}

void ShownOverlays::filterRules() {
    m_filter = {};
    if (m_trace == nullptr) {
        m_table = m_withoutFinding = {};
        return;
    }
    m_filter.rules = 0;
    for (const OverlayRule& rule : m_trace->rules()) {
        const bool shown = isRuleShown(std::string(rule.id));
        m_filter.rules |= shown ? std::uint64_t{1} << rule.number : 0;
    }
    m_withoutFinding = m_trace->model().overlays->filtered(m_filter);
    filterFinding();
}

void ShownOverlays::filterFinding() {
    m_filter.finding = m_focus.finding;
    m_table = m_withoutFinding.filtered(m_filter);
}

namespace {

std::vector<std::string> titlesOf(const std::vector<std::shared_ptr<const HitTrack>>& tracks) {
    std::vector<std::string> titles;
    for (const auto& track : tracks) {
        titles.push_back(track->title);
    }
    return titles;
}

// By track, whether hits are on it; empty without hits.
std::vector<bool> tracksWith(const SearchHits* hits, const Trace* trace) {
    std::vector<bool> tracks;
    for (std::size_t t = 0; hits != nullptr && t < trace->tracks().size(); ++t) {
        tracks.push_back(hits->countOn(*trace, TrackId(t)) > 0);
    }
    return tracks;
}

}  // namespace

void TimelineView::show(LoadedTrace trace) {
    if (m_trace && trace && m_trace->session().trace == trace->session().trace) {
        return showUpdatedFindings(std::move(trace));
    }
    const bool compact = m_layout.isCompact();
    m_trace = std::move(trace);
    m_selection.clear();
    m_hits.reset();
    m_hitTracks.clear();
    m_busy.reset();
    m_shown.show(m_trace.get());
    m_model = {};
    m_layout = {};
    m_layout.setCompact(compact);
    m_unfolded.clear();
    if (m_trace) {
        m_sharedRange.reset();
        m_model = m_trace->model();
        m_model.overlays = &m_shown.table();
        m_layout = TrackLayout::build(*m_model.trace, m_model.counters, m_model.annotations);
        m_layout.setCompact(compact);
        m_moving.showAll(limits());
        fillRoom();
    }
    changed();
}

void TimelineView::showUpdatedFindings(LoadedTrace trace) {
    const LoadedTrace before = std::exchange(m_trace, std::move(trace));
    const FindingFocus focus = sameFinding(before->session().findings, m_shown.focus(), findings());
    m_shown.show(m_trace.get());
    m_shown.setFocus(focus);
    m_model = m_trace->model();
    m_model.overlays = &m_shown.table();
    m_model.hits = m_hits.get();
    m_model.hitTracks = m_hitTracks;
    m_model.busy = m_busy ? std::span<const BusyProfile>(*m_busy) : m_model.busy;
    if (before->model().counters.size() != m_model.counters.size()) {
        relay(m_layout.grouping());
    }
    m_selection.clearHover();
    m_selection.touch();
    changed();
}

void TimelineView::relay(TrackGrouping grouping) {
    m_layout = relaid(m_layout, *m_model.trace, m_model.counters, m_model.annotations, grouping);
    m_layout.setHitTracks(titlesOf(m_hitTracks));
    m_layout.setOnly(tracksWith(state().onlyHits ? m_model.hits : nullptr, m_model.trace));
    m_unfolded.clear();
    m_moving.forgetFolds();
    m_moving.reclamp(limits());
    fillRoom();
}

TimelineInput TimelineView::input() const {
    return {m_model, m_layout, viewport(), state()};
}

Hit TimelineView::hitAt(float x, float y) const {
    return hasTrace() ? hitTest(input(), x, y) : Hit{};
}

void TimelineView::resize(float width, float height, float pixelRatio) {
    m_selection.setPixelRatio(pixelRatio);
    if (!hasTrace()) {
        return m_moving.resize(width, height);
    }
    m_moving.resize(width, height, limits());
    settle();
    fillRoom();
    changed();
}

// Tracks that the user opens or closes later leave the others where they are.
void TimelineView::fillRoom() {
    // As much stays free below them as the drawer leaves, which takes what they do not need: else
    // they would grow into it row by row.
    constexpr double kBelowTracks = 40;
    const double end = limits().contentHeight - m_layout.contentHeight();
    m_layout.fillRoom(static_cast<double>(viewport().tracksHeight()) - end - kBelowTracks);
    m_moving.reclamp(limits());
}

void TimelineView::setNamesWidth(float width) {
    if (width == namesWidth()) {
        return;
    }
    m_moving.setNamesWidth(width);
    if (hasTrace()) {
        m_moving.reclamp(limits());
    }
    changed();
}

bool TimelineView::advance() {
    if (m_moving.advance()) {
        moved();
        settle();
    }
    return moving();
}

void TimelineView::zoomAt(double viewX, double factor) {
    if (hasTrace()) {
        m_moving.zoomAt(viewX, factor, limits());
        moved();
        settle();
    }
}

void TimelineView::dragBy(double dx, double dy) {
    if (hasTrace()) {
        m_moving.dragBy(dx, dy, limits());
        moved();
        settle();
    }
}

void TimelineView::scrollBy(double dx, double dy) {
    if (hasTrace()) {
        m_moving.scrollBy(dx, dy, limits());
        moved();
        settle();
    }
}

void TimelineView::setRange(TimeRange range) {
    if (hasTrace()) {
        m_unfolded.clear();
        m_moving.setRange(range, limits());
        moved();
        settle();
    }
}

void TimelineView::jumpTo(Time begin) {
    if (hasTrace()) {
        m_moving.setBegin(begin, limits());
        moved();
        settle();
    }
}

void TimelineView::animateTo(const Viewport& view) {
    if (hasTrace()) {
        const Viewport to = foldedFor(clamped(view, limits()));
        m_moving.goTo(clamped(to, limits()), std::exchange(m_unfolded, {}));
        moved();
    }
}

std::optional<TimelineView::Anchor> TimelineView::anchorOf(
    const Viewport& view, const std::optional<RowPlace>& pointed) const {
    const auto lanes = m_layout.lanes();
    const double pitch = m_layout.rowPitch();
    if (pointed && pointed->lane < lanes.size() && !lanes[pointed->lane].pinned) {
        const Lane& lane = lanes[pointed->lane];
        const double y = m_layout.rowY(pointed->lane, pointed->row) - view.scrollY;
        if (lane.kind == LaneKind::Slices && lane.height > 0 && y > -pitch &&
            y < static_cast<double>(view.tracksHeight())) {
            return Anchor{pointed->lane, pointed->row};
        }
    }
    const std::size_t top = m_layout.laneAt(view.scrollY);
    if (top == lanes.size()) {
        return std::nullopt;
    }
    const double row = std::floor((view.scrollY - lanes[top].y) / pitch);
    return row < 1 ? Anchor{top, std::nullopt}
                   : Anchor{top, static_cast<std::uint16_t>(lanes[top].firstRow + row)};
}

double TimelineView::yOf(const Anchor& anchor) const {
    return anchor.row ? m_layout.rowY(anchor.lane, *anchor.row) : m_layout.lanes()[anchor.lane].y;
}

Viewport TimelineView::foldedFor(const Viewport& view, std::optional<std::size_t> still,
                                 const std::optional<RowPlace>& pointed) {
    const auto rowIsIn = [&](const Viewport& at, SliceId slice) {
        const std::size_t lane = m_layout.laneOf(m_model.trace->trackOf(slice));
        const double y = lane < m_layout.lanes().size()
                             ? m_layout.rowY(lane, m_model.trace->slices().row(slice)) - at.scrollY
                             : -1;
        return y >= 0 && y + static_cast<double>(m_layout.rowPitch()) <=
                             static_cast<double>(at.tracksHeight());
    };
    const SliceId kept = state().selected;
    const bool keeps = kept.isValid() && rowIsIn(view, kept) &&
                       view.range().overlaps(m_model.trace->slices().range(kept));
    const std::optional<Anchor> anchor = anchorOf(view, pointed);
    const double offset = anchor ? view.scrollY - yOf(*anchor) : 0;
    std::vector<std::uint16_t> before;
    std::ranges::transform(m_layout.lanes(), std::back_inserter(before), &Lane::filledRows);
    Viewport to = view;
    const auto fold = [&](std::optional<std::size_t> lane) {
        const bool moves = foldFilledRows(m_model, m_layout, view.range(), kept, lane);
        to.scrollY = moves && anchor ? yOf(*anchor) + offset : view.scrollY;
        return moves;
    };
    bool moves = fold(still);
    if (moves && pointed && !still && std::abs(clamped(to, limits()).scrollY - to.scrollY) > 0.5) {
        m_layout.setFilledRows(before);
        moves = fold(pointed->lane);
    }
    if (!moves) {
        return view;
    }
    if (keeps && !rowIsIn(to, kept)) {
        to.scrollY = revealSlice(m_model, m_layout, to, kept).scrollY;
    }
    changed();
    return to;
}

void TimelineView::settle() {
    const double scale = target().nsPerPixel;
    const bool isPanned = std::abs(scale - m_foldedScale) < 1e-9 * scale;
    const SliceId kept = state().selected;
    if (!moving()) {
        if (kept.isValid() && !target().range().overlaps(m_model.trace->slices().range(kept))) {
            unfoldBetween();
        }
        const Viewport to = foldedFor(target(), isPanned ? std::optional(kAllLanes) : std::nullopt,
                                      m_selection.hoveredRow());
        m_moving.scrollTo(to.scrollY, limits());
        m_foldedScale = scale;
    } else if (isPanned) {
        const Viewport to = foldedFor(viewport(), kAllLanes, m_selection.hoveredRow());
        m_moving.shift(to.scrollY - viewport().scrollY);
    }
}

void TimelineView::unfoldBetween() {
    const SliceId kept = state().selected;
    const auto yOf = [&] {
        const std::size_t lane =
            kept.isValid() ? m_layout.laneOf(m_model.trace->trackOf(kept)) : kAllLanes;
        return lane < m_layout.lanes().size()
                   ? m_layout.rowY(lane, m_model.trace->slices().row(kept))
                   : 0;
    };
    const double before = yOf();
    if (m_layout.unfoldBetween()) {
        m_moving.scrollTo(target().scrollY + yOf() - before, limits());
        changed();
    }
}

Viewport TimelineView::unfolding(const std::function<Viewport()>& reveal) {
    m_unfolded = m_layout.folds();
    const Viewport view = reveal();
    const std::vector<LaneFold> after = m_layout.folds();
    std::erase_if(m_unfolded, [&](const LaneFold& fold) { return fold == after[fold.lane]; });
    return view;
}

void TimelineView::goBack() {
    if (!hasTrace()) {
        return;
    }
    exchangeFolds(m_moving.foldsBack());
    if (m_moving.goBack(limits())) {
        // Its scroll position is that of its own folded rows.
        foldFilledRows(m_model, m_layout, target().range(), state().selected);
        changed();
    }
}

void TimelineView::exchangeFolds(std::span<LaneFold> folds) {
    if (!folds.empty()) {
        m_layout.exchangeFolds(folds);
        changed();
    }
}

void TimelineView::goForward() {
    if (!hasTrace()) {
        return;
    }
    exchangeFolds(m_moving.foldsForward());
    if (m_moving.goForward(limits())) {
        // Its scroll position is that of its own folded rows.
        foldFilledRows(m_model, m_layout, target().range(), state().selected);
        changed();
    }
}

void TimelineView::select(SliceId slice) {
    m_atFinding = false;
    m_selection.select(slice);
    changed();
}

void TimelineView::selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks) {
    m_atFinding = false;
    m_selection.selectRange(range, std::move(tracks));
    changed();
}

void TimelineView::toggleInRange(std::size_t lane) {
    std::vector<TrackId> tracks = tracksToggled(input(), lane);
    if (tracks.empty()) {
        return;
    }
    const TimeRange all = m_model.trace->range();
    const TimeRange seen{std::max(all.begin, viewport().range().begin),
                         std::min(all.end, viewport().range().end)};
    const TimeRange range = state().selectedRange.value_or(seen);
    if (range.begin < range.end) {
        selectRange(range, std::move(tracks));
    }
}

void TimelineView::hover(const Hit& hit) {
    if (m_selection.hover(hit)) {
        moved();
    }
}

void TimelineView::leave() {
    m_selection.setPlayed(std::nullopt);
    m_selection.leave();
    moved();
}

void TimelineView::toggle(std::size_t lane) {
    const Lane& clicked = m_layout.lanes()[lane];
    if (clicked.kind == LaneKind::GroupHeader) {
        m_layout.setGroupCollapsed(clicked.group, !m_layout.groups()[clicked.group].collapsed);
    } else {
        m_layout.setLaneCollapsed(lane, !clicked.collapsed);
    }
    m_moving.reclamp(limits());
    ++m_tracksRevision;
    changed();
    settle();
}

void TimelineView::groupTracks(TrackGrouping grouping) {
    if (hasTrace() && grouping != m_layout.grouping()) {
        relay(grouping);
        changeTracks([](TrackLayout&) {});
    }
}

void TimelineView::arrangeTracks(const TrackArrangement& wanted) {
    groupTracks(wanted.grouping);
    changeTracks([&](TrackLayout& tracks) { arrange(tracks, wanted); });
}

void TimelineView::changeTracks(const std::function<void(TrackLayout&)>& change) {
    change(m_layout);
    ++m_tracksRevision;
    if (hasTrace()) {
        m_moving.reclamp(limits());
        m_selection.clearHover();
        changed();
        settle();
    }
}

void TimelineView::showHits(std::shared_ptr<const SearchHits> hits, bool only) {
    m_hits = std::move(hits);
    m_model.hits = m_hits.get();
    const SearchHits* shown = only ? m_model.hits : nullptr;
    m_selection.setOnlyHits(shown != nullptr);
    changeTracks([&](TrackLayout& layout) { layout.setOnly(tracksWith(shown, m_model.trace)); });
}

void TimelineView::showBusy(std::shared_ptr<const std::vector<BusyProfile>> busy) {
    m_busy = std::move(busy);
    if (m_busy && m_trace) {
        m_model.busy = *m_busy;
        changed();
    }
}

void TimelineView::showHitTracks(std::vector<std::shared_ptr<const HitTrack>> tracks) {
    m_hitTracks = std::move(tracks);
    m_model.hitTracks = m_hitTracks;
    changeTracks([this](TrackLayout& layout) { layout.setHitTracks(titlesOf(m_hitTracks)); });
}

void TimelineView::showNotes(std::vector<Note> notes, int current) {
    m_selection.setNotes(std::move(notes), current);
    changed();
}

void TimelineView::setCurrentFinding(FindingFocus focus) {
    setFocus(focus);
    m_atFinding = true;
    m_selection.touch();
    changed();
}

// In another overlay table, the hovered overlay can have another id.
void TimelineView::setFocus(FindingFocus focus) {
    if (m_shown.setFocus(focus)) {
        m_selection.clearHover();
    }
}

void TimelineView::setRuleShown(const std::string& rule, bool shown) {
    if (m_shown.setRuleShown(rule, shown)) {
        m_selection.clearHover();
        changed();
    }
}

}  // namespace gaplight::ui
