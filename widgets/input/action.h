// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include <QObject>
#include <QString>

#include "widgets/input/drawer_tabs.h"

class QKeyEvent;

namespace gaplight::ui {
Q_NAMESPACE

// Actions of keys and of the command palette.
enum class Action : int {
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    PageUp,
    PageDown,
    ToBegin,
    ToEnd,
    Focus,
    ShowAll,
    GoToPlace,
    ViewBack,
    ViewForward,
    NextSlice,
    PreviousSlice,
    ParentSlice,
    ChildSlice,
    FlowForward,
    FlowBack,
    NextFinding,
    PreviousFinding,
    NextOccurrence,
    PreviousOccurrence,
    NextGap,
    PreviousGap,
    NextRank,
    PreviousRank,
    NextLateCollective,
    PreviousLateCollective,
    MarkRange,
    SelectAll,
    PlaceCursorA,
    PlaceCursorB,
    ShowCursors,
    RemoveCursors,
    AddNote,
    Deselect,
    Undo,
    Redo,
    Search,
    OpenQuery,
    NextHit,
    PreviousHit,
    FilterTracks,
    PinTracks,
    OpenTrackMenu,
    CopyName,
    CopySource,
    OpenSource,
    FindSameName,
    HideTrack,
    AboutRule,
    NextArrows,
    // 1 to 9, in this order.
    Bookmark1,
    Bookmark2,
    Bookmark3,
    Bookmark4,
    Bookmark5,
    Bookmark6,
    Bookmark7,
    Bookmark8,
    Bookmark9,
    SetBookmark1,
    SetBookmark2,
    SetBookmark3,
    SetBookmark4,
    SetBookmark5,
    SetBookmark6,
    SetBookmark7,
    SetBookmark8,
    SetBookmark9,
    ToggleOverlays,
    ToggleWhatIf,
    PredictWithout,
    ToggleGhosts,
    ToggleCriticalPath,
    ToggleEfficiency,
    ToggleDrawer,
    MaximizeDrawer,
    ToggleTheme,
    OpenFile,
    OpenPath,
    ExportFigure,
    CompareWith,
    LinkViews,
    SwapRuns,
    ArrangeRuns,
    ShareScale,
    Reload,
    NewWindow,
    CloseWindow,
    OpenSettings,
    OpenRecord,
    OpenPalette,
    ToggleHelp,
    // Without keys, in the command palette only.
    CollapseAllTracks,
    ExpandAllTracks,
    SortTracksByName,
    SortTracksByTime,
    SortTracksByStart,
    SortTracksAsUsual,
    GroupByProcess,
    GroupByName,
    GroupAll,
    ShowHiddenTracks,
    PinTrack,
    UnpinAllTracks,
    PinSearch,
    CopyAllFindings,
    ResetLayout,
    // And the values after it: shows a tab of the drawer; showAction().
    ShowTab,
};
Q_ENUM_NS(Action)

// Key binding of an action, also a row of the help page.
struct ActionRow {
    Action action;
    const char* section;
    const char* keys;  // as shown to the user; empty: only the command palette has it
    const char* title;
    int key;  // Qt::Key; 0: none
    Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    // Position of the key as numbered by X11 and Wayland (evdev + 8), for W, A, S, D on every
    // keyboard layout; 0: bound by `key`.
    quint32 scanCode = 0;
    bool repeats = false;    // repeated while the key is held
    bool onHelpPage = true;  // false: the previous row describes it, or it has no key
};

// In the order of the help page.
[[nodiscard]] std::span<const ActionRow> actionTable();

// The action that shows a tab, and the tab that an action shows; empty: it shows none.
[[nodiscard]] constexpr Action showAction(DrawerTabs::Tab tab) {
    return static_cast<Action>(static_cast<int>(Action::ShowTab) + tab);
}
[[nodiscard]] constexpr std::optional<DrawerTabs::Tab> tabOf(Action action) {
    const int tab = static_cast<int>(action) - static_cast<int>(Action::ShowTab);
    return tab < 0 ? std::nullopt : std::optional(static_cast<DrawerTabs::Tab>(tab));
}

// The row of a key press; null: none.
[[nodiscard]] const ActionRow* actionOf(const QKeyEvent& event);

}  // namespace gaplight::ui
