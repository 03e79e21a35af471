// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QImage>
#include <QTest>
#include <QWindow>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class ResourceReleaseTest : public WindowTest {};

// What was given back is made again: meshes, glyphs and images of panes look the same.
TEST_F(ResourceReleaseTest, TheWindowLooksTheSameWhenItIsLeft) {
    showTrace("streams_overlap.json.zst");
    window().requestActivate();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window().isActive(); }));
    ASSERT_TRUE(comesToRest());
    const QImage before = window().grabWindow();
    QWindow other;
    other.resize(40, 40);
    other.show();
    other.requestActivate();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window().isActive(); }));
    ASSERT_TRUE(comesToRest());
    EXPECT_EQ(window().grabWindow(), before);
}

}  // namespace
}  // namespace gaplight::ui
