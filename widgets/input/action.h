// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <QObject>
#include <QString>

class QKeyEvent;

namespace gaplight::ui {
Q_NAMESPACE

// Everything that a key can do.
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
    MarkRange,
    SelectAll,
    AddNote,
    Deselect,
    Search,
    NextHit,
    PreviousHit,
    FilterTracks,
    PinTracks,
    OpenTrackMenu,
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
    ToggleDrawer,
    ToggleTheme,
    OpenFile,
    ExportPicture,
    CompareWith,
    LinkViews,
    SwapRuns,
    ArrangeRuns,
    Reload,
    NewWindow,
    OpenSettings,
    OpenRecord,
    OpenPalette,
    ToggleHelp,
};
Q_ENUM_NS(Action)

// One line of the table that binds the keys and fills the help page.
struct ActionRow {
    Action action;
    const char* section;
    const char* keys;  // as shown to the user
    const char* title;
    int key;  // Qt::Key
    Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    // The position on the keyboard, as X11 and Wayland number it (evdev + 8); 0: bound by what
    // the key types. Layouts that have Z where others have W keep the shape of W-A-S-D.
    quint32 scanCode = 0;
    bool repeats = false;    // goes on while the key is held
    bool onHelpPage = true;  // false: covered by the row before
};

// In the order of the help page.
[[nodiscard]] std::span<const ActionRow> actionTable();

// What a key press means, or null.
[[nodiscard]] const ActionRow* actionOf(const QKeyEvent& event);

}  // namespace gaplight::ui
