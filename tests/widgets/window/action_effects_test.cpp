// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Presses every key of the action table in a real window and writes down what changed. A key
// without an effect, and an effect that changes, fails.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <QClipboard>
#include <QGuiApplication>
#include <QQuickItem>
#include <QSignalSpy>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

// What this program copied: programs on one display share its clipboard, and tests run side by
// side.
QString copiedText() {
    const QClipboard& clipboard = *QGuiApplication::clipboard();
    const bool isShared = QGuiApplication::platformName() != QLatin1String("offscreen");
    return isShared && !clipboard.ownsClipboard() ? QStringLiteral("nothing") : clipboard.text();
}

class ActionEffects : public WindowTest {
protected:
    // The state that one key can change, each as a word that depends on no font and no screen.
    [[nodiscard]] Facts facts() {
        const TimelineState& state = view().state();
        WindowState& pages = *model().state();
        const auto word = [](bool is) { return std::string(is ? "yes" : "no"); };
        return {{"begin", std::to_string(ns(viewport().begin))},
                {"scale", std::to_string(viewport().nsPerPixel)},
                {"scroll", std::to_string(viewport().scrollY)},
                {"selected", state.selected.isValid() ? nameOf(state.selected) : "nothing"},
                {"range", rangeText()},
                {"cursors", timeline().cursorText().toStdString()},
                {"finding", std::to_string(timeline().currentFinding())},
                {"occurrence", std::to_string(timeline().currentOccurrence())},
                {"fading", word(state.dimUnrelated)},
                {"overlays", word(state.showOverlays)},
                {"drawer", word(pages.drawerOpen())},
                {"dark", word(model().theme()->dark())},
                {"tab", std::to_string(pages.drawerTab())},
                {"drawer maximized", word(pages.drawerMaximized())},
                {"names", std::to_string(std::lround(timeline().tracks()->namesWidth()))},
                {"notice", pages.notice().toStdString()},
                {"help", word(pages.helpOpen())},
                {"settings", word(pages.settingsOpen())},
                {"palette", word(pages.paletteOpen())},
                {"go to", word(pages.goToOpen())},
                {"export", word(pages.exportOpen())},
                {"changes", std::to_string(model().whatIf()->changes()->ticked())},
                {"ghosts", word(model().whatIf()->ghostsShown())},
                {"path", word(model().whatIf()->pathShown())},
                {"efficiency", word(model().efficiency()->tinted())},
                {"record", word(pages.recordOpen())},
                {"grouping", std::to_string(timeline().trackMenu()->grouping())},
                {"track menu", word(menu("trackMenu").property("visible").toBool())},
                {"slice menu", word(menu("sliceMenu").property("visible").toBool())},
                {"clipboard", copiedText().section(u'\n', 0, 0).toStdString()},
                {"source notice", model().sources()->notice().toStdString()},
                {"search", model().search()->text().toStdString()},
                {"tracks of hits", std::to_string(model().search()->tracks().size())},
                {"rule", model().findings()->help()->rule().toStdString()},
                {"runs side by side", word(pages.runs()->beside())},
                {"runs on one scale", word(pages.runs()->oneScale())},
                {"notes", std::to_string(model().notes()->count())},
                {"bookmarks", bookmarks()},
                {"arrows", std::to_string(static_cast<int>(state.arrows))},
                {"typing in", typingIn()},
                {"asked for", m_asked},
                {"file dialog", std::to_string(m_dialogs)}};
    }
    [[nodiscard]] QObject& menu(const char* name) {
        auto* popup = window().findChild<QObject*>(QLatin1String(name));
        EXPECT_NE(popup, nullptr);
        return *popup;
    }
    [[nodiscard]] std::string typingIn() {
        const QQuickItem* focused = window().activeFocusItem();
        const bool isField = focused != nullptr && focused->property("cursorPosition").isValid();
        return isField ? focused->objectName().toStdString() : "nothing";
    }
    [[nodiscard]] std::string bookmarks() {
        std::string places;
        for (const auto& place : model().notes()->saved().bookmarks) {
            places += (place ? std::to_string(ns(place->range.begin)) : "none") + " ";
        }
        return places;
    }
    [[nodiscard]] std::string nameOf(SliceId slice) {
        return std::string(trace().name(slice)) + " at " +
               std::to_string(ns(trace().slices().start(slice) - trace().range().begin));
    }
    [[nodiscard]] std::string rangeText() {
        const auto& range = view().state().selectedRange;
        if (!range) {
            return "none";
        }
        const Time origin = trace().range().begin;
        return std::to_string(ns(range->begin - origin)) + " to " +
               std::to_string(ns(range->end - origin));
    }

    // Numbers that depend on the window's size only by which way they went.
    [[nodiscard]] static std::string change(const std::string& fact, const std::string& before,
                                            const std::string& after) {
        if (fact == "begin" || fact == "scale" || fact == "scroll") {
            const bool more = std::stod(after) > std::stod(before);
            return fact + (more ? " more" : " less");
        }
        return fact == "bookmarks" ? fact : fact + ": " + before + " -> " + after;
    }
    [[nodiscard]] static std::string difference(const Facts& before, const Facts& after) {
        std::string text;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i].second != after[i].second) {
                text += (text.empty() ? "" : "; ") +
                        change(before[i].first, before[i].second, after[i].second);
            }
        }
        return text.empty() ? "nothing" : text;
    }

    // Puts the window where the key has something to do: zoomed in around a call that has
    // neighbors, something around it and something inside.
    void prepare(Action action) {
        reset();
        const int bookmark = static_cast<int>(action) - static_cast<int>(Action::Bookmark1) + 1;
        if (bookmark >= 1 && bookmark <= static_cast<int>(SavedView::kBookmarks)) {
            model().notes()->setBookmark(bookmark, view().place());
        }
        if (action == Action::NextHit || action == Action::PreviousHit ||
            action == Action::PinSearch) {
            model().search()->setText(QStringLiteral("cudaLaunchKernel"));
            ASSERT_TRUE(QTest::qWaitFor(
                [this] { return model().search()->count() > 1 && !model().search()->searching(); },
                60'000));
        }
        goTo(subject(action));
        key(Qt::Key_F);
        // Not by its key: that zooms for as long as it is held, which a busy machine makes long.
        timeline().change([](TimelineView& shown) { shown.zoomAt(kWidth / 2, 0.9); });
        settle();
        if (action == Action::ViewForward) {
            key(Qt::Key_Left, Qt::AltModifier);
        } else if (action == Action::ShowHiddenTracks) {
            key(Qt::Key_H, Qt::ControlModifier);
        } else if (action == Action::UnpinAllTracks) {
            model().state()->run(Action::PinTrack);
            settle();
        } else if (action == Action::ExpandAllTracks) {
            model().state()->run(Action::CollapseAllTracks);
            settle();
        } else if (action == Action::GroupByProcess) {
            timeline().trackMenu()->groupBy(TrackMenu::OfAll);
            settle();
        } else if (action >= Action::SortTracksByName && action <= Action::SortTracksAsUsual) {
            // From the last to the first.
            timeline().change([](TimelineView& shown) {
                shown.changeTracks([](TrackLayout& tracks) {
                    const std::vector<std::uint32_t> order(tracks.order().rbegin(),
                                                           tracks.order().rend());
                    tracks.setOrder(order);
                });
            });
            settle();
        } else if (action == Action::ResetLayout) {
            timeline().tracks()->setNamesWidth(300);
        } else if (action == Action::Undo || action == Action::Redo) {
            key(Qt::Key_R);
            QTest::qWait(60);  // it is recorded after the event
            if (action == Action::Redo) {
                key(Qt::Key_Z, Qt::ControlModifier);
            }
        } else if (action == showAction(WindowState::SelectionTab)) {
            model().state()->setDrawerTab(WindowState::FindingsTab);
        } else if (action == Action::PageUp) {
            key(Qt::Key_PageDown);
        } else if (action == Action::NextOccurrence || action == Action::PreviousOccurrence ||
                   action == Action::AboutRule) {
            key(Qt::Key_N);
        }
    }
    void reset() {
        model().state()->setHelpOpen(false);
        model().state()->setSettingsOpen(false);
        model().state()->setPaletteOpen(false);
        model().state()->setGoToOpen(false);
        model().state()->setExportOpen(false);
        model().state()->setRecordOpen(false);
        model().findings()->help()->setRule({});
        model().efficiency()->setTinted(false);
        QMetaObject::invokeMethod(&menu("trackMenu"), "close");
        QMetaObject::invokeMethod(&menu("sliceMenu"), "close");
        QGuiApplication::clipboard()->setText(QStringLiteral("nothing"));
        timeline().trackMenu()->groupBy(TrackMenu::OfProcesses);
        timeline().change([](TimelineView& shown) {
            shown.changeTracks([](TrackLayout& tracks) {
                tracks.showHidden();
                std::vector<std::uint32_t> order(tracks.order().begin(), tracks.order().end());
                std::sort(order.begin(), order.end());
                tracks.setOrder(order);
            });
        });
        model().state()->run(Action::UnpinAllTracks);
        model().state()->run(Action::ExpandAllTracks);
        model().whatIf()->changes()->clear();
        model().whatIf()->setGhostsShown(true);
        model().whatIf()->setPathShown(false);
        model().state()->setDrawerMaximized(false);
        model().state()->setDrawerOpen(true);
        model().state()->setDrawerTab(WindowState::SelectionTab);
        timeline().setOverlaysShown(true);
        timeline().change([](TimelineView& shown) { shown.resize(kWidth, 160, 1); });
        model().search()->setText({});
        while (model().notes()->count() > 0) {
            model().notes()->remove(0);
        }
        timeline().forceActiveFocus();
        key(Qt::Key_Escape);
        key(Qt::Key_0);
    }
    [[nodiscard]] SliceId subject(Action action) {
        const LaunchIndex& launches = session().trace()->session().indexes->launches;
        const SliceId launch = launches.launches()[3];
        switch (action) {
            case Action::FlowForward:
                return launch;
            case Action::FlowBack:
                return trace().gpuActivities()[launches.activitiesOf(launch)[0].index()].slice;
            default:
                return inTheMiddle();
        }
    }
    // With a slice before and behind it on its row, one around it and one inside.
    [[nodiscard]] SliceId inTheMiddle() {
        const SceneModel& model = view().model();
        for (std::size_t at = 0; at < trace().slices().size(); ++at) {
            const SliceId slice(at);
            if (nextSlice(model, slice).isValid() && previousSlice(model, slice).isValid() &&
                parentSlice(model, slice).isValid() && firstChildSlice(model, slice).isValid()) {
                return slice;
            }
        }
        ADD_FAILURE() << "no slice in the middle";
        return SliceId(std::size_t{0});
    }

    // What the window is told to do with a second run, of which there is none here.
    void listen() {
        const auto note = [this](auto signal, const char* what) {
            QObject::connect(model().state(), signal, &timeline(),
                             [this, what] { m_asked = what; });
        };
        note(&WindowState::linkToggled, "link");
        note(&WindowState::swapRequested, "swap");
        note(&WindowState::compareRequested, "a second run");
        // The same of several ranks.
        QObject::connect(model().state(), &WindowState::rankStepRequested, &timeline(),
                         [this](int by) { m_asked = "rank " + std::to_string(by); });
        QObject::connect(model().state(), &WindowState::collectiveStepRequested, &timeline(),
                         [this](int by) { m_asked = "collective " + std::to_string(by); });
    }

    static constexpr float kWidth = 1200;
    int m_dialogs = 0;
    std::string m_asked = "nothing";
};

TEST_F(ActionEffects, EveryKeyDoesWhatTheTableSays) {
    showTrace("sync_large_before.json.zst");
    model().motion()->setChoice(MotionChoice::Reduced);  // hundreds of moves to wait for
    // A dialog would take the keys.
    model().state()->disconnect(SIGNAL(openRequested()));
    QObject::connect(model().state(), &WindowState::openRequested, &timeline(),
                     [this] { ++m_dialogs; });
    model().state()->disconnect(SIGNAL(compareRequested()));
    listen();
    model().state()->disconnect(SIGNAL(reloadRequested()));
    QObject::connect(model().state(), &WindowState::reloadRequested, &timeline(),
                     [this] { m_asked = "the file"; });
    QObject::connect(model().state(), &WindowState::newWindowRequested, &timeline(),
                     [this] { m_asked = "a window"; });
    model().state()->disconnect(SIGNAL(closeRequested()));
    QObject::connect(model().state(), &WindowState::closeRequested, &timeline(),
                     [this] { m_asked = "to close"; });
    std::string text;
    for (const ActionRow& row : actionTable()) {
        if (row.action == Action::CopySource) {
            continue;  // this trace has no Python frames: slice_menu_test
        }
        m_asked = "nothing";
        prepare(row.action);
        const Facts before = facts();
        const std::string drawn = timeline().displayList().dump();
        if (row.key == 0) {
            model().state()->run(row.action);
            if (row.action == Action::PinSearch) {  // made on another thread
                ASSERT_TRUE(
                    QTest::qWaitFor([this] { return model().search()->isPinned(); }, 60'000));
            }
            settle();
        } else {
            key(static_cast<Qt::Key>(row.key), row.modifiers);
        }
        std::string effect = difference(before, facts());
        if (effect == "nothing" && timeline().displayList().dump() != drawn) {
            effect = "picture";
        }
        EXPECT_NE(effect, "nothing") << row.keys << ": " << row.title;
        text += std::string(row.keys) + " | " + row.title + " | " + effect + "\n";
    }
    EXPECT_TRUE(test::matchesGolden("window/action_effects.txt", text));
}

// An open file dialog has loaded controls of the default style; then Qt warns of any choice of
// style, and a warning of QML fails the test.
TEST_F(ActionEffects, AWindowCanFollowAFileDialog) {
    show();
    key(Qt::Key_O, Qt::ControlModifier);
    show();
    EXPECT_TRUE(window().isVisible());
}

// As in the field's other programs: from wherever one is, also while typing.
TEST_F(ActionEffects, CtrlQAndCtrlWCloseTheWindow) {
    const auto closes = [this] {
        return QTest::qWaitFor([this] { return !window().isVisible(); }, kPatience);
    };
    show();
    QTest::keyClick(&window(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_TRUE(closes());
    showTrace("sync_large_before.json.zst");
    key(Qt::Key_F, Qt::ControlModifier);
    key(Qt::Key_Q);
    EXPECT_EQ(model().search()->text(), "q");
    QTest::keyClick(&window(), Qt::Key_Q, Qt::ControlModifier);
    EXPECT_TRUE(closes());
}

}  // namespace
}  // namespace gaplight::ui
