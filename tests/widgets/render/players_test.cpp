// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <QImage>
#include <QPainter>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/widgets/support/example_list.h"
#include "widgets/render/display_list_view.h"
#include "widgets/render/painter_player.h"

namespace gaplight::ui {
namespace {

using test::exampleList;
using test::exampleTheme;
using test::kExampleHeight;
using test::kExampleWidth;

QImage paintedImage(double ratio, const DisplayList& list = exampleList()) {
    QImage image(QSizeF(kExampleWidth * ratio, kExampleHeight * ratio).toSize(),
                 QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    paintDisplayList(list, exampleTheme(), TextFaces(), painter);
    return image;
}

// What a window shows of `list`: scene graph nodes, or the QPainter item where the window has no
// graphics API.
QImage windowImage(const DisplayList& list = exampleList()) {
    QQuickWindow window;
    window.setColor(Qt::magenta);
    window.resize(static_cast<int>(kExampleWidth), static_cast<int>(kExampleHeight));
    const std::unique_ptr<DisplayListView> view = createDisplayListView(*window.contentItem());
    view->item().setSize({kExampleWidth, kExampleHeight});
    view->show(&list, std::make_shared<const Theme>(exampleTheme()));
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window, 60'000));
    QImage grabbed = window.grabWindow().convertToFormat(QImage::Format_RGB32);
    return grabbed;
}

QColor colorAt(const QImage& image, double x, double y) {
    const double ratio = image.devicePixelRatio();
    return image.pixelColor(static_cast<int>(x * ratio), static_cast<int>(y * ratio));
}

// Bounds, in logical pixels, of everything that looks like `color` inside `within`.
QRect boundsOf(const QImage& image, QColor color, QRect within) {
    const int ratio = static_cast<int>(image.devicePixelRatio());
    QRect bounds;
    for (int y = within.top() * ratio; y <= within.bottom() * ratio; ++y) {
        for (int x = within.left() * ratio; x <= within.right() * ratio; ++x) {
            const QColor pixel = image.pixelColor(x, y);
            const int distance = std::abs(pixel.red() - color.red()) +
                                 std::abs(pixel.green() - color.green()) +
                                 std::abs(pixel.blue() - color.blue());
            if (distance < 60) {
                bounds |= QRect(x / ratio, y / ratio, 1, 1);
            }
        }
    }
    return bounds;
}

int brightPixels(const QImage& image, QRect within) {
    int count = 0;
    for (int y = within.top(); y <= within.bottom(); ++y) {
        for (int x = within.left(); x <= within.right(); ++x) {
            count += image.pixelColor(x, y).lightness() > 120 ? 1 : 0;
        }
    }
    return count;
}

void expectExample(const QImage& image) {
    const QColor background(16, 16, 16);
    EXPECT_EQ(colorAt(image, 5, 5), background);
    // Layers: the later one covers, whatever the order in the list.
    EXPECT_EQ(colorAt(image, 30, 20), QColor(255, 0, 0));
    EXPECT_EQ(colorAt(image, 50, 30), QColor(0, 0, 255));
    // The clip cuts all four sides.
    EXPECT_EQ(boundsOf(image, QColor(0, 255, 255), QRect(0, 36, 78, 50)), QRect(20, 50, 40, 20));
    // Alpha is blended once.
    EXPECT_NEAR(colorAt(image, 110, 20).red(), 136, 3);
    EXPECT_NEAR(colorAt(image, 110, 20).green(), 8, 3);
    // The hatch stays in its box and leaves some of it free.
    const QRect hatch = boundsOf(image, QColor(0, 255, 0), QRect(70, 40, 55, 45));
    EXPECT_TRUE(QRect(80, 50, 40, 30).contains(hatch));
    EXPECT_GE(hatch.width(), 36);
    EXPECT_GE(hatch.height(), 26);
    EXPECT_NE(boundsOf(image, background, QRect(85, 55, 30, 20)), QRect());
    // The slanted line and the polygon.
    EXPECT_EQ(colorAt(image, 155, 65), QColor(255, 255, 0));
    EXPECT_EQ(colorAt(image, 155, 20), QColor(255, 255, 0));
    EXPECT_EQ(colorAt(image, 141, 27), background);
    EXPECT_GT(brightPixels(image, QRect(12, 90, 110, 14)), 60);
}

TEST(PainterPlayer, ShowsEveryKindOfItem) {
    expectExample(paintedImage(1));
}

TEST(PainterPlayer, ScalesWithTheDevicePixelRatio) {
    const QImage image = paintedImage(2);
    EXPECT_EQ(image.width(), 400);
    EXPECT_EQ(boundsOf(image, QColor(0, 255, 255), QRect(0, 36, 78, 50)), QRect(20, 50, 40, 20));
    EXPECT_EQ(colorAt(image, 155, 20), QColor(255, 255, 0));
}

TEST(WindowImage, ShowsEveryKindOfItem) {
    expectExample(windowImage());
}

// Pixel by pixel: only edges that are antialiased, and glyphs, may differ a little.
TEST(WindowImage, LooksAsThePaintedOne) {
    const QImage window = windowImage();
    const QImage painted = paintedImage(1);
    ASSERT_EQ(window.size(), painted.size());
    int different = 0;
    for (int y = 0; y < painted.height(); ++y) {
        for (int x = 0; x < painted.width(); ++x) {
            const QColor a = window.pixelColor(x, y);
            const QColor b = painted.pixelColor(x, y);
            const int most = std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()),
                                       std::abs(a.blue() - b.blue())});
            different += most > 90 ? 1 : 0;
        }
    }
    EXPECT_LT(different, 60) << "of " << painted.width() * painted.height() << " pixels";
}

// Rows of short boxes: with gaps, cut by a clip, translucent, over and under other boxes.
DisplayList shortBoxes() {
    DisplayList list;
    list.clear(kExampleWidth, kExampleHeight);
    list.rects.push_back({{0, 0, kExampleWidth, kExampleHeight}, Role::Background});
    const ClipIndex clip = list.addClip({10, 0, 100, kExampleHeight});
    for (int row = 0; row < 4; ++row) {
        const auto y = static_cast<float>(10 + row * 12);
        list.rects.push_back({{40, 30, 30, 15}, Role::SelectionOutline, 255, Layer::Slices});
        for (int at = 0; at < 150; at += at % 7 == 3 ? 3 : 1) {
            RectItem item{{static_cast<float>(at), y, 1, 10}, Role::Accent, 255, Layer::Slices};
            item.color = at % 2 == 0 ? ColorRef(Role::Accent) : ColorRef::hue(200);
            item.alpha = row == 1 ? 128 : 255;
            item.clip = row == 2 ? clip : ClipIndex(0);
            list.rects.push_back(item);
        }
    }
    list.rects.push_back({{20, 5, 4, 60}, Role::SelectionOutline, 255, Layer::Slices});
    return list;
}

TEST(WindowImage, ShowsShortBoxesAsThePaintedOne) {
    const DisplayList list = shortBoxes();
    const QImage window = windowImage(list);
    const QImage painted = paintedImage(1, list);
    ASSERT_EQ(window.size(), painted.size());
    for (int y = 0; y < painted.height(); ++y) {
        for (int x = 0; x < painted.width(); ++x) {
            const QColor a = window.pixelColor(x, y);
            const QColor b = painted.pixelColor(x, y);
            const int most = std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()),
                                       std::abs(a.blue() - b.blue())});
            ASSERT_LE(most, 2) << x << ", " << y;
        }
    }
}

}  // namespace
}  // namespace gaplight::ui
