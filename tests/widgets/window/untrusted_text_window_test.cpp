// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <QFile>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QTcpServer>

#include <sys/stat.h>

#include "tests/support/traces/trace_dsl.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/window/main_window.h"

namespace gaplight::ui {
namespace {

using test::kMs;

// An image at an address that this test would notice.
class UntrustedTextWindowTest : public WindowTest {
protected:
    UntrustedTextWindowTest() { EXPECT_TRUE(m_server.listen(QHostAddress::LocalHost)); }

    std::string address() const {
        return "http://127.0.0.1:" + std::to_string(m_server.serverPort()) + "/x.png";
    }
    // Whether anybody connects within a time that a local connection takes many times over.
    [[nodiscard]] bool isCalled() {
        return QTest::qWaitFor([this] { return m_server.hasPendingConnections(); }, 700);
    }

    // Opens a trace in which every name is `name`.
    void openTraceOf(const std::string& name) {
        const QString path = m_folder.filePath(QStringLiteral("hostile.json"));
        QFile file(path);
        ASSERT_TRUE(file.open(QFile::WriteOnly));
        const std::string text = jsonOf(name);
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        show();
        openAndWait(path);
    }

    QTcpServer m_server;
    QTemporaryDir m_folder;

private:
    static std::string jsonOf(const std::string& name) {
        test::TraceDsl trace;
        const auto host = trace.thread(name);
        const auto stream = trace.stream(0, 7);
        for (std::int64_t at = 0; at < 100 * kMs; at += 10 * kMs) {
            trace.annotation(host, {at, at + 9 * kMs}, name);
            trace.python(host, {at + 1, at + 9 * kMs - 1}, name + ".py(12): " + name);
            trace.op(host, {at + 2, at + 9 * kMs - 2}, name);
            trace.kernel(stream, {at + kMs, at + 3 * kMs},
                         trace.launch(host, {at + 10'000, at + 20'000}), name);
            trace.call(host, {at + 30'000, at + 5 * kMs}, "cudaStreamSynchronize");
        }
        trace.fact("deviceProperties", R"([{"id": 0, "name": ")" + name + R"(", "numSms": 1}])");
        return trace.json();
    }
};

void collectTexts(QQuickItem* item, QList<QQuickItem*>& texts) {
    if (item->inherits("QQuickText") || item->inherits("QQuickTextEdit")) {
        texts.append(item);
    }
    const QList<QQuickItem*> children = item->childItems();
    for (QQuickItem* child : children) {
        collectTexts(child, texts);
    }
}

TEST_F(UntrustedTextWindowTest, ANameLoadsNoImage) {
    openTraceOf("<img src='" + address() + "'>");
    EXPECT_FALSE(isCalled());
    for (const Qt::Key tab : {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6}) {
        key(tab, Qt::ControlModifier);
        settle();
    }
    goTo(SliceId(std::size_t{0}));
    EXPECT_FALSE(isCalled());
}

// A reader of the FIFO would hang the window.
TEST_F(UntrustedTextWindowTest, ANameOpensNoFile) {
    const std::string fifo = toStdString(m_folder.filePath(QStringLiteral("fifo.png")));
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    openTraceOf("<img src='file://" + fifo + "'>");
    goTo(SliceId(std::size_t{0}));
    EXPECT_EQ(session().state(), SessionObject::Ready);
}

TEST_F(UntrustedTextWindowTest, EveryTextIsPlain) {
    const std::string name = "<b>bold</b>";
    openTraceOf(name);
    goTo(SliceId(std::size_t{0}));
    QList<QQuickItem*> texts;
    collectTexts(window().contentItem(), texts);
    int shown = 0;
    for (QQuickItem* text : texts) {
        const QString words = text->property("text").toString();
        shown += words.contains(toQString(name)) ? 1 : 0;
        // Rich text that the program made: ProseText, in which names are escaped, and a help page;
        // and what an empty field shows, which is part of the program.
        // Items that are still being made have neither a text nor a format.
        const bool isOurs = words.isEmpty() || text->property("html").isValid() ||
                            words.startsWith(QLatin1String("<!DOCTYPE HTML")) ||
                            text->inherits("QQuickPlaceholderText");
        EXPECT_TRUE(isOurs || text->property("textFormat").toInt() == Qt::PlainText)
            << text->metaObject()->className() << " in "
            << text->parentItem()->metaObject()->className() << ": " << toStdString(words);
    }
    EXPECT_GT(shown, 3);
}

TEST_F(UntrustedTextWindowTest, QmlHasNoNetwork) {
    // QML reports the image that it did not get.
    const QtMessageHandler before = qInstallMessageHandler(nullptr);
    for (const bool refuses : {true, false}) {
        NetworkRefusal refusal;
        QQmlEngine engine;
        if (refuses) {
            engine.setNetworkAccessManagerFactory(&refusal);
        }
        QQmlComponent component(&engine);
        component.setData(
            "import QtQuick\nImage { source: '" + QByteArray::fromStdString(address()) + "' }", {});
        const std::unique_ptr<QObject> image(component.create());
        ASSERT_NE(image, nullptr) << toStdString(component.errorString());
        EXPECT_EQ(isCalled(), !refuses);
    }
    qInstallMessageHandler(before);
}

TEST(QtConvert, ShowsTextsInTheirOrder) {
    EXPECT_EQ(toQString("kernel\u202Egpj.exe\u2066"), QStringLiteral("kernel\uFFFDgpj.exe\uFFFD"));
    EXPECT_EQ(toQString("שלום\nµs"), QStringLiteral("שלום\nµs"));
}

}  // namespace
}  // namespace gaplight::ui
