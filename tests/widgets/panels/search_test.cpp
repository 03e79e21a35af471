// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class SearchTest : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] SearchModel& search() { return *model().search(); }
    void seek(const QString& text) {
        search().setText(text);
        ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
        settle();
    }
    [[nodiscard]] QQuickItem* field() {
        return window().findChild<QQuickItem*>(QStringLiteral("searchField"));
    }
    void type(const QString& text) {
        for (const QChar c : text) {
            QTest::keyClick(&window(), c.toLatin1());
        }
    }
};

TEST_F(SearchTest, IsTypedAndWalkedThroughByKeys) {
    key(Qt::Key_Slash);
    ASSERT_TRUE(field()->hasActiveFocus());
    type(QStringLiteral("memcpy"));
    EXPECT_EQ(search().text(), QStringLiteral("memcpy"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return search().count() > 1; }, 60'000));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
    const auto found = search().hits();
    const auto hits = found->byTime();
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, hits[0]);
    EXPECT_EQ(search().current(), 0);
    EXPECT_TRUE(field()->hasActiveFocus());
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, hits[1]);
    key(Qt::Key_Return, Qt::ShiftModifier);
    key(Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(view().state().selected, hits.back());  // round
    EXPECT_TRUE(search().status().contains(QStringLiteral(" of ")));
    // Outside the field as well.
    timeline().forceActiveFocus();
    key(Qt::Key_F3);
    EXPECT_EQ(view().state().selected, hits[0]);
    // The first Esc ends the search, the next one deselects.
    key(Qt::Key_Escape);
    EXPECT_TRUE(search().text().isEmpty());
    EXPECT_EQ(view().model().hits, nullptr);
    EXPECT_TRUE(view().state().selected.isValid());
    EXPECT_TRUE(timeline().hasActiveFocus());
    key(Qt::Key_Escape);
    EXPECT_FALSE(view().state().selected.isValid());
}

TEST_F(SearchTest, HitsAreListedAndDrawn) {
    seek(QStringLiteral("kernel"));
    ASSERT_GT(search().count(), 0);
    EXPECT_EQ(view().model().hits, search().hits().get());
    const auto slice = SliceId(search().value(0, "slice").toULongLong());
    EXPECT_EQ(search().value(0, "name").toString().toStdString(), trace().name(slice));
    EXPECT_FALSE(search().value(0, "track").toString().isEmpty());
    seek(QStringLiteral("nothing is called that"));
    EXPECT_EQ(search().count(), 0);
    EXPECT_EQ(search().status(), QStringLiteral("none"));
    key(Qt::Key_F3);  // leads nowhere
    EXPECT_FALSE(view().state().selected.isValid());
}

TEST_F(SearchTest, ShowsOnlyMatchesWhereThatIsWanted) {
    const std::size_t all = view().layout().visibleLanes().size();
    seek(QStringLiteral("memcpy"));
    EXPECT_EQ(view().layout().visibleLanes().size(), all);
    search().setOnlyHits(true);
    settle();
    EXPECT_TRUE(view().state().onlyHits);
    EXPECT_LT(view().layout().visibleLanes().size(), all);
    search().setText({});
    settle();
    EXPECT_EQ(view().layout().visibleLanes().size(), all);
}

TEST_F(SearchTest, AWrongExpressionSaysWhy) {
    search().setRegex(true);
    seek(QStringLiteral("mem(cpy"));
    EXPECT_TRUE(search().error().contains(QStringLiteral("expected `)`")));
    EXPECT_EQ(search().count(), 0);
    seek(QStringLiteral("^mem(cpy|set)"));
    EXPECT_TRUE(search().error().isEmpty());
    EXPECT_GT(search().count(), 0);
    search().setRegex(false);
    seek(QStringLiteral("^mem"));
    EXPECT_EQ(search().count(), 0);
}

TEST_F(SearchTest, KeysOfArgsAreReadWhenTheyAreAskedFor) {
    seek(QStringLiteral("registers per thread"));
    EXPECT_EQ(search().count(), 0);
    search().setArgKeys(true);
    seek(QStringLiteral("registers per"));
    std::size_t kernels = 0;
    for (const GpuActivity& activity : trace().gpuActivities()) {
        kernels += trace().kind(activity.slice) == SliceKind::Kernel ? 1 : 0;
    }
    EXPECT_EQ(static_cast<std::size_t>(search().count()), kernels);
    EXPECT_EQ(search().value(0, "key").toString(), QStringLiteral("registers per thread"));
    EXPECT_EQ(search().argsRead(), 1);
    // What matches by name says nothing of its args.
    seek(QStringLiteral("memcpy"));
    EXPECT_TRUE(search().value(0, "key").toString().isEmpty());
    // Another trace is read anew.
    seek(QStringLiteral("registers per"));
    openAndWait(QString::fromStdString(test::dataFile("flux_after_eager.json.zst")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 20'000));
    EXPECT_GT(search().count(), 0);
    search().setArgKeys(false);
    seek(QStringLiteral("registers per"));
    EXPECT_EQ(search().count(), 0);
}

TEST_F(SearchTest, AnotherTraceIsSearchedForTheSame) {
    seek(QStringLiteral("a"));
    const int before = search().count();
    openAndWait(QString::fromStdString(test::dataFile("wan_before_compile.json.zst")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
    EXPECT_NE(search().count(), before);
    EXPECT_EQ(view().model().hits, search().hits().get());
}

}  // namespace
}  // namespace gaplight::ui
