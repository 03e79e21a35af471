// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/track_commands.h"

#include "widgets/timeline/track_menu.h"

namespace gaplight::ui {
namespace {

void collapseGroups(TrackLayout& tracks) {
    for (std::size_t group = 0; group < tracks.groups().size(); ++group) {
        tracks.setGroupCollapsed(group, true);
    }
}

// Groups, and the tracks in them.
void expandAll(TrackLayout& tracks) {
    for (std::size_t group = 0; group < tracks.groups().size(); ++group) {
        tracks.setGroupCollapsed(group, false);
    }
    for (std::size_t lane = 0; lane < tracks.lanes().size(); ++lane) {
        if (tracks.lanes()[lane].collapsed) {
            tracks.setLaneCollapsed(lane, false);
        }
    }
}

void pinSelected(TimelineItem& timeline) {
    const TimelineView& view = timeline.view();
    if (view.state().selected.isValid()) {
        TrackMenu& menu = *timeline.trackMenu();
        menu.setLane(view.layout().laneOf(view.model().trace->trackOf(view.state().selected)));
        menu.togglePinned();
    }
}

}  // namespace

bool performTrackCommand(TimelineItem& timeline, Action action) {
    TrackMenu& menu = *timeline.trackMenu();
    switch (action) {
        case Action::CollapseAllTracks:
            timeline.change([](TimelineView& view) { view.changeTracks(collapseGroups); });
            break;
        case Action::ExpandAllTracks:
            timeline.change([](TimelineView& view) { view.changeTracks(expandAll); });
            break;
        case Action::ShowHiddenTracks:
            menu.showHidden();
            return true;
        case Action::PinTrack:
            pinSelected(timeline);
            return true;
        case Action::UnpinAllTracks:
            menu.unpinAll();
            return true;
        default:
            return false;
    }
    menu.refresh();
    return true;
}

}  // namespace gaplight::ui
