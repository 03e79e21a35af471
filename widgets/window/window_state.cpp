// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/window_state.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "widgets/convert/qt_text.h"
#include "widgets/input/action.h"
#include "widgets/timeline/timeline_actions.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/timeline_menus.h"

namespace gaplight::ui {
namespace {

QString besideKey() {
    return QStringLiteral("window/runsBeside");
}

QString oneScaleKey() {
    return QStringLiteral("window/oneScale");
}

}  // namespace

RunLayout::RunLayout(QObject* parent)
    : QObject(parent),
      m_beside(m_settings.value(besideKey(), false).toBool()),
      m_oneScale(m_settings.value(oneScaleKey(), true).toBool()) {}

void RunLayout::setBeside(bool beside) {
    set(m_beside, beside, besideKey());
}

void RunLayout::setOneScale(bool oneScale) {
    set(m_oneScale, oneScale, oneScaleKey());
}

void RunLayout::set(bool& value, bool to, const QString& key) {
    if (to != value) {
        value = to;
        m_settings.setValue(key, to);
        Q_EMIT changed();
    }
}

namespace {

void pinSelected(TimelineItem& timeline) {
    const TimelineView& view = timeline.view();
    if (view.state().selected.isValid()) {
        TrackMenu& menu = *timeline.trackMenu();
        menu.setLane(view.layout().laneOf(view.model().trace->trackOf(view.state().selected)));
        menu.togglePinned();
    }
}

std::optional<TrackMenu::Order> orderOf(Action action) {
    switch (action) {
        case Action::SortTracksByName:
            return TrackMenu::ByName;
        case Action::SortTracksByTime:
            return TrackMenu::ByBusyTime;
        case Action::SortTracksByStart:
            return TrackMenu::ByFirstEvent;
        case Action::SortTracksAsUsual:
            return TrackMenu::AsUsual;
        default:
            return std::nullopt;
    }
}

std::optional<TrackMenu::Grouping> groupingOf(Action action) {
    return action == Action::GroupByProcess ? std::optional(TrackMenu::OfProcesses)
           : action == Action::GroupByName  ? std::optional(TrackMenu::OfNames)
           : action == Action::GroupAll     ? std::optional(TrackMenu::OfAll)
                                            : std::nullopt;
}

// Performs an action on all tracks, or on that of the selected slice. False: `action` is another.
bool performTrackCommand(TimelineItem& timeline, Action action) {
    TrackMenu& menu = *timeline.trackMenu();
    if (const auto order = orderOf(action)) {
        menu.sortBy(*order);
        return true;
    }
    if (const auto grouping = groupingOf(action)) {
        menu.groupBy(*grouping);
        return true;
    }
    switch (action) {
        case Action::CollapseAllTracks:
            menu.collapseAll();
            return true;
        case Action::ExpandAllTracks:
            menu.expandAll();
            return true;
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
}

// "Shown first: the 3.20 s with 99 % of the slices, of 1,123,200 s. The key 0 shows all"; empty:
// all is shown.
QString noticeOfFirstView(const SessionObject& session) {
    const std::optional<TimeRange> main = session.trace()->model().mainRange;
    if (!main) {
        return {};
    }
    const TimeRange whole = session.trace()->session().trace->range();
    return QStringLiteral("Shown first: the %1 with %2, of %3. The key 0 shows all")
        .arg(durationText(main->length()),
             session.hasGpu() ? QStringLiteral("the GPU's work")
                              : QStringLiteral("99 % of the slices"),
             durationText(whole.length()));
}

constexpr int kMinDrawerHeight = 120;
constexpr int kMaxDrawerHeight = 900;

QString drawerOpenKey() {
    return QStringLiteral("window/drawerOpen");
}
QString drawerHeightKey() {
    return QStringLiteral("window/drawerHeight");
}
QString darkKey() {
    return QStringLiteral("window/dark");
}
QString textScaleKey() {
    return QStringLiteral("window/textScale");
}

// An action that needs a visible timeline.
void runOnTrace(WindowState& state, TimelineItem& timeline, Action action) {
    if (const std::optional<DrawerTabs::Tab> tab = tabOf(action)) {
        state.showTab(*tab);
    } else if (action == Action::NextRank || action == Action::PreviousRank) {
        Q_EMIT state.rankStepRequested(action == Action::NextRank ? 1 : -1);
    } else if (action == Action::NextLateCollective || action == Action::PreviousLateCollective) {
        Q_EMIT state.collectiveStepRequested(action == Action::NextLateCollective ? 1 : -1);
    } else if (action == Action::Undo || action == Action::Redo) {
        Q_EMIT action == Action::Undo ? state.undoRequested() : state.redoRequested();
    } else if (action == Action::Search) {
        Q_EMIT state.searchRequested();
    } else if (action == Action::OpenQuery) {
        state.showTab(DrawerTabs::QueryTab);
        Q_EMIT state.queryRequested();
    } else if (action == Action::FilterTracks) {
        Q_EMIT state.trackFilterRequested();
    } else if (action == Action::ToggleEfficiency) {
        Q_EMIT state.efficiencyToggled();
    } else if (!performTrackCommand(timeline, action)) {
        timeline.perform(action);
    }
}

// An action of the page of a kernel report; false: it has no such action.
bool runOnReport(WindowState& state, KernelTableModel& kernels, Action action) {
    switch (action) {
        case Action::Search:
        case Action::FilterTracks:
            Q_EMIT state.kernelFilterRequested();
            return true;
        case Action::Deselect:
            if (kernels.filter().isEmpty()) {
                return false;
            }
            kernels.setFilter({});
            return true;
        default:
            return false;
    }
}

}  // namespace

WindowState::WindowState(SessionObject& session, ThemeObject& theme, RuleHelp& ruleHelp,
                         WhatIfModel& whatIf, SearchModel& search, MemoryObject& memory,
                         KernelTableModel& kernels, QObject* parent)
    : DrawerTabs(parent),
      m_session(session),
      m_theme(theme),
      m_ruleHelp(ruleHelp),
      m_whatIf(whatIf),
      m_search(search),
      m_memory(memory),
      m_kernels(kernels),
      m_drawerOpen(m_settings.value(drawerOpenKey(), true).toBool()),
      m_drawerHeight(m_settings.value(drawerHeightKey(), 0).toInt()) {
    m_theme.setDark(m_settings.value(darkKey(), true).toBool());
    m_theme.setScale(m_settings.value(textScaleKey(), 1.0).toDouble());
    connect(&theme, &ThemeObject::scaleChanged, this,
            [this] { m_settings.setValue(textScaleKey(), m_theme.scale()); });
    connect(&session, &SessionObject::opened, this, [this] {
        setDrawerTab(m_session.hasGpu() ? FindingsTab : RangeTab);
        setNotice(noticeOfFirstView(m_session));
    });
}

void WindowState::setDrawerOpen(bool open) {
    if (open != m_drawerOpen) {
        m_drawerOpen = open;
        m_drawerMaximized = m_drawerMaximized && open;
        m_settings.setValue(drawerOpenKey(), open);
        Q_EMIT drawerChanged();
    }
}

void WindowState::setDrawerTab(int tab) {
    if (tab != m_drawerTab) {
        m_drawerTab = tab;
        Q_EMIT drawerChanged();
    }
}

void WindowState::showTab(int tab) {
    setDrawerTab(tab);
    setDrawerOpen(true);
}

void WindowState::setDrawerHeight(int height) {
    height = std::clamp(height, kMinDrawerHeight, kMaxDrawerHeight);
    if (height != m_drawerHeight) {
        m_drawerHeight = height;
        m_drawerMaximized = false;
        m_settings.setValue(drawerHeightKey(), height);
        Q_EMIT drawerChanged();
    }
}

void WindowState::resetDrawerHeight() {
    m_drawerHeight = 0;
    m_drawerMaximized = false;
    m_settings.remove(drawerHeightKey());
    Q_EMIT drawerChanged();
}

void WindowState::setDrawerMaximized(bool maximized) {
    if (maximized != m_drawerMaximized) {
        m_drawerMaximized = maximized;
        setDrawerOpen(m_drawerOpen || maximized);
        Q_EMIT drawerChanged();
    }
}

void WindowState::resetLayout() {
    resetDrawerHeight();
    setDrawerOpen(true);
    m_runs.setBeside(false);
    m_runs.setOneScale(true);
    if (m_timeline != nullptr) {
        m_timeline->change([](TimelineView& view) {
            resetNamesWidth(view);
            view.changeTracks([](TrackLayout& tracks) { tracks.setMaxPinnedRows(0); });
        });
    }
}

void WindowState::setPage(bool& page, bool open) {
    if (open != page) {
        page = open;
        Q_EMIT pagesChanged();
    }
}

void WindowState::setHelpOpen(bool open) {
    setPage(m_helpOpen, open);
}

void WindowState::setSettingsOpen(bool open) {
    setPage(m_settingsOpen, open);
}

void WindowState::setRecordOpen(bool open) {
    setPage(m_recordOpen, open);
}

void WindowState::setPaletteOpen(bool open) {
    setPage(m_paletteOpen, open);
}

void WindowState::setGoToOpen(bool open) {
    setPage(m_goToOpen, open && m_session.state() == SessionObject::Ready);
}

void WindowState::setExportOpen(bool open) {
    setPage(m_exportOpen,
            open && m_session.state() == SessionObject::Ready && m_timeline != nullptr);
}

bool WindowState::isCovered() const {
    return m_helpOpen || m_settingsOpen || m_exportOpen || m_recordOpen || m_paletteOpen ||
           m_goToOpen || !m_ruleHelp.rule().isEmpty();
}

bool WindowState::isReady() const {
    return m_timeline != nullptr && !isCovered() && m_session.state() == SessionObject::Ready;
}

void WindowState::chooseTheme(bool dark) {
    m_theme.setDark(dark);
    m_settings.setValue(darkKey(), dark);
}

void WindowState::setNotice(const QString& notice) {
    if (notice != m_notice) {
        m_notice = notice;
        Q_EMIT noticeChanged();
    }
}

QString WindowState::reasonForNoTab(Action action) const {
    const std::optional<Tab> tab = action == Action::ToggleWhatIf ? WhatIfTab : tabOf(action);
    if (!tab || m_session.hasGpu() || !m_session.hasTrace()) {
        return {};
    }
    const DrawerTab& row = gaplight::ui::drawerTab(*tab);
    const bool isThere = !std::string_view(row.needs).starts_with("first.session.hasGpu") ||
                         (*tab == MemoryTab && m_memory.hasData());
    return isThere ? QString()
                   : QStringLiteral("No GPU work in this file: nothing for the tab %1")
                         .arg(QString::fromUtf8(row.title));
}

bool WindowState::isChosen(Action action) const {
    if (m_timeline == nullptr || !m_timeline->view().hasTrace()) {
        return false;
    }
    const TrackMenu& menu = *m_timeline->trackMenu();
    return orderOf(action) == menu.order() || groupingOf(action) == menu.grouping();
}

void WindowState::run(Action action) {
    if (const QString reason = isReady() ? reasonForNoTab(action) : QString(); !reason.isEmpty()) {
        return setNotice(reason);
    }
    setNotice(isReady() ? reasonForNothing(m_timeline->view(), action) : QString());
    const bool isOnMemory = m_memoryView != nullptr && m_memory.isPageShown();
    const bool isOnReport = m_kernels.report().isPageShown();
    if (isCovered() || ((!isOnMemory || !m_memoryView->perform(action)) &&
                        (!isOnReport || !runOnReport(*this, m_kernels, action)))) {
        runHere(action);
    }
}

void WindowState::runHere(Action action) {
    switch (action) {
        case Action::OpenFile:
        case Action::OpenPath:
            return action == Action::OpenFile ? requestOpen() : requestOpenPath();
        case Action::ExportFigure:
            return setExportOpen(!m_exportOpen);
        case Action::CompareWith:
            return requestCompare();
        case Action::LinkViews:
            return linkToggled();
        case Action::SwapRuns:
            return swapRequested();
        case Action::ArrangeRuns:
            return m_runs.setBeside(!m_runs.beside());
        case Action::ShareScale:
            return m_runs.setOneScale(!m_runs.oneScale());
        case Action::OpenSettings:
            return setSettingsOpen(!m_settingsOpen);
        case Action::OpenRecord:
            return setRecordOpen(true);
        case Action::OpenPalette:
            return setPaletteOpen(true);
        case Action::GoToPlace:
            return setGoToOpen(true);
        case Action::ToggleHelp:
            return setHelpOpen(!m_helpOpen);
        case Action::AboutRule:
            return showRule();
        case Action::ToggleTheme:
            return toggleTheme();
        case Action::ToggleDrawer:
            return setDrawerOpen(!m_drawerOpen);
        case Action::MaximizeDrawer:
            return setDrawerMaximized(!m_drawerMaximized);
        case Action::ResetLayout:
            return resetLayout();
        case Action::ToggleWhatIf:
        case Action::ToggleGhosts:
        case Action::ToggleCriticalPath:
            return runOnWhatIf(action);
        case Action::Deselect:
            return escape();
        case Action::Reload:
            return reloadRequested();
        case Action::NewWindow:
            return newWindowRequested();
        case Action::CloseWindow:
            return closeRequested();
        case Action::PinTracks:
            return isReady() ? pinTracks() : void();
        case Action::CopyAllFindings:
            return copyFindingsRequested();
        default:
            if (isReady()) {
                runOnTrace(*this, *m_timeline, action);
            }
    }
}

void WindowState::runOnWhatIf(Action action) {
    switch (action) {
        case Action::ToggleGhosts:
            return m_whatIf.setGhostsShown(!m_whatIf.ghostsShown());
        case Action::ToggleCriticalPath:
            return m_whatIf.setPathShown(!m_whatIf.pathShown());
        default:
            return toggleWhatIf();
    }
}

// Without a filter there is nothing to go by: one is asked for.
void WindowState::pinTracks() {
    TrackMenu& tracks = *m_timeline->trackMenu();
    if (tracks.filter().isEmpty()) {
        Q_EMIT trackFilterRequested();
    } else {
        tracks.pinFiltered();
    }
}

void WindowState::showSlice() {
    if (!m_drawerOpen || m_drawerTab != WhatIfTab) {
        setDrawerTab(SelectionTab);
    }
}

void WindowState::toggleWhatIf() {
    const bool isUsed = m_drawerOpen && m_drawerTab == WhatIfTab && m_changesFocused;
    setDrawerTab(WhatIfTab);
    setDrawerOpen(!isUsed);
    if (isUsed && m_timeline != nullptr) {
        m_timeline->forceActiveFocus(Qt::OtherFocusReason);
    } else {
        Q_EMIT changesRequested();
    }
}

// The topmost thing goes first.
bool WindowState::closeTopmost() {
    if (m_paletteOpen) {
        setPaletteOpen(false);
    } else if (m_goToOpen) {
        setGoToOpen(false);
    } else if (m_helpOpen) {
        setHelpOpen(false);
    } else if (!m_ruleHelp.rule().isEmpty()) {
        m_ruleHelp.setRule({});
    } else if (m_recordOpen) {
        setRecordOpen(false);
    } else if (m_settingsOpen) {
        setSettingsOpen(false);
    } else if (m_exportOpen) {
        setExportOpen(false);
    } else {
        return m_session.leave() || m_memory.leave() || m_kernels.report().leave();
    }
    return true;
}

// The topmost thing goes first.
void WindowState::escape() {
    if (closeTopmost() || m_timeline == nullptr || m_endExploring()) {
        return;
    }
    TrackMenu& tracks = *m_timeline->trackMenu();
    if (!m_search.text().isEmpty() || m_search.hits()) {
        m_search.clear();
    } else if (!tracks.filter().isEmpty()) {
        tracks.setFilter({});
    } else {
        m_timeline->perform(Action::Deselect);
    }
    m_timeline->forceActiveFocus(Qt::OtherFocusReason);
}

}  // namespace gaplight::ui
