// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QByteArray>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <gtest/gtest.h>

#include "core/report/text/escaped_text.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/text_measure.h"
#include "tests/widgets/support/example_list.h"
#include "widgets/render/figure_file.h"
#include "widgets/render/qt_text_measure.h"

namespace gaplight::ui {
namespace {

using test::exampleList;
using test::exampleTheme;

QImage rasterized(const std::string& svg, const DisplayList& list) {
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    EXPECT_TRUE(renderer.isValid());
    QImage image(static_cast<int>(list.width), static_cast<int>(list.height), QImage::Format_RGB32);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

int differing(const QImage& a, const QImage& b, QRect within) {
    int count = 0;
    for (int y = within.top(); y <= within.bottom(); ++y) {
        for (int x = within.left(); x <= within.right(); ++x) {
            const QColor one = a.pixelColor(x, y);
            const QColor other = b.pixelColor(x, y);
            const int distance = std::abs(one.red() - other.red()) +
                                 std::abs(one.green() - other.green()) +
                                 std::abs(one.blue() - other.blue());
            count += distance > 120 ? 1 : 0;
        }
    }
    return count;
}

// The same list through the painter, as SVG and as PDF: what must be in each.
TEST(FigurePlayers, OneListGivesTheSameImage) {
    Figure figure;
    figure.list = exampleList();
    const TextFaces faces;
    const Result<QImage> painted = figureImage(figure.list, exampleTheme(), faces, 1);
    ASSERT_TRUE(painted) << painted.error().message;
    const std::string svg = svgText(figure, exampleTheme());
    const QImage drawn = rasterized(svg, figure.list);
    ASSERT_EQ(painted->size(), drawn.size());
    const int area = drawn.width() * drawn.height();
    // Texts and the edges of slanted lines differ, since Qt's SVG has rules of its own for them.
    EXPECT_LT(differing(*painted, drawn, drawn.rect()), area / 25);
    // Layers, alpha and clips do not.
    for (const QPoint at : {QPoint(5, 5), QPoint(30, 20), QPoint(50, 30), QPoint(110, 20),
                            QPoint(155, 15), QPoint(40, 60), QPoint(70, 60), QPoint(40, 80)}) {
        EXPECT_LE(differing(*painted, drawn, QRect(at, QSize(1, 1))), 0) << at.x() << "," << at.y();
    }

    const Result<QByteArray> pdf = figurePdf(figure.list, exampleTheme(), faces, 1, {"t", {"p"}});
    ASSERT_TRUE(pdf);
    EXPECT_TRUE(pdf->startsWith("%PDF-"));
    EXPECT_TRUE(pdf->contains("/FontFile"));
    EXPECT_FALSE(pdf->contains("/Subtype /Image"));
    for (const TextItem& text : figure.list.texts) {
        EXPECT_NE(svg.find(">" + xmlText(figure.list.text(text)) + "</text>"), std::string::npos);
    }
}

TEST(FigurePlayers, PngTellsWhereItComesFrom) {
    const TextFaces faces;
    const Result<QByteArray> png =
        figurePng(exampleList(), exampleTheme(), faces, 2, {"A title", {"a file", "a command"}});
    ASSERT_TRUE(png);
    const QImage image = QImage::fromData(*png, "PNG");
    EXPECT_EQ(image.size(), QSize(400, 240));
    EXPECT_EQ(image.text(QStringLiteral("Title")), QStringLiteral("A title"));
    EXPECT_EQ(image.text(QStringLiteral("Source")), QStringLiteral("a file"));
    EXPECT_EQ(image.text(QStringLiteral("Command")), QStringLiteral("a command"));
}

TEST(FigurePlayers, WhatIsTooLargeIsRefused) {
    DisplayList list;
    list.clear(30'000, 30'000);
    const TextFaces faces;
    EXPECT_EQ(figureImage(list, exampleTheme(), faces, 1).error().code, ErrorCode::BadArgument);
    EXPECT_EQ(figurePdf(list, exampleTheme(), faces, 1, {}).error().code, ErrorCode::BadArgument);
}

// Figures without a toolkit are laid out like those with one.
TEST(InterTextMeasure, AgreesWithTheInstalledFont) {
    const TextFaces faces;
    ASSERT_EQ(TextFaces::family(), QStringLiteral("Inter"));
    const QtTextMeasure installed(faces);
    const InterTextMeasure table;
    for (const char* text : {"The quick brown fox, 0123456789 (jumps) over_the::lazy<dog>?",
                             "5.36\u2009ms idle · host: _set_context …", "µ × – — ’ “” → ≤ ≥ ± é ß",
                             "!\"#$%&'*+,-./;=@[\\]^`{|}~"}) {
        for (const TextStyle style :
             {TextStyle::Label, TextStyle::Small, TextStyle::Bold, TextStyle::Title}) {
            EXPECT_NEAR(table.width(text, style), installed.width(text, style), 0.5) << text;
        }
    }
}

}  // namespace
}  // namespace gaplight::ui
