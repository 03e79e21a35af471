// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The item that receives the keys: after a page has closed, after Ctrl+F, and with Return.
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

constexpr const char* kSmallTrace = "streams_overlap.json.zst";

class KeyboardFocus : public WindowTest {
protected:
    void type(const char* text) {
        for (const char* at = text; *at != 0; ++at) {
            QTest::keyClick(&window(), *at);
        }
        settle();
    }
    // Below `root`; items of a Repeater are no children of another kind.
    [[nodiscard]] static QQuickItem* find(QQuickItem& root, const char* name) {
        if (root.objectName() == QLatin1String(name)) {
            return &root;
        }
        for (QQuickItem* child : root.childItems()) {
            if (QQuickItem* found = find(*child, name)) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QQuickItem& item(const char* name) {
        QQuickItem* found = find(*window().contentItem(), name);
        EXPECT_NE(found, nullptr) << name;
        return found == nullptr ? *window().contentItem() : *found;
    }
    [[nodiscard]] WindowState& state() { return *model().state(); }
    void openPalette() { key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier); }
};

// A page over the timeline: the key that opens it, and whether it is open.
struct SheetKey {
    Qt::Key key;
    Qt::KeyboardModifiers modifiers;
    bool (WindowState::*isOpen)() const;
};

TEST_F(KeyboardFocus, ReturnsToTheSheetBelowAPanel) {
    showTrace(kSmallTrace);
    for (const SheetKey& sheet :
         {SheetKey{Qt::Key_Comma, Qt::ControlModifier, &WindowState::settingsOpen},
          SheetKey{Qt::Key_R, Qt::ControlModifier, &WindowState::recordOpen},
          SheetKey{Qt::Key_E, Qt::ControlModifier, &WindowState::exportOpen},
          SheetKey{Qt::Key_Question, Qt::ShiftModifier, &WindowState::helpOpen}}) {
        key(sheet.key, sheet.modifiers);
        ASSERT_TRUE((state().*sheet.isOpen)());
        openPalette();
        ASSERT_TRUE(state().paletteOpen());
        key(Qt::Key_Escape);
        EXPECT_FALSE(state().paletteOpen());
        ASSERT_NE(window().activeFocusItem(), nullptr);
        EXPECT_TRUE(window().activeFocusItem()->isVisible());
        openPalette();
        EXPECT_TRUE(state().paletteOpen());
        key(Qt::Key_Escape);
        EXPECT_TRUE((state().*sheet.isOpen)());
        key(Qt::Key_Escape);
        EXPECT_FALSE((state().*sheet.isOpen)()) << sheet.key;
        const double scale = viewport().nsPerPixel;
        key(Qt::Key_W);
        EXPECT_LT(viewport().nsPerPixel, scale);
        key(Qt::Key_0);
    }
}

TEST_F(KeyboardFocus, ReturnsToTheFieldOfASheet) {
    showTrace(kSmallTrace);
    key(Qt::Key_Comma, Qt::ControlModifier);
    QQuickItem& button = item("textSize130");
    button.forceActiveFocus(Qt::TabFocusReason);
    openPalette();
    key(Qt::Key_Escape);
    EXPECT_TRUE(button.hasActiveFocus());
}

TEST_F(KeyboardFocus, CtrlFOpensTheSearch) {
    showTrace(kSmallTrace);
    for (int round = 0; round < 2; ++round) {
        timeline().forceActiveFocus();
        key(Qt::Key_F, Qt::ControlModifier);
        EXPECT_TRUE(item("searchField").hasActiveFocus());
        type("linear");  // the text before was selected
        EXPECT_EQ(model().search()->text(), QStringLiteral("linear"));
    }
    EXPECT_FALSE(view().state().selectedRange);
}

TEST_F(KeyboardFocus, ReturnPressesAFocusedButton) {
    showTrace(kSmallTrace);
    key(Qt::Key_Comma, Qt::ControlModifier);
    const double scale = model().theme()->scale();
    item("textSize130").forceActiveFocus(Qt::TabFocusReason);
    key(Qt::Key_Return);
    EXPECT_DOUBLE_EQ(model().theme()->scale(), 1.3);
    item("textSize80").forceActiveFocus(Qt::TabFocusReason);
    key(Qt::Key_Enter, Qt::KeypadModifier);
    EXPECT_DOUBLE_EQ(model().theme()->scale(), 0.8);
    model().theme()->setScale(scale);
}

TEST_F(KeyboardFocus, ReturnOpensARecentFile) {
    showTrace(kSmallTrace);
    close();
    show();
    QQuickItem* recent = nullptr;
    for (int stop = 0; stop < 10 && recent == nullptr; ++stop) {
        key(Qt::Key_Tab);
        QQuickItem* at = window().activeFocusItem();
        recent = at != nullptr && at->property("folder").isValid() ? at : nullptr;
    }
    ASSERT_NE(recent, nullptr);
    QTest::keyClick(&window(), Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor([&] { return session().state() == SessionObject::Ready; }, 60'000));
}

}  // namespace
}  // namespace gaplight::ui
