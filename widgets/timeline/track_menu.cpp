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

const Band* TrackMenu::band() const {
    return m_band < layout().bands().size() ? &layout().bands()[m_band] : nullptr;
}

void TrackMenu::setBand(std::size_t band) {
    m_band = band;
    Q_EMIT changed();
}

void TrackMenu::edit(const std::function<void(TrackLayout&)>& change) {
    m_timeline.change([&](TimelineView& view) { view.changeTracks(change); });
    Q_EMIT changed();
}

QString TrackMenu::title() const {
    return band() == nullptr ? QString() : toQString(band()->title);
}

bool TrackMenu::isGroup() const {
    return band() != nullptr && band()->kind == BandKind::GroupHeader;
}

bool TrackMenu::pinned() const {
    return band() != nullptr && band()->pinned;
}

bool TrackMenu::collapsible() const {
    return band() != nullptr && band()->collapsible;
}

bool TrackMenu::collapsed() const {
    return band() != nullptr && band()->collapsed;
}

int TrackMenu::overflowRows() const {
    return band() != nullptr && !band()->collapsed ? band()->overflowRows : 0;
}

bool TrackMenu::folded() const {
    return band() != nullptr && band()->folded;
}

bool TrackMenu::inRange() const {
    return band() != nullptr && isInRange(m_timeline.view().input(), m_band);
}

bool TrackMenu::hasLaunches() const {
    return band() != nullptr && band()->track.isValid() &&
           m_timeline.view().model().trace->tracks()[band()->track.index()].kind ==
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
    const auto isTrack = [](const Band& band) { return band.kind != BandKind::GroupHeader; };
    const auto all = std::count_if(layout().bands().begin(), layout().bands().end(), isTrack);
    const auto shown =
        std::count_if(layout().visibleBands().begin(), layout().visibleBands().end(),
                      [&](std::uint32_t at) { return isTrack(layout().bands()[at]); });
    const auto pinned = static_cast<std::ptrdiff_t>(layout().pinnedTracks().size());
    return tr("%1 of %2 tracks").arg(shown + pinned).arg(all);
}

void TrackMenu::togglePinned() {
    edit([&](TrackLayout& tracks) { tracks.setPinned(m_band, !pinned()); });
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
    std::size_t band = layout().bands().size();
    if (view.hasTrace() && view.state().selected.isValid()) {
        band = layout().bandOf(view.model().trace->trackOf(view.state().selected));
    } else if (!layout().visibleBands().empty()) {
        band = layout().visibleBands()[layout().visibleAt(viewport.scrollY)];
    }
    if (band == layout().bands().size()) {
        return;
    }
    setBand(band);
    const Band& of = layout().bands()[band];
    const float y =
        of.pinned ? Viewport::kRulerHeight + layout().stripsHeight() + static_cast<float>(of.y)
                  : viewport.y(of.y);
    const float top = of.pinned ? Viewport::kRulerHeight : viewport.tracksTop();
    Q_EMIT m_timeline.trackMenuRequested(
        {viewport.timeLeft() / 2, std::clamp(y, top, std::max(top, viewport.height)) + 12});
}

void TrackMenu::toggleCollapsed() {
    edit([&](TrackLayout& tracks) { tracks.setBandCollapsed(m_band, !collapsed()); });
}

void TrackMenu::toggleFolded() {
    edit([&](TrackLayout& tracks) { tracks.setFolded(m_band, !folded()); });
}

void TrackMenu::toggleInRange() {
    if (band() != nullptr) {
        m_timeline.change([&](TimelineView& view) { view.toggleInRange(m_band); });
        Q_EMIT changed();
        Q_EMIT m_timeline.rangePicked();
    }
}

void TrackMenu::hide() {
    edit([&](TrackLayout& tracks) { tracks.setHidden(m_band, true); });
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
    if (band() == nullptr) {
        return;
    }
    // Its like among the shown: groups, or tracks of its group.
    std::vector<std::uint32_t> row;
    for (const std::uint32_t at : layout().visibleBands()) {
        const Band& other = layout().bands()[at];
        const bool header = other.kind == BandKind::GroupHeader;
        if (isGroup() ? header : !header && other.group == band()->group) {
            row.push_back(at);
        }
    }
    const auto here = std::find(row.begin(), row.end(), static_cast<std::uint32_t>(m_band));
    const std::ptrdiff_t to = here - row.begin() + places;
    if (here != row.end() && to >= 0 && to < static_cast<std::ptrdiff_t>(row.size())) {
        edit([&](TrackLayout& tracks) {
            tracks.move(m_band, row[static_cast<std::size_t>(to)], places > 0);
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
    const Track& track = trace.tracks()[band()->track.index()];
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
