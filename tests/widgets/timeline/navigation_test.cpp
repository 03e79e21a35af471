// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Commands by name, places by name, arrows by choice, motion by taste.
#include <algorithm>
#include <set>
#include <utility>

#include <QQuickItem>
#include <QSettings>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/window/motion_choice.h"

namespace gaplight::ui {
namespace {

class Navigation : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    void type(const char* text) {
        for (const char* at = text; *at != 0; ++at) {
            QTest::keyClick(&window(), *at);
        }
        settle();
    }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    [[nodiscard]] Time middle() { return viewport().begin + viewport().range().length() / 2; }
    void goToPlace(const char* text) {
        key(Qt::Key_G, Qt::ControlModifier);
        ASSERT_TRUE(model().state()->goToOpen());
        type(text);
        key(Qt::Key_Return);
    }
};

TEST_F(Navigation, ThePaletteListsEveryOtherActionOnce) {
    std::set<Action> actions;
    for (const ActionRow& row : actionTable()) {
        actions.insert(row.action);
    }
    const int files = model().recentFiles()->count() + model().samples()->count();
    EXPECT_EQ(files, 1 + 3);
    EXPECT_EQ(model().commands()->count() + 1, static_cast<int>(actions.size()) + files);
    model().commands()->setFilter(QStringLiteral("finding next"));
    EXPECT_EQ(model().commands()->actionAt(0), Action::NextFinding);
    model().commands()->setFilter(QStringLiteral("no such thing"));
    EXPECT_EQ(model().commands()->count(), 0);
}

// Words of other viewers lead to the action; the first row of each is compared.
TEST_F(Navigation, ThePaletteKnowsOtherWords) {
    for (const auto& [words, action] :
         {std::pair{"flame", showAction(WindowState::RangeTab)},
          std::pair{"idle", showAction(WindowState::IdleTab)}, std::pair{"bubble", Action::NextGap},
          std::pair{"copy", Action::CopyName}, std::pair{"expand", Action::ExpandAllTracks},
          std::pair{"collapse", Action::CollapseAllTracks},
          std::pair{"hidden", Action::ShowHiddenTracks},
          std::pair{"pin selected", Action::PinTrack},
          std::pair{"screenshot", Action::ExportFigure}, std::pair{"diff", Action::CompareWith},
          std::pair{"font", Action::OpenSettings}, std::pair{"shortcuts", Action::ToggleHelp},
          std::pair{"import issues", showAction(WindowState::IssuesTab)},
          std::pair{"self time", showAction(WindowState::RangeTab)},
          std::pair{"zoom fit", Action::Focus}, std::pair{"find", Action::NextFinding}}) {
        model().commands()->setFilter(QString::fromUtf8(words));
        ASSERT_GT(model().commands()->count(), 0) << words;
        std::string rows;
        bool isListed = false;
        for (int row = 0; row < std::min(3, model().commands()->count()); ++row) {
            const Command& command = model().commands()->rows()[static_cast<std::size_t>(row)];
            isListed = isListed || (command.row != nullptr && command.row->action == action);
            rows += model().commands()->value(row, "title").toString().toStdString() + "; ";
        }
        EXPECT_TRUE(isListed) << words << ": " << rows;
    }
}

TEST_F(Navigation, ThePaletteOpensRecentFilesAndSamples) {
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    type("sample llm");
    ASSERT_EQ(model().commands()->count(), 1);
    QTest::keyClick(&window(), Qt::Key_Return);
    EXPECT_FALSE(model().state()->paletteOpen());
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return session().state() == SessionObject::Ready &&
                   session().fileName() == QLatin1String("llm_decoding.json.zst");
        },
        60'000));
    settle();
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    type("recent streams");
    ASSERT_EQ(model().commands()->count(), 1);
    QTest::keyClick(&window(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return session().state() == SessionObject::Ready &&
                   session().fileName() == QLatin1String("streams_overlap.json.zst");
        },
        60'000));
    settle();
}

TEST_F(Navigation, ThePaletteActsOnTracks) {
    const auto openRows = [this] {
        const auto lanes = view().layout().visibleLanes();
        return std::count_if(lanes.begin(), lanes.end(), [this](std::uint32_t lane) {
            return view().layout().lanes()[lane].kind != LaneKind::GroupHeader;
        });
    };
    const auto perform = [this](const char* words) {
        key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        type(words);
        key(Qt::Key_Return);
    };
    ASSERT_GT(openRows(), 0);
    perform("collapse all");
    EXPECT_EQ(openRows(), 0);
    perform("expand all");
    EXPECT_GT(openRows(), 0);
    goTo(sliceNamed("cudaLaunchKernel"));
    const std::size_t pinned = view().layout().pinnedTracks().size();
    perform("pin selected");
    EXPECT_EQ(view().layout().pinnedTracks().size(), pinned + 1);
    perform("unpin all");
    EXPECT_EQ(view().layout().pinnedTracks().size(), 0U);
    perform("tab checklist");
    EXPECT_EQ(model().state()->drawerTab(), WindowState::ChecklistTab);
}

TEST_F(Navigation, ThePaletteRunsWhatOneTypes) {
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(model().state()->paletteOpen());
    type("dark or light");
    EXPECT_EQ(model().commands()->count(), 1);
    key(Qt::Key_Return);
    EXPECT_FALSE(model().state()->paletteOpen());
    EXPECT_FALSE(model().theme()->dark());
    model().state()->chooseTheme(true);  // it is remembered
    EXPECT_TRUE(timeline().isEnabled());
}

TEST_F(Navigation, ThePaletteIsUsedWithoutAMouse) {
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    type("finding");
    const int count = model().commands()->count();
    ASSERT_GE(count, 2);
    key(Qt::Key_Down);
    EXPECT_EQ(item("commands").property("currentIndex").toInt(), 1);
    key(Qt::Key_PageDown);
    EXPECT_EQ(item("commands").property("currentIndex").toInt(), std::min(11, count - 1));
    key(Qt::Key_PageUp);
    EXPECT_EQ(item("commands").property("currentIndex").toInt(), std::max(0, count - 11));
    const double scale = viewport().nsPerPixel;
    type("w");  // is typed, not done
    EXPECT_EQ(viewport().nsPerPixel, scale);
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->paletteOpen());
    key(Qt::Key_W);
    EXPECT_LT(viewport().nsPerPixel, scale);
}

TEST_F(Navigation, GoesToATime) {
    key(Qt::Key_W);
    key(Qt::Key_W);
    key(Qt::Key_W);
    const double scale = viewport().nsPerPixel;
    const Duration half = trace().range().length() / 2;
    goToPlace(std::to_string(ns(half)).append("ns").c_str());
    EXPECT_FALSE(model().state()->goToOpen());
    EXPECT_EQ(viewport().nsPerPixel, scale);
    EXPECT_NEAR(viewport().x(trace().range().begin + half),
                viewport().timeLeft() + viewport().timeWidth() / 2, 1);
    const Time before = middle();
    goToPlace("+3 us");
    EXPECT_NEAR(static_cast<double>(ns(middle() - before)), 3000, scale);
}

TEST_F(Navigation, GoesToARange) {
    goToPlace("10us..20us");
    const Time begin = trace().range().begin;
    const TimeRange range{begin + Duration(10'000), begin + Duration(20'000)};
    EXPECT_EQ(view().state().selectedRange, range);
    EXPECT_GT(viewport().x(range.begin), viewport().timeLeft());
    EXPECT_LT(viewport().x(range.end), viewport().width);
    EXPECT_LT(viewport().range().length(), Duration(12'000));
}

TEST_F(Navigation, SaysWhatIsWrongWithAPlace) {
    const Viewport before = viewport();
    goToPlace("soon");
    EXPECT_TRUE(model().state()->goToOpen());
    EXPECT_TRUE(item("goToError")
                    .property("text")
                    .toString()
                    .startsWith(QLatin1String("'soon': expected a time")));
    EXPECT_EQ(viewport(), before);
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->goToOpen());
}

TEST_F(Navigation, GoToNeedsATrace) {
    show();
    key(Qt::Key_G, Qt::ControlModifier);
    EXPECT_FALSE(model().state()->goToOpen());
}

TEST_F(Navigation, ZeroShowsTheWholeTrace) {
    const Viewport whole = viewport();
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_F);
    key(Qt::Key_0);
    EXPECT_EQ(viewport().begin, whole.begin);
    EXPECT_EQ(viewport().nsPerPixel, whole.nsPerPixel);
}

TEST_F(Navigation, ReducedMotionIsThereAtOnceAndRemembered) {
    model().motion()->setChoice(MotionChoice::Reduced);
    QTest::keyClick(&window(), Qt::Key_W);
    EXPECT_FALSE(view().moving());
    model().motion()->setChoice(MotionChoice::Full);
    model().state()->run(Action::ZoomIn);  // a key would handle events: frames, in which it ends
    EXPECT_TRUE(view().moving());
    settle();
    EXPECT_EQ(MotionChoice().choice(), MotionChoice::Full);
    model().motion()->setChoice(MotionChoice::AsDesktop);
    model().motion()->setDesktopReduces(true);
    EXPECT_TRUE(timeline().reducedMotion());
}

TEST_F(Navigation, TheMarksAreExplained) {
    model().findings()->help()->setRule(QStringLiteral("overlays"));
    EXPECT_EQ(model().findings()->help()->name(), QStringLiteral("Overlays on the timeline"));
    EXPECT_TRUE(model().findings()->help()->page().contains(QLatin1String("hatch")));
    key(Qt::Key_Escape);
    EXPECT_EQ(model().findings()->help()->rule(), QString());
}

class GraphLaunch : public Navigation {
protected:
    void SetUp() override { showTrace("graph_small_after.json.zst"); }

    // A launch with several kernels.
    [[nodiscard]] SliceId launch() {
        const LaunchIndex& launches = session().trace()->session().indexes->launches;
        for (std::size_t at = 0; at < launches.launches().size(); ++at) {
            if (launches.activitiesAt(at).size() > 2) {
                return launches.launches()[at];
            }
        }
        ADD_FAILURE() << "no graph launch";
        return {};
    }
    [[nodiscard]] SliceId kernel(SliceId launch, std::size_t number) {
        const LaunchIndex& launches = session().trace()->session().indexes->launches;
        return trace().gpuActivities()[launches.activitiesOf(launch)[number].index()].slice;
    }
};

TEST_F(GraphLaunch, OffersItsKernels) {
    const SliceId from = launch();
    goTo(from);
    key(Qt::Key_BracketRight);
    FlowChoiceModel& choices = *timeline().flowChoices();
    ASSERT_TRUE(choices.isOpen());
    EXPECT_EQ(view().state().selected, from);
    EXPECT_EQ(choices.at(0), kernel(from, 0));
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    EXPECT_FALSE(choices.isOpen());
    EXPECT_EQ(view().state().selected, kernel(from, 1));
    EXPECT_TRUE(view().state().dimUnrelated);
    key(Qt::Key_BracketLeft);  // only one leads back
    EXPECT_EQ(view().state().selected, from);
}

TEST_F(GraphLaunch, TheChoiceCanBeLeft) {
    const SliceId from = launch();
    goTo(from);
    key(Qt::Key_BracketRight);
    key(Qt::Key_Escape);
    EXPECT_FALSE(timeline().flowChoices()->isOpen());
    EXPECT_EQ(view().state().selected, from);
    key(Qt::Key_BracketRight);
    click(inTimeline(600, 4));
    EXPECT_FALSE(timeline().flowChoices()->isOpen());
}

TEST(DesktopMotion, KnowsWhatDesktopsSay) {
    const auto said = [](const char* space, const char* key, const QVariant& value) {
        return requestsReducedMotion({{QLatin1String(space), {{QLatin1String(key), value}}}});
    };
    EXPECT_FALSE(requestsReducedMotion({}));
    EXPECT_TRUE(said("org.gnome.desktop.interface", "enable-animations", false));
    EXPECT_FALSE(said("org.gnome.desktop.interface", "enable-animations", true));
    EXPECT_TRUE(said("org.kde.kdeglobals.KDE", "AnimationDurationFactor", QStringLiteral("0")));
    EXPECT_FALSE(said("org.kde.kdeglobals.KDE", "AnimationDurationFactor", QStringLiteral("1.0")));
    EXPECT_TRUE(said("org.freedesktop.appearance", "reduced-motion", 1U));
}

}  // namespace
}  // namespace gaplight::ui
