// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_menus.h"

#include <algorithm>
#include <vector>

#include <QClipboard>
#include <QGuiApplication>

#include "core/analysis/steps/iteration_steps.h"
#include "core/analysis/torch/python_frame.h"
#include "core/detectors/engine/rules.h"
#include "core/scene/interaction/range_pick.h"
#include "core/scene/layout/track_arrangement.h"
#include "core/scene/model/flow_chain.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/timeline/pointer_gestures.h"
#include "widgets/timeline/timeline_actions.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {

TrackMenu::TrackMenu(TimelineItem& timeline) : m_timeline(timeline) {}

const TrackLayout& TrackMenu::layout() const {
    return m_timeline.view().layout();
}

const Lane* TrackMenu::lane() const {
    return m_lane < layout().lanes().size() ? &layout().lanes()[m_lane] : nullptr;
}

void TrackMenu::setLane(std::size_t lane) {
    m_lane = lane;
    Q_EMIT changed();
}

void TrackMenu::edit(const std::function<void(TrackLayout&)>& change) {
    m_timeline.change([&](TimelineView& view) { view.changeTracks(change); });
    Q_EMIT changed();
}

QString TrackMenu::title() const {
    return lane() == nullptr ? QString() : toQString(lane()->title);
}

bool TrackMenu::isGroup() const {
    return lane() != nullptr && lane()->kind == LaneKind::GroupHeader;
}

bool TrackMenu::pinned() const {
    return lane() != nullptr && lane()->pinned;
}

bool TrackMenu::collapsible() const {
    return lane() != nullptr && lane()->collapsible;
}

bool TrackMenu::collapsed() const {
    return lane() != nullptr && lane()->collapsed;
}

int TrackMenu::overflowRows() const {
    return lane() != nullptr && !lane()->collapsed ? lane()->overflowRows : 0;
}

bool TrackMenu::folded() const {
    return lane() != nullptr && lane()->folded;
}

bool TrackMenu::inRange() const {
    return lane() != nullptr && isInRange(m_timeline.view().input(), m_lane);
}

bool TrackMenu::hasLaunches() const {
    return lane() != nullptr && lane()->track.isValid() &&
           m_timeline.view().model().trace->tracks()[lane()->track.index()].kind ==
               TrackKind::Stream;
}

int TrackMenu::hiddenCount() const {
    return static_cast<int>(layout().hiddenCount());
}

bool TrackMenu::compact() const {
    return layout().isCompact();
}

QString TrackMenu::filter() const {
    return toQString(layout().filter());
}

void TrackMenu::setFilter(const QString& text) {
    if (text != filter()) {
        edit([&](TrackLayout& tracks) { tracks.setFilter(text.toStdString()); });
    }
}

QString TrackMenu::filterStatus() const {
    if (layout().filter().empty()) {
        return {};
    }
    const auto isTrack = [](const Lane& lane) { return lane.kind != LaneKind::GroupHeader; };
    const auto all = std::count_if(layout().lanes().begin(), layout().lanes().end(), isTrack);
    const auto shown =
        std::count_if(layout().visibleLanes().begin(), layout().visibleLanes().end(),
                      [&](std::uint32_t at) { return isTrack(layout().lanes()[at]); });
    const auto pinned = static_cast<std::ptrdiff_t>(layout().pinnedTracks().size());
    return QStringLiteral("%1 of %2 tracks").arg(shown + pinned).arg(all);
}

void TrackMenu::togglePinned() {
    edit([&](TrackLayout& tracks) { tracks.setPinned(m_lane, !pinned()); });
}

int TrackMenu::pinnedCount() const {
    return static_cast<int>(layout().pinnedTracks().size());
}

void TrackMenu::pinFiltered() {
    edit([](TrackLayout& tracks) {
        pinMatching(tracks, tracks.filter());
        tracks.setFilter({});
    });
}

void TrackMenu::unpinAll() {
    edit([](TrackLayout& tracks) { gaplight::unpinAll(tracks); });
}

void TrackMenu::addPinnedRows(int rows) {
    const int wanted = std::max(1, pinnedRowsNow(layout()) + rows);
    edit([wanted](TrackLayout& tracks) {
        tracks.setMaxPinnedRows(static_cast<std::uint16_t>(wanted));
    });
}

void TrackMenu::openAtSelection() {
    const TimelineView& view = m_timeline.view();
    const Viewport& viewport = view.viewport();
    std::size_t lane = layout().lanes().size();
    if (view.hasTrace() && view.state().selected.isValid()) {
        lane = layout().laneOf(view.model().trace->trackOf(view.state().selected));
    } else if (!layout().visibleLanes().empty()) {
        lane = layout().visibleLanes()[layout().visibleAt(viewport.scrollY)];
    }
    if (lane == layout().lanes().size()) {
        return;
    }
    setLane(lane);
    const Lane& of = layout().lanes()[lane];
    const float y =
        of.pinned ? Viewport::kRulerHeight + layout().stripsHeight() + static_cast<float>(of.y)
                  : viewport.y(of.y);
    const float top = of.pinned ? Viewport::kRulerHeight : viewport.tracksTop();
    Q_EMIT m_timeline.trackMenuRequested(m_timeline.toItem(
        {viewport.timeLeft() / 2, std::clamp(y, top, std::max(top, viewport.height)) + 12}));
}

void TrackMenu::toggleCollapsed() {
    edit([&](TrackLayout& tracks) { tracks.setLaneCollapsed(m_lane, !collapsed()); });
}

void TrackMenu::toggleFolded() {
    edit([&](TrackLayout& tracks) { tracks.setFolded(m_lane, !folded()); });
}

void TrackMenu::toggleInRange() {
    if (lane() != nullptr) {
        m_timeline.change([&](TimelineView& view) { view.toggleInRange(m_lane); });
        Q_EMIT changed();
        Q_EMIT m_timeline.rangePicked();
    }
}

void TrackMenu::hide() {
    edit([&](TrackLayout& tracks) { tracks.setHidden(m_lane, true); });
}

void TrackMenu::showHidden() {
    edit([](TrackLayout& tracks) { tracks.showHidden(); });
}

void TrackMenu::collapseAll() {
    edit(collapseGroups);
    Q_EMIT allCollapsed();
}

void TrackMenu::expandAll() {
    edit(gaplight::expandAll);
    Q_EMIT allExpanded();
}

void TrackMenu::sortBy(Order order) {
    if (!m_timeline.view().hasTrace()) {
        return;
    }
    const Trace& trace = *m_timeline.view().model().trace;
    edit([&trace, order](TrackLayout& tracks) {
        sortTracks(tracks, trace, static_cast<TrackSort>(order));
    });
    Q_EMIT sorted(order);
}

void TrackMenu::groupBy(Grouping grouping) {
    m_timeline.change(
        [grouping](TimelineView& view) { view.groupTracks(static_cast<TrackGrouping>(grouping)); });
    setLane(layout().lanes().size());  // the lanes are others
    Q_EMIT grouped(grouping);
}

void TrackMenu::toggleCompact() {
    const bool now = !compact();
    saveCompactRows(now);
    edit([now](TrackLayout& tracks) { tracks.setCompact(now); });
}

void TrackMenu::moveBy(int places) {
    if (lane() == nullptr) {
        return;
    }
    // Its like among the shown: groups, or tracks of its group.
    std::vector<std::uint32_t> row;
    for (const std::uint32_t at : layout().visibleLanes()) {
        const Lane& other = layout().lanes()[at];
        const bool header = other.kind == LaneKind::GroupHeader;
        if (isGroup() ? header : !header && other.group == lane()->group) {
            row.push_back(at);
        }
    }
    const auto here = std::find(row.begin(), row.end(), static_cast<std::uint32_t>(m_lane));
    const std::ptrdiff_t to = here - row.begin() + places;
    if (here != row.end() && to >= 0 && to < static_cast<std::ptrdiff_t>(row.size())) {
        edit([&](TrackLayout& tracks) {
            tracks.move(m_lane, row[static_cast<std::size_t>(to)], places > 0);
        });
    }
}

void TrackMenu::goToLaunch() {
    const SceneModel& model = m_timeline.view().model();
    if (!hasLaunches()) {
        return;
    }
    // Slices of a track are sorted by start, activities by slice.
    const Trace& trace = *model.trace;
    const Track& track = trace.tracks()[lane()->track.index()];
    const std::size_t end = track.firstSlice.index() + track.sliceCount;
    const auto starts = trace.slices().starts().subspan(track.firstSlice.index(), track.sliceCount);
    const auto inSight =
        std::lower_bound(starts.begin(), starts.end(), m_timeline.view().viewport().begin);
    const SliceId from(end - static_cast<std::size_t>(starts.end() - inSight));
    const auto activities = trace.gpuActivities();
    for (auto at = std::partition_point(
             activities.begin(), activities.end(),
             [from](const GpuActivity& activity) { return activity.slice < from; });
         at != activities.end() && at->slice.index() < end; ++at) {
        if (const SliceId launch = model.launches->launchOf(at->slice); launch.isValid()) {
            m_timeline.goToSlice(static_cast<qint64>(launch.index()));
            Q_EMIT m_timeline.slicePicked();
            return;
        }
    }
}

namespace {

void copyText(const QString& text) {
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
    }
}

}  // namespace

const Trace* SliceMenu::trace() const {
    const TimelineView& view = m_timeline.view();
    return view.hasTrace() ? view.model().trace : nullptr;
}

bool SliceMenu::open(const Hit& hit, QPointF at) {
    const TimelineView& view = m_timeline.view();
    const bool isMark = hit.overlay.isValid();
    if (trace() == nullptr || (hit.kind != HitKind::Slice && !isMark)) {
        return false;
    }
    m_slice = hit.kind == HitKind::Slice ? hit.slice : SliceId();
    m_mark = isMark ? std::optional((*view.model().overlays)[hit.overlay]) : std::nullopt;
    m_text = isMark ? hoverStatus(view, hit) : QString();
    m_at = at;
    if (isSlice() && view.state().selected != m_slice) {
        m_timeline.change([this](TimelineView& shown) { shown.select(m_slice); });
        Q_EMIT m_timeline.slicePicked();
    }
    Q_EMIT changed();
    Q_EMIT m_timeline.sliceMenuRequested(m_timeline.toItem(at));
    return true;
}

Hit SliceMenu::hitOfFinding() const {
    const TimelineView& view = m_timeline.view();
    Hit hit;
    if (!view.hasTrace() || !view.isAtFinding()) {
        return hit;
    }
    const OverlaySpan overlays = view.model().overlays->all();
    const FindingFocus focus = view.focusedFinding();
    for (std::size_t at = 0; at < overlays.size() && !hit.overlay.isValid(); ++at) {
        const OverlaySource source = overlays[at].source;
        if (source.finding == focus.finding && source.occurrence == focus.occurrence) {
            hit.kind = HitKind::Overlay;
            hit.overlay = overlays.id(at);
        }
    }
    return hit;
}

bool SliceMenu::openAtSelection() {
    const TimelineView& view = m_timeline.view();
    Hit hit = hitOfFinding();
    QRectF box(view.viewport().timeLeft(), 0, view.viewport().timeWidth(), view.viewport().height);
    if (const SliceId selected = view.state().selected; view.hasTrace() && selected.isValid()) {
        hit.kind = HitKind::Slice;
        hit.slice = selected;
        const QRectF slice = m_timeline.selectedRect();
        box = slice.isEmpty() || !box.intersects(slice) ? box : box.intersected(slice);
    }
    return open(hit, box.center());
}

bool SliceMenu::perform(Action action) {
    const bool isOurs = action == Action::CopyName || action == Action::CopySource ||
                        action == Action::OpenSource || action == Action::FindSameName ||
                        action == Action::HideTrack;
    m_slice = isOurs ? m_timeline.view().state().selected : m_slice;
    if (action == Action::OpenSource) {
        openSource();
        return true;
    }
    if (!isOurs || !isSlice()) {
        return isOurs;
    }
    switch (action) {
        case Action::CopyName:
            copyName();
            break;
        case Action::CopySource:
            copySource();
            break;
        case Action::FindSameName:
            findSameName();
            break;
        default:
            hideTrack();
    }
    return true;
}

std::string_view SliceMenu::name() const {
    return isSlice() && trace() != nullptr ? trace()->name(m_slice) : std::string_view();
}

QString SliceMenu::title() const {
    constexpr int kMaxCharacters = 40;
    const QString text = isSlice() ? toQString(name()) : m_text;
    return text.size() <= kMaxCharacters ? text : text.left(kMaxCharacters - 1) + QChar(u'…');
}

bool SliceMenu::leadsForward() const {
    return isSlice() && trace() != nullptr &&
           !flowEnds(m_timeline.view().model(), m_slice).to.empty();
}

bool SliceMenu::leadsBack() const {
    return isSlice() && trace() != nullptr &&
           !flowEnds(m_timeline.view().model(), m_slice).from.empty();
}

QString SliceMenu::source() const {
    return trace() == nullptr || !isSlice()
               ? QString()
               : toQString(sourceAround(*trace(), *m_timeline.view().model().launches, m_slice));
}

QString SliceMenu::rule() const {
    const auto rules = detectors();
    return m_mark && m_mark->source.rule < rules.size() ? toQString(rules[m_mark->source.rule]->id)
                                                        : QString();
}

void SliceMenu::copyName() const {
    copyText(isSlice() ? toQString(name()) : m_text);
}

void SliceMenu::copySource() const {
    copyText(source());
}

void SliceMenu::openSource() {
    Q_EMIT m_timeline.sourceRequested(source());
}

void SliceMenu::findSameName() {
    if (isSlice()) {
        Q_EMIT m_timeline.nameSearchRequested(toQString(name()));
    }
}

void SliceMenu::followArrow(bool forward) {
    m_timeline.perform(forward ? Action::FlowForward : Action::FlowBack);
}

void SliceMenu::selectRange() {
    if (isSlice()) {
        return m_timeline.perform(Action::MarkRange);
    }
    if (m_mark) {
        m_timeline.change([this](TimelineView& view) { view.selectRange(m_mark->range); });
        Q_EMIT m_timeline.rangePicked();
    }
}

std::optional<TimeRange> SliceMenu::step() const {
    if (!isSlice() || trace() == nullptr || !m_timeline.session()->trace()) {
        return std::nullopt;
    }
    const Analysis& analysis = m_timeline.session()->trace()->session().analysis;
    const Time begin = trace()->slices().start(m_slice);
    const StepIndex steps(analysis.steps);
    const auto at = steps.stepAt(begin);
    // What fills less than half of a step is a part of it.
    const bool isStep = at && steps.host(*at).begin == begin &&
                        2 * trace()->slices().duration(m_slice) >= steps.host(*at).length();
    return isStep && medianStepLike(analysis.steps, analysis.serving.get(), *at)
               ? std::optional(steps.host(*at))
               : std::nullopt;
}

void SliceMenu::selectStep() {
    if (const auto range = step()) {
        m_timeline.change([&](TimelineView& view) { view.selectRange(*range); });
        Q_EMIT m_timeline.rangePicked();
    }
}

void SliceMenu::addNote() {
    if (!isSlice() && m_mark) {
        m_timeline.change([this](TimelineView& view) {
            view.select(SliceId());
            view.selectRange(m_mark->range);
        });
    }
    m_timeline.perform(Action::AddNote);
}

void SliceMenu::goToFinding() {
    if (hasFinding()) {
        m_timeline.showFinding(m_mark->source.finding, m_mark->source.occurrence);
        Q_EMIT m_timeline.findingPicked();
    }
}

std::size_t SliceMenu::lane() const {
    return m_timeline.view().layout().laneOf(trace()->trackOf(m_slice));
}

void SliceMenu::openTrackMenu() {
    if (isSlice() && trace() != nullptr) {
        m_timeline.trackMenu()->setLane(lane());
        Q_EMIT m_timeline.trackMenuRequested(m_timeline.toItem(m_at));
    }
}

void SliceMenu::hideTrack() {
    if (isSlice() && trace() != nullptr) {
        m_timeline.trackMenu()->setLane(lane());
        m_timeline.trackMenu()->hide();
    }
}

void TimelineMenus::openAt(QPointF at) {
    const Hit found =
        m_timeline.view().hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    m_openedAt = at;
    if (found.kind == HitKind::Ruler || found.kind == HitKind::Cursor) {
        Q_EMIT m_timeline.rulerMenuRequested(m_timeline.toItem(at));
        return;
    }
    const bool isTrack = found.lane < m_timeline.view().layout().lanes().size() &&
                         (found.kind == HitKind::Name || found.kind == HitKind::Triangle ||
                          found.kind == HitKind::RowLimit || found.kind == HitKind::Lane);
    if (!m_slice.open(found, at) && isTrack) {
        m_track.setLane(found.lane);
        Q_EMIT m_timeline.trackMenuRequested(m_timeline.toItem(at));
    }
}

void TimelineMenus::openAtSelection() {
    m_openedAt.reset();
    if (!m_slice.openAtSelection()) {
        m_track.openAtSelection();
    }
}

void TimelineMenus::placeCursor(int cursor) {
    m_timeline.change([&](TimelineView& view) {
        gaplight::ui::placeCursor(view, static_cast<std::size_t>(cursor), m_openedAt);
    });
}

}  // namespace gaplight::ui
