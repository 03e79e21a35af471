// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/input/action.h"

#include <algorithm>
#include <array>
#include <vector>

#include <QGuiApplication>
#include <QKeyEvent>

namespace gaplight::ui {
namespace {

constexpr const char* kMove = "Move";
constexpr const char* kSelect = "Select";
constexpr const char* kFind = "Find lost time";
constexpr const char* kSearch = "Search";
constexpr const char* kNote = "Notes";
constexpr const char* kWindow = "Window";
constexpr const char* kRanks = "Several ranks";
constexpr const char* kTracks = "Tracks";
constexpr const char* kTabsSection = "Tab of the drawer";

constexpr quint32 kScanW = 25;
constexpr quint32 kScanA = 38;
constexpr quint32 kScanS = 39;
constexpr quint32 kScanD = 40;

// An action without a key.
constexpr ActionRow inPalette(Action action, const char* section, const char* title) {
    return {action, section, "", title, 0, {}, 0, false, false};
}

const std::array kTable{
    ActionRow{Action::ZoomIn, kMove, "W", "Zoom in at the pointer", Qt::Key_W, {}, kScanW, true},
    ActionRow{Action::ZoomOut, kMove, "S", "Zoom out", Qt::Key_S, {}, kScanS, true},
    ActionRow{Action::PanLeft, kMove, "A", "Earlier", Qt::Key_A, {}, kScanA, true},
    ActionRow{Action::PanRight, kMove, "D", "Later", Qt::Key_D, {}, kScanD, true},
    ActionRow{Action::Focus, kMove, "F", "Fill the view with the selection; again: everything",
              Qt::Key_F},
    ActionRow{Action::ShowAll, kMove, "0", "The whole trace", Qt::Key_0},
    ActionRow{Action::GoToPlace, kMove, "Ctrl+G", "Go to a time, a step or an annotation",
              Qt::Key_G, Qt::ControlModifier},
    ActionRow{Action::ViewBack, kMove, "Alt+Left", "Back to the view before", Qt::Key_Left,
              Qt::AltModifier},
    ActionRow{Action::ViewForward, kMove, "Alt+Right", "Forward again", Qt::Key_Right,
              Qt::AltModifier},
    ActionRow{Action::PageUp, kMove, "Page Up", "Scroll the tracks up", Qt::Key_PageUp},
    ActionRow{Action::PageDown, kMove, "Page Down", "Scroll the tracks down", Qt::Key_PageDown},
    ActionRow{Action::ToBegin, kMove, "Home", "To the beginning", Qt::Key_Home},
    ActionRow{Action::ToEnd, kMove, "End", "To the end", Qt::Key_End},
    ActionRow{Action::NextSlice, kSelect, ".", "Next slice on the track", Qt::Key_Period},
    ActionRow{Action::PreviousSlice, kSelect, ",", "Previous slice", Qt::Key_Comma},
    ActionRow{Action::ParentSlice, kSelect, "Up", "The enclosing slice", Qt::Key_Up},
    ActionRow{Action::ChildSlice, kSelect, "Down", "The first slice inside", Qt::Key_Down},
    ActionRow{Action::FlowForward, kSelect, "]", "Follow the arrow: launch to kernel",
              Qt::Key_BracketRight},
    ActionRow{Action::FlowBack, kSelect, "[", "Back along the arrow: kernel to launch",
              Qt::Key_BracketLeft},
    ActionRow{Action::NextArrows, kSelect, "Shift+L",
              "Arrows: of the selection, its chain, its track, all in sight", Qt::Key_L,
              Qt::ShiftModifier},
    ActionRow{Action::MarkRange, kSelect, "R", "Make the selected slice a range on its track",
              Qt::Key_R},
    ActionRow{Action::SelectAll, kSelect, "Ctrl+A", "Select the whole trace as a range", Qt::Key_A,
              Qt::ControlModifier},
    ActionRow{Action::PlaceCursorA, kSelect, "V, B",
              "Cursor A, cursor B; Shift+B shows both, Shift+V removes", Qt::Key_V},
    ActionRow{Action::PlaceCursorB,
              kSelect,
              "B",
              "Cursor B at the pointer, or at the selection",
              Qt::Key_B,
              {},
              0,
              false,
              false},
    ActionRow{Action::ShowCursors, kSelect, "Shift+B", "Fill the view with the cursors' times",
              Qt::Key_B, Qt::ShiftModifier, 0, false, false},
    ActionRow{Action::RemoveCursors, kSelect, "Shift+V", "Remove the cursors", Qt::Key_V,
              Qt::ShiftModifier, 0, false, false},
    ActionRow{Action::CopyName, kSelect, "Ctrl+C", "Copy the name of the selected slice", Qt::Key_C,
              Qt::ControlModifier},
    ActionRow{Action::CopySource, kSelect, "Ctrl+Shift+C",
              "Copy file and line of its frame; Ctrl+Shift+E opens it", Qt::Key_C,
              Qt::ControlModifier | Qt::ShiftModifier},
    ActionRow{Action::OpenSource, kSelect, "Ctrl+Shift+E",
              "Open the line of its frame in an editor", Qt::Key_E,
              Qt::ControlModifier | Qt::ShiftModifier, 0, false, false},
    ActionRow{Action::OpenTrackMenu, kSelect, "Shift+F10", "Menu of the selection, or of a track",
              Qt::Key_F10, Qt::ShiftModifier},
    ActionRow{Action::OpenTrackMenu,
              kSelect,
              "Menu",
              "Menu of the selection, or of a track",
              Qt::Key_Menu,
              {},
              0,
              false,
              false},
    ActionRow{Action::Undo, kSelect, "Ctrl+Z", "Undo a change; Ctrl+Shift+Z does it again",
              Qt::Key_Z, Qt::ControlModifier},
    ActionRow{Action::Redo, kSelect, "Ctrl+Shift+Z", "Do again what was undone", Qt::Key_Z,
              Qt::ControlModifier | Qt::ShiftModifier, 0, false, false},
    ActionRow{Action::Redo, kSelect, "Ctrl+Y", "Do again what was undone", Qt::Key_Y,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::Deselect, kSelect, "Esc", "Deselect, close", Qt::Key_Escape},
    // While Ctrl is held for a drag.
    ActionRow{Action::Deselect, kSelect, "Ctrl+Esc", "Deselect, close", Qt::Key_Escape,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::NextFinding, kFind, "N", "Next finding, the largest saving first", Qt::Key_N},
    ActionRow{Action::PreviousFinding, kFind, "Shift+N", "Previous finding", Qt::Key_N,
              Qt::ShiftModifier},
    ActionRow{Action::NextOccurrence, kFind, "O", "Next occurrence of the same finding", Qt::Key_O},
    ActionRow{Action::PreviousOccurrence, kFind, "Shift+O", "Previous place", Qt::Key_O,
              Qt::ShiftModifier},
    ActionRow{Action::NextGap, kFind, "G", "Next GPU gap that is marked", Qt::Key_G},
    ActionRow{Action::PreviousGap, kFind, "Shift+G", "Previous gap", Qt::Key_G, Qt::ShiftModifier},
    ActionRow{Action::AboutRule, kFind, "F1", "About the rule of the finding", Qt::Key_F1},
    ActionRow{Action::ToggleOverlays, kFind, "E", "Overlays on or off", Qt::Key_E},
    ActionRow{Action::ToggleWhatIf, kFind, "I", "What if: the saving of a change", Qt::Key_I},
    ActionRow{Action::PredictWithout, kFind, "Del", "Predict the run without the selection",
              Qt::Key_Delete},
    ActionRow{Action::ToggleGhosts, kFind, "Shift+I", "Predicted timeline on or off", Qt::Key_I,
              Qt::ShiftModifier},
    ActionRow{Action::ToggleCriticalPath, kFind, "C", "Critical path on or off", Qt::Key_C},
    ActionRow{Action::ToggleEfficiency, kFind, "K", "Color kernels by their efficiency, or by name",
              Qt::Key_K},
    ActionRow{Action::Search, kSearch, "Ctrl+F, /", "Search names, lengths and args",
              Qt::Key_Slash},
    ActionRow{Action::Search, kSearch, "Ctrl+F", "Search names, lengths and args", Qt::Key_F,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::OpenQuery, kSearch, ":", "Ask the trace in SQL: the tab Query",
              Qt::Key_Colon},
    ActionRow{Action::NextHit, kSearch, "F3", "Next hit; Enter in the search field", Qt::Key_F3},
    ActionRow{Action::PreviousHit, kSearch, "Shift+F3",
              "Previous hit; Shift+Enter in the search field", Qt::Key_F3, Qt::ShiftModifier},
    ActionRow{Action::FilterTracks, kSearch, "Ctrl+P", "Show only tracks that match a name",
              Qt::Key_P, Qt::ControlModifier},
    ActionRow{Action::PinTracks, kSearch, "Shift+T", "Pin the tracks that are filtered", Qt::Key_T,
              Qt::ShiftModifier},
    ActionRow{Action::FindSameName, kSearch, "Ctrl+Shift+F", "All slices of the selected name",
              Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier},
    ActionRow{Action::HideTrack, kSearch, "Ctrl+H", "Hide the track of the selected slice",
              Qt::Key_H, Qt::ControlModifier},
    ActionRow{Action::AddNote, kNote, "M", "Note on the selection, or at the pointer", Qt::Key_M},
    ActionRow{Action::AddNote, kNote, "Shift+M", "Note on the selection, or at the pointer",
              Qt::Key_M, Qt::ShiftModifier, 0, false, false},
    ActionRow{Action::Bookmark1, kNote, "1 – 9", "Go to a bookmark", Qt::Key_1},
    ActionRow{Action::Bookmark2, kNote, "2", "Go to bookmark 2", Qt::Key_2, {}, 0, false, false},
    ActionRow{Action::Bookmark3, kNote, "3", "Go to bookmark 3", Qt::Key_3, {}, 0, false, false},
    ActionRow{Action::Bookmark4, kNote, "4", "Go to bookmark 4", Qt::Key_4, {}, 0, false, false},
    ActionRow{Action::Bookmark5, kNote, "5", "Go to bookmark 5", Qt::Key_5, {}, 0, false, false},
    ActionRow{Action::Bookmark6, kNote, "6", "Go to bookmark 6", Qt::Key_6, {}, 0, false, false},
    ActionRow{Action::Bookmark7, kNote, "7", "Go to bookmark 7", Qt::Key_7, {}, 0, false, false},
    ActionRow{Action::Bookmark8, kNote, "8", "Go to bookmark 8", Qt::Key_8, {}, 0, false, false},
    ActionRow{Action::Bookmark9, kNote, "9", "Go to bookmark 9", Qt::Key_9, {}, 0, false, false},
    ActionRow{Action::SetBookmark1, kNote, "Ctrl+1 – 9", "Keep the view as a bookmark", Qt::Key_1,
              Qt::ControlModifier},
    ActionRow{Action::SetBookmark2, kNote, "Ctrl+2", "Keep the view as bookmark 2", Qt::Key_2,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark3, kNote, "Ctrl+3", "Keep the view as bookmark 3", Qt::Key_3,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark4, kNote, "Ctrl+4", "Keep the view as bookmark 4", Qt::Key_4,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark5, kNote, "Ctrl+5", "Keep the view as bookmark 5", Qt::Key_5,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark6, kNote, "Ctrl+6", "Keep the view as bookmark 6", Qt::Key_6,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark7, kNote, "Ctrl+7", "Keep the view as bookmark 7", Qt::Key_7,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark8, kNote, "Ctrl+8", "Keep the view as bookmark 8", Qt::Key_8,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::SetBookmark9, kNote, "Ctrl+9", "Keep the view as bookmark 9", Qt::Key_9,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::ToggleDrawer, kWindow, "Q", "Open or close the drawer; Shift+Q maximizes it",
              Qt::Key_Q},
    ActionRow{Action::MaximizeDrawer, kWindow, "Shift+Q",
              "Maximize the drawer's tab, or restore it", Qt::Key_Q, Qt::ShiftModifier, 0, false,
              false},
    ActionRow{Action::ToggleTheme, kWindow, "T", "Dark or light", Qt::Key_T},
    ActionRow{Action::OpenFile, kWindow, "Ctrl+O", "Open a trace", Qt::Key_O, Qt::ControlModifier},
    ActionRow{Action::OpenPath, kWindow, "Ctrl+Alt+O", "Open a trace by its path, or HOST:PATH",
              Qt::Key_O, Qt::ControlModifier | Qt::AltModifier},
    ActionRow{Action::ExportFigure, kWindow, "Ctrl+E", "Export an image", Qt::Key_E,
              Qt::ControlModifier},
    ActionRow{Action::CompareWith, kWindow, "Ctrl+Shift+O", "Compare with a second trace",
              Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier},
    ActionRow{Action::LinkViews, kWindow, "L", "Link or unlink the two runs", Qt::Key_L},
    ActionRow{Action::SwapRuns, kWindow, "X", "Swap the two runs", Qt::Key_X},
    ActionRow{Action::ArrangeRuns, kWindow, "Shift+X",
              "Two runs side by side, or one above the other", Qt::Key_X, Qt::ShiftModifier},
    ActionRow{Action::ShareScale, kWindow, "U", "Two runs on one scale, or each on its own",
              Qt::Key_U},
    ActionRow{Action::OpenRecord, kWindow, "Ctrl+R", "Record a CUDA program", Qt::Key_R,
              Qt::ControlModifier},
    ActionRow{Action::Reload, kWindow, "F5", "Reload the file", Qt::Key_F5},
    ActionRow{Action::NewWindow, kWindow, "Ctrl+N", "New window; Ctrl+Q or Ctrl+W closes one",
              Qt::Key_N, Qt::ControlModifier},
    ActionRow{Action::CloseWindow, kWindow, "Ctrl+Q", "Close the window", Qt::Key_Q,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::CloseWindow, kWindow, "Ctrl+W", "Close the window", Qt::Key_W,
              Qt::ControlModifier, 0, false, false},
    ActionRow{Action::OpenSettings, kWindow, "Ctrl+,", "Settings: thresholds and theme",
              Qt::Key_Comma, Qt::ControlModifier},
    ActionRow{Action::OpenPalette, kWindow, "Ctrl+Shift+P", "Find a command", Qt::Key_P,
              Qt::ControlModifier | Qt::ShiftModifier},
    // The page itself.
    ActionRow{Action::ToggleHelp, kWindow, "?", "Keyboard shortcuts", Qt::Key_Question,
              Qt::NoModifier, 0, false, false},
    ActionRow{Action::NextLateCollective, kRanks, "J", "Next collective that a rank is late in",
              Qt::Key_J},
    ActionRow{Action::PreviousLateCollective, kRanks, "Shift+J", "Previous late collective",
              Qt::Key_J, Qt::ShiftModifier},
    ActionRow{Action::NextRank, kRanks, "Alt+Down", "The same moment on the next rank; Alt+Up",
              Qt::Key_Down, Qt::AltModifier},
    ActionRow{Action::PreviousRank, kRanks, "Alt+Up", "The same moment on the previous rank",
              Qt::Key_Up, Qt::AltModifier, 0, false, false},
    inPalette(Action::CollapseAllTracks, kTracks, "Collapse all groups of tracks"),
    inPalette(Action::ExpandAllTracks, kTracks, "Expand all tracks"),
    inPalette(Action::SortTracksByName, kTracks, "Sort tracks by name"),
    inPalette(Action::SortTracksByTime, kTracks, "Sort tracks by busy time"),
    inPalette(Action::SortTracksByStart, kTracks, "Sort tracks by first event"),
    inPalette(Action::SortTracksAsUsual, kTracks, "Sort tracks as usual"),
    inPalette(Action::GroupByProcess, kTracks, "Group threads by process"),
    inPalette(Action::GroupByName, kTracks, "Group threads by name"),
    inPalette(Action::GroupAll, kTracks, "All threads in one group"),
    inPalette(Action::ShowHiddenTracks, kTracks, "Show hidden tracks"),
    inPalette(Action::PinTrack, kTracks, "Pin or unpin the track of the selected slice"),
    inPalette(Action::UnpinAllTracks, kTracks, "Unpin all tracks"),
    inPalette(Action::PinSearch, kSearch, "Show the hits of the search as a track, or remove it"),
    inPalette(Action::ResetLayout, kWindow, "Reset the layout: drawer, names, pinned rows, runs"),
    inPalette(Action::CopyAllFindings, kFind, "Copy all findings as Markdown"),
};

// Letters, F3 and F10 are the same key with and without Shift; on many layouts `.`, `[` or `?` need
// it.
constexpr bool shiftMatters(int key) {
    return (key >= Qt::Key_A && key <= Qt::Key_Z) || key == Qt::Key_F3 || key == Qt::Key_F10;
}

// Scan codes are only comparable where they come from evdev.
bool knowsScanCodes() {
    const QString platform = QGuiApplication::platformName();
    return platform == QLatin1String("xcb") || platform.startsWith(QLatin1String("wayland"));
}

bool matches(const ActionRow& row, const QKeyEvent& event) {
    if (row.key == 0) {
        return false;
    }
    constexpr Qt::KeyboardModifiers kAlways =
        Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    const Qt::KeyboardModifiers compared =
        shiftMatters(row.key) ? kAlways | Qt::ShiftModifier : kAlways;
    if ((event.modifiers() & compared) != (row.modifiers & compared)) {
        return false;
    }
    if (row.scanCode != 0 && event.nativeScanCode() != 0 && knowsScanCodes()) {
        return event.nativeScanCode() == row.scanCode;
    }
    return event.key() == row.key;
}

}  // namespace

std::span<const ActionRow> actionTable() {
    static const std::vector<ActionRow> table = [] {
        std::vector<ActionRow> rows(kTable.begin(), kTable.end());
        for (int number = 0; number < DrawerTabs::Count_; ++number) {
            const DrawerTab& tab = drawerTab(static_cast<DrawerTabs::Tab>(number));
            if (*tab.command != 0) {
                rows.push_back(inPalette(showAction(tab.tab), kTabsSection, tab.command));
            }
        }
        return rows;
    }();
    return table;
}

const ActionRow* actionOf(const QKeyEvent& event) {
    const std::span<const ActionRow> table = actionTable();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const ActionRow& row) { return matches(row, event); });
    return found == table.end() ? nullptr : &*found;
}

}  // namespace gaplight::ui
