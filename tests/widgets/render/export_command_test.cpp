// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The command that an image of the window names makes the same image, byte for byte.
#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

constexpr int kCommandPatience = 120'000;

class ExportCommand : public WindowTest {
protected:
    [[nodiscard]] FigureExport& figure() { return *model().figure(); }
    QString inFolder(const QString& name) const { return m_folder.filePath(name); }

    // A copy of a recorded trace that has a folder of its own.
    QString copied(const QString& name) {
        const QString to = inFolder(name);
        EXPECT_TRUE(QFile::copy(QString::fromStdString(test::dataFile(name.toStdString())), to));
        return to;
    }
    void openFirst(const QString& name) {
        keepViewsIn(inFolder(QStringLiteral("kept")));
        show();
        openAndWait(copied(name));
        settle();
    }
    void openSecond(const QString& name) {
        model().comparison()->open(copied(name));
        ASSERT_TRUE(QTest::qWaitFor([&] { return model().comparison()->result() != nullptr; },
                                    kCommandPatience));
        settle();
    }
    void openPage() {
        key(Qt::Key_E, Qt::ControlModifier);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !figure().busy(); }, kCommandPatience));
        ASSERT_EQ(figure().problem(), QString());
        figure().setProperty("format", FigureExport::Svg);
    }
    QByteArray read(const QString& name) const {
        QFile file(inFolder(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray saved() {
        const QString path = inFolder(QStringLiteral("window.svg"));
        EXPECT_TRUE(QTest::qWaitFor([&] { return !figure().busy(); }, kCommandPatience));
        figure().save(QUrl::fromLocalFile(path));
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return !figure().busy() && figure().outcome().contains(path); },
                            kCommandPatience));
        EXPECT_FALSE(figure().failed()) << figure().outcome().toStdString();
        return read(QStringLiteral("window.svg"));
    }
    // The last line of what an image says of itself.
    static QString commandOf(const QByteArray& svg) {
        const QRegularExpression line(QStringLiteral("\n(gaplight export [^\n]*)</desc>"));
        QString text = line.match(QString::fromUtf8(svg)).captured(1);
        return text.replace(QLatin1String("&lt;"), QLatin1String("<"))
            .replace(QLatin1String("&gt;"), QLatin1String(">"))
            .replace(QLatin1String("&quot;"), QLatin1String("\""))
            .replace(QLatin1String("&amp;"), QLatin1String("&"));
    }
    // What a shell in the traces' folder makes of it.
    QByteArray remade(const QString& command) {
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QString programs = QFileInfo(QStringLiteral(GAPLIGHT_PROGRAM)).path();
        environment.insert(QStringLiteral("PATH"),
                           programs + u':' + environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), inFolder(QStringLiteral("none")));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), inFolder(QStringLiteral("none")));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(m_folder.path());
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), command});
        EXPECT_TRUE(shell.waitForFinished(kCommandPatience));
        EXPECT_EQ(shell.exitCode(), 0)
            << command.toStdString() << ": " << shell.readAllStandardError().toStdString();
        return read(QStringLiteral("figure.svg"));
    }
    void expectRemade(const std::vector<QString>& parts) {
        const QByteArray image = saved();
        const QString command = commandOf(image);
        for (const QString& part : parts) {
            EXPECT_TRUE(command.contains(part))
                << command.toStdString() << " without " << part.toStdString();
        }
        EXPECT_TRUE(remade(command) == image) << command.toStdString();
    }

private:
    QTemporaryDir m_folder;
};

TEST_F(ExportCommand, OfAViewWithAllThatThePageOffers) {
    openFirst(QStringLiteral("sync_large_before.json.zst"));
    const SliceId sync = sliceNamed("cudaDeviceSynchronize");
    ASSERT_TRUE(sync.isValid());
    goTo(sync);
    openPage();
    figure().setProperty("what", FigureExport::View);
    figure().setProperty("checklist", true);
    figure().setProperty("arrows", true);
    figure().setProperty("title", QStringLiteral("A \"title\" <of> it's own & $HOME"));
    figure().setProperty("caption", QStringLiteral("`caption`"));
    figure().setProperty("tracks", QStringLiteral("GPU 0*,*main*"));
    figure().setProperty("imageWidth", 800);
    figure().setProperty("dark", true);
    expectRemade({QStringLiteral("--select cudaDeviceSynchronize@"), QStringLiteral("--scale 2"),
                  QStringLiteral("--theme dark"), QStringLiteral("--title")});
}

TEST_F(ExportCommand, OfAStepAndOfAFinding) {
    openFirst(QStringLiteral("sync_large_before.json.zst"));
    openPage();
    figure().setProperty("what", FigureExport::Step);
    figure().advance(1);
    expectRemade({QStringLiteral("--range step:2")});
    figure().setProperty("what", FigureExport::Finding);
    figure().setProperty("imageHeight", 900);
    expectRemade({QStringLiteral("--finding 1"), QStringLiteral("x900")});
}

TEST_F(ExportCommand, OfChangesThatAreTicked) {
    openFirst(QStringLiteral("sync_large_before.json.zst"));
    WhatIfModel& whatIf = *model().whatIf();
    const auto activities = trace().gpuActivities();
    const auto found = std::find_if(activities.begin(), activities.end(), [&](const auto& one) {
        return trace().kind(one.slice) == SliceKind::Kernel;
    });
    ASSERT_NE(found, activities.end());
    const SliceId kernel = found->slice;
    whatIf.changes()->setTicked(0, true);  // of a finding
    whatIf.setSlice(static_cast<qint64>(kernel.index()));
    whatIf.addOffer(0);  // of one kernel
    whatIf.addOffer(3);  // of all of its name
    ASSERT_TRUE(whatIf.addText(QStringLiteral("scale:op:*:0.5")));
    whatIf.setPathShown(true);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return !whatIf.running() && whatIf.intervals(); }, kCommandPatience));
    EXPECT_EQ(whatIf.edits().size(), 4U) << whatIf.problem().toStdString();
    openPage();
    EXPECT_TRUE(figure().hasReplay());
    expectRemade({QStringLiteral("--what-if remove:finding:"),
                  QStringLiteral("--what-if remove:slice:"),
                  QStringLiteral("--what-if scale:kernel:="),
                  QStringLiteral("--what-if 'scale:op:*:0.5'"), QStringLiteral("--critical-path")});
    key(Qt::Key_Escape);
    whatIf.setGhostsShown(false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !whatIf.running(); }, kCommandPatience));
    openPage();
    expectRemade({QStringLiteral("--no-outlines")});
}

TEST_F(ExportCommand, OfTwoTracesWithTheNotesOfBoth) {
    QFile notes(inFolder(QStringLiteral("flux_after_cudagraph.json.zst.gaplight.json")));
    ASSERT_TRUE(notes.open(QFile::WriteOnly));
    notes.write(
        "{\"gaplight_view\": 1, \"notes\": [{\"begin_ns\": 3000000, \"end_ns\": "
        "4000000, \"text\": \"a note on B\", \"color\": \"red\"}]}");
    notes.close();
    openFirst(QStringLiteral("flux_after_eager.json.zst"));
    const Time begin = trace().range().begin;
    model().notes()->add({{begin + Duration(2'000'000), begin + Duration(5'000'000)},
                          {},
                          "a note on A",
                          NoteColor::Blue});
    model().notes()->save();
    openSecond(QStringLiteral("flux_after_cudagraph.json.zst"));
    openPage();
    EXPECT_TRUE(figure().hasNotes());
    figure().setProperty("what", FigureExport::View);
    const QByteArray both = saved();
    EXPECT_TRUE(both.contains("a note on A"));
    EXPECT_TRUE(both.contains("a note on B"));
    expectRemade({QStringLiteral("flux_after_cudagraph.json.zst"), QStringLiteral("notes")});
    figure().setProperty("ownScales", true);
    expectRemade({QStringLiteral("--own-scales")});
}

TEST_F(ExportCommand, OfTwoTracesInWhichThisIsThat) {
    openFirst(QStringLiteral("flux_after_eager.json.zst"));
    openSecond(QStringLiteral("flux_after_cudagraph.json.zst"));
    ComparisonObject& comparison = *model().comparison();
    const auto lastCopy = [](const Trace& of) {
        std::size_t last = 0;
        for (std::size_t at = 0; at < of.slices().size(); ++at) {
            last = of.name(SliceId(at)).starts_with("Memcpy") ? at : last;
        }
        return static_cast<qint64>(last);
    };
    comparison.pin(lastCopy(trace()), lastCopy(*comparison.result()->b->session().trace));
    ASSERT_TRUE(QTest::qWaitFor([&] { return comparison.result() != nullptr; }, kCommandPatience));
    settle();
    openPage();
    figure().setProperty("what", FigureExport::View);
    expectRemade({QStringLiteral("--pin 'slice:Memcpy")});
}

// With both runs the image has the first one's view; without, that of the run in focus.
TEST_F(ExportCommand, OfTheTraceInFocus) {
    openFirst(QStringLiteral("optimizer_fused.json.zst"));
    openSecond(QStringLiteral("flux_after_cudagraph.json.zst"));
    auto* second = window().findChild<TimelineItem*>(QStringLiteral("secondTimeline"));
    ASSERT_NE(second, nullptr);
    second->forceActiveFocus();
    second->goToSlice(static_cast<qint64>(second->view().model().trace->slices().size()) - 1);
    settle();
    openPage();
    EXPECT_TRUE(figure().hasOther());
    figure().setProperty("what", FigureExport::View);
    expectRemade({QStringLiteral("optimizer_fused.json.zst flux_after_cudagraph.json.zst")});
    figure().setProperty("compared", false);
    figure().setProperty("arrows", true);
    expectRemade({QStringLiteral("--select ")});
    EXPECT_TRUE(figure().suggestedName().startsWith(QStringLiteral("flux_after_cudagraph")));
    figure().setProperty("compared", true);
    figure().setProperty("what", FigureExport::Step);
    figure().advance(100);
    EXPECT_EQ(figure().property("step").toInt(), 6);
    figure().setProperty("compared", false);
    EXPECT_EQ(figure().property("step").toInt(), 4) << "the run in focus has fewer";
}

TEST_F(ExportCommand, NotesOfTheSecondTraceThatCannotBeReadAreSaid) {
    QFile notes(inFolder(QStringLiteral("flux_after_cudagraph.json.zst.gaplight.json")));
    ASSERT_TRUE(notes.open(QFile::WriteOnly));
    notes.write("{");
    notes.close();
    openFirst(QStringLiteral("flux_after_eager.json.zst"));
    openSecond(QStringLiteral("flux_after_cudagraph.json.zst"));
    openPage();
    EXPECT_TRUE(figure().failed());
    EXPECT_TRUE(figure().outcome().contains(QLatin1String("gaplight.json")));
    EXPECT_FALSE(figure().preview().isNull());
}

}  // namespace
}  // namespace gaplight::ui
