// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <QObject>
#include <QString>

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
    Search,
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
    ToggleGhosts,
    ToggleCriticalPath,
    ToggleEfficiency,
    ToggleDrawer,
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
    ShowHiddenTracks,
    PinTrack,
    UnpinAllTracks,
    PinSearch,
    CopyAllFindings,
    ShowFindings,
    ShowSelection,
    ShowRange,
    ShowIdle,
    ShowChecklist,
    ShowIssues,
    ShowCompare,
    ShowSearch,
    ShowNotes,
    ShowRanks,
    ShowMemory,
    ShowRoofline,
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

// The row of a key press; null: none.
[[nodiscard]] const ActionRow* actionOf(const QKeyEvent& event);

}  // namespace gaplight::ui
