// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QImage>
#include <QQuickItem>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/widgets/support/example_list.h"
#include "widgets/render/display_list_view.h"
#include "widgets/render/window_glyphs.h"

namespace gaplight::ui {
namespace {

constexpr int kWidth = 300;
constexpr int kHeight = 40;  // of a view

TEST(WindowGlyphs, AreTheSameForAllItemsOfAWindow) {
    QQuickWindow window;
    QQuickWindow other;
    WindowGlyphs& glyphs = WindowGlyphs::of(window);
    EXPECT_EQ(&glyphs, &WindowGlyphs::of(window));
    EXPECT_NE(&glyphs, &WindowGlyphs::of(other));
    EXPECT_EQ(glyphs.cache(), glyphs.cache());
    std::weak_ptr<GlyphCache> used = glyphs.cache();
    EXPECT_TRUE(used.expired());  // its users hold it, and nobody else
}

TEST(WindowGlyphs, KeepAtMostOneCacheBesideThatInUse) {
    QQuickWindow window;
    WindowGlyphs& glyphs = WindowGlyphs::of(window);
    const QSignalSpy renewed(&glyphs, &WindowGlyphs::renewed);
    std::shared_ptr<GlyphCache> first = glyphs.cache();
    EXPECT_EQ(renewed.count(), 0);  // no item drew with another
    const std::shared_ptr<GlyphCache> second = glyphs.renewedCache();
    EXPECT_NE(second, first);
    EXPECT_EQ(glyphs.cache(), second);
    EXPECT_EQ(renewed.count(), 1);
    EXPECT_EQ(glyphs.renewedCache(), second);  // an item still draws with the first
    EXPECT_EQ(renewed.count(), 1);
    first.reset();
    EXPECT_NE(glyphs.renewedCache(), second);
    EXPECT_EQ(renewed.count(), 2);
}

DisplayList listOf(const std::string& text) {
    DisplayList list;
    list.clear(kWidth, kHeight);
    TextItem item;
    item.x = 5;
    item.baselineY = 20;
    item.color = Role::Text;
    list.addText(text, item);
    return list;
}

// The printable characters in as many colors as `alphas`, at each quarter of a pixel.
DisplayList colorfulList(int alphas) {
    DisplayList list;
    list.clear(kWidth, kHeight);
    for (int at = 0; at < 4 * alphas; ++at) {
        for (char letter = '!'; letter <= '~'; ++letter) {
            TextItem item;
            item.x = 5 + 0.25F * static_cast<float>(at % 4);
            item.baselineY = 20;
            item.alpha = static_cast<std::uint8_t>(255 - at / 4);
            list.addText(std::string(1, letter), item);
        }
    }
    return list;
}

// Two views in a window, one below the other.
class TwoViews : public ::testing::Test {
protected:
    TwoViews() {
        m_window.setColor(Qt::black);
        m_window.resize(kWidth, 2 * kHeight);
        for (int at = 0; at < 2; ++at) {
            m_views[at] = createDisplayListView(*m_window.contentItem());
            m_views[at]->item().setSize({kWidth, kHeight});
            m_views[at]->item().setY(at * kHeight);
        }
        m_window.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window, 60'000));
    }

    void show(int view, DisplayList list) {
        m_lists[view] = std::move(list);
        m_views[view]->show(&m_lists[view], std::make_shared<const Theme>(test::exampleTheme()));
    }
    // Of a view, as the window shows it after all requested updates.
    [[nodiscard]] QImage image(int view) {
        m_window.grabWindow();
        QCoreApplication::processEvents();
        const QImage all = m_window.grabWindow();
        return all.copy(0, view * all.height() / 2, all.width(), all.height() / 2);
    }
    bool hasNodes() const {
        return m_window.rendererInterface()->graphicsApi() != QSGRendererInterface::Software;
    }

    QQuickWindow m_window;
    std::unique_ptr<DisplayListView> m_views[2];
    DisplayList m_lists[2];
};

TEST_F(TwoViews, ShareAPageThatBothAddTo) {
    show(0, listOf("first"));
    const QImage first = image(0);
    show(1, listOf("zebra QUICK 0123456789"));
    const QImage second = image(1);
    EXPECT_EQ(image(0), first);
    show(0, listOf("zebra QUICK 0123456789"));
    EXPECT_EQ(image(0), second);
    const std::shared_ptr<GlyphCache> glyphs = WindowGlyphs::of(m_window).cache();
    EXPECT_EQ(glyphs.use_count(), hasNodes() ? 3 : 1);
}

TEST_F(TwoViews, AreBothDrawnAgainWhereTheAtlasIsFull) {
    show(0, listOf("first"));
    show(1, listOf("second"));
    const QImage first = image(0);
    std::shared_ptr<GlyphCache> glyphs = WindowGlyphs::of(m_window).cache();
    for (QRgb color = 0xff000000; glyphs->atlas().glyph(U'W', TextStyle::Title, color, 0);) {
        ++color;
    }
    const std::weak_ptr<GlyphCache> before = std::exchange(glyphs, nullptr);
    show(1, listOf("second µ"));
    const QImage second = image(1);
    EXPECT_EQ(image(0), first);
    EXPECT_TRUE(before.expired());
    show(0, listOf("second µ"));
    EXPECT_EQ(image(0), second);
    show(0, listOf("first"));
    EXPECT_EQ(image(0), first);
}

TEST_F(TwoViews, AreCompleteWhereOneFillsMoreThanAnAtlas) {
    show(1, listOf("first µ"));
    const QImage first = image(1);
    show(1, listOf("first"));
    constexpr int kMoreThanFit = 160;
    show(0, colorfulList(kMoreThanFit));
    EXPECT_NE(image(1), first);
    show(1, listOf("first µ"));
    EXPECT_EQ(image(1), first);
    if (hasNodes()) {
        const TextAtlas& atlas = WindowGlyphs::of(m_window).cache()->atlas();
        EXPECT_GT(atlas.pageCount(), TextAtlas::kPages);
        EXPECT_TRUE(atlas.image(0).isNull());  // only its texture is needed
        EXPECT_FALSE(atlas.image(atlas.pageCount() - 1).isNull());
    }
}

TEST_F(TwoViews, KeepNoGlyphsWhileHidden) {
    show(0, listOf("first"));
    show(1, listOf("second"));
    const QImage second = image(1);
    const std::shared_ptr<GlyphCache> glyphs = WindowGlyphs::of(m_window).cache();
    m_views[1]->item().setVisible(false);
    EXPECT_NE(image(1), second);
    EXPECT_EQ(glyphs.use_count(), hasNodes() ? 2 : 1);
    m_views[1]->item().setVisible(true);
    EXPECT_EQ(image(1), second);
}

}  // namespace
}  // namespace gaplight::ui
