// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/track_menu.h"

#include <algorithm>
#include <vector>

#include "core/scene/interaction/range_pick.h"
#include "core/scene/layout/track_pinning.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/timeline_settings.h"

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
    return tr("%1 of %2 tracks").arg(shown + pinned).arg(all);
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
    Q_EMIT m_timeline.trackMenuRequested(
        {viewport.timeLeft() / 2, std::clamp(y, top, std::max(top, viewport.height)) + 12});
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

}  // namespace gaplight::ui
