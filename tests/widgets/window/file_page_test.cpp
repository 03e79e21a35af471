// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The choice of a file where the desktop has no dialog: with the keyboard, with the mouse, and with
// nothing reaching the window behind it.
#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QQuickItem>
#include <QTemporaryDir>
#include <QTime>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_text.h"
#include "widgets/files/file_chooser.h"

namespace gaplight::ui {
namespace {

constexpr const char* kTrace = "streams_overlap.json.zst";

class FilePage : public WindowTest {
protected:
    void SetUp() override {
        ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("runs/older")));
        copy("first.json.zst", -200);
        copy("second.json.zst", -100);
        copy("runs/third.json.zst", 0);
        write("notes.txt", "no trace");
        write(".hidden.json", "[]");
    }
    QString at(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    // Written `seconds` from now.
    void copy(const char* name, int seconds) {
        ASSERT_TRUE(QFile::copy(QString::fromStdString(test::dataFile(kTrace)), at(name)));
        QFile file(at(name));
        ASSERT_TRUE(file.open(QFile::ReadWrite));
        ASSERT_TRUE(file.setFileTime(QDateTime::currentDateTime().addSecs(seconds),
                                     QFileDevice::FileModificationTime));
    }
    void write(const char* name, const char* text) {
        QFile file(at(name));
        ASSERT_TRUE(file.open(QFile::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] FileChooser& chooser() { return *model().files(); }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found == nullptr ? *window().contentItem() : *found;
    }
    void clickOn(const char* name) {
        const QQuickItem& target = item(name);
        click(target.mapToScene(QPointF(target.width() / 2, target.height() / 2)).toPoint());
    }
    void type(const QString& text) {
        for (const QChar letter : text) {
            QTest::keyClick(&window(), letter.toLatin1());
        }
        settle();
    }
    void waitForList() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !chooser().files()->loading(); }, kPatience));
        settle();
    }
    void waitForTrace(const char* name) {
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                return session().state() == SessionObject::Ready &&
                       session().fileName() == QLatin1String(name);
            },
            kPatience))
            << session().fileName().toStdString();
        settle();
    }
    // The page in the folder of the test, which the open trace lies in.
    void showPage() {
        show();
        openAndWait(at("first.json.zst"));
        key(Qt::Key_O, Qt::ControlModifier);
        ASSERT_TRUE(chooser().isOpen());
        waitForList();
    }
    [[nodiscard]] QStringList names() {
        QStringList all;
        for (const FileEntry& entry : chooser().files()->rows()) {
            all << (entry.isFolder ? entry.name + u'/' : entry.name);
        }
        return all;
    }
    [[nodiscard]] QString problem() { return item("fileProblem").property("text").toString(); }

    QTemporaryDir m_folder;
};

TEST_F(FilePage, BeginsInTheFolderOfTheTraceWithTheNewestTraces) {
    showPage();
    EXPECT_EQ(chooser().folder(), m_folder.path());
    EXPECT_EQ(names(), QStringList({QStringLiteral("second.json.zst"),
                                    QStringLiteral("first.json.zst"), QStringLiteral("runs/")}));
    clickOn("fileShowAll");
    EXPECT_EQ(names().back(), QStringLiteral("notes.txt"));
    type(QStringLiteral(".h"));
    EXPECT_EQ(names(), QStringList({QStringLiteral(".hidden.json")}));
}

TEST_F(FilePage, NotesBesideATraceAreNotATrace) {
    write("first.json.zst.gaplight.json", "{}");
    showPage();
    EXPECT_EQ(names(), QStringList({QStringLiteral("second.json.zst"),
                                    QStringLiteral("first.json.zst"), QStringLiteral("runs/")}));
    clickOn("fileShowAll");
    EXPECT_TRUE(names().contains(QStringLiteral("first.json.zst.gaplight.json")));
}

TEST_F(FilePage, IsShownByItsOwnKeysToo) {
    show();
    openAndWait(at("first.json.zst"));
    key(Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_TRUE(chooser().isOpen());
    EXPECT_FALSE(chooser().saves());
}

TEST_F(FilePage, NoKeyReachesTheWindowBehind) {
    showPage();
    const double scale = viewport().nsPerPixel;
    type(QStringLiteral("t/wqn?0"));
    EXPECT_EQ(chooser().text(), QStringLiteral("t/wqn?0"));
    for (const Qt::Key letter : {Qt::Key_F, Qt::Key_P, Qt::Key_E, Qt::Key_R, Qt::Key_Comma}) {
        key(letter, Qt::ControlModifier);
    }
    key(Qt::Key_F1);
    for (int stop = 0; stop < 8; ++stop) {
        key(Qt::Key_Tab);
        key(Qt::Key_T);
        const QQuickItem* focused = window().activeFocusItem();
        ASSERT_NE(focused, nullptr);
        bool isInside = false;
        for (const QQuickItem* up = focused; up != nullptr; up = up->parentItem()) {
            isInside = isInside || up->property("chooser").isValid();
        }
        EXPECT_TRUE(isInside) << focused->metaObject()->className();
    }
    EXPECT_TRUE(model().theme()->dark());
    EXPECT_TRUE(model().search()->text().isEmpty());
    EXPECT_FALSE(model().state()->settingsOpen() || model().state()->helpOpen() ||
                 model().state()->paletteOpen() || model().state()->exportOpen());
    EXPECT_EQ(viewport().nsPerPixel, scale);
    key(Qt::Key_Escape);
    EXPECT_FALSE(chooser().isOpen());
    key(Qt::Key_W);
    EXPECT_LT(viewport().nsPerPixel, scale);
}

TEST_F(FilePage, APathOnAnotherMachineIsOpened) {
    showPage();
    type(QStringLiteral("node7:runs/x.json"));
    key(Qt::Key_Return);
    EXPECT_FALSE(chooser().isOpen());
    EXPECT_EQ(session().path(), QStringLiteral("node7:runs/x.json"));
}

TEST_F(FilePage, OpensATraceByArrowsAndReturn) {
    showPage();
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    key(Qt::Key_Down);  // the folder
    key(Qt::Key_Return);
    waitForList();
    EXPECT_EQ(chooser().folder(), at("runs"));
    EXPECT_EQ(names(), QStringList({QStringLiteral("third.json.zst"), QStringLiteral("older/")}));
    key(Qt::Key_Backspace);
    waitForList();
    EXPECT_EQ(chooser().folder(), m_folder.path());
    key(Qt::Key_Up, Qt::AltModifier);
    waitForList();
    EXPECT_EQ(chooser().folder(), QFileInfo(m_folder.path()).path());
    type(m_folder.path() + QStringLiteral("/runs/"));
    waitForList();
    EXPECT_EQ(names().front(), QStringLiteral("third.json.zst"));
    key(Qt::Key_Down);
    QTest::keyClick(&window(), Qt::Key_Return);
    waitForTrace("third.json.zst");
    EXPECT_FALSE(chooser().isOpen());
}

TEST_F(FilePage, CompletesWhatIsTyped) {
    showPage();
    type(QStringLiteral("sec"));
    EXPECT_EQ(names(), QStringList({QStringLiteral("second.json.zst")}));
    key(Qt::Key_Tab);
    EXPECT_EQ(item("filePath").property("text").toString(), QStringLiteral("second.json.zst"));
    QTest::keyClick(&window(), Qt::Key_Return);
    waitForTrace("second.json.zst");
    key(Qt::Key_O, Qt::ControlModifier);
    waitForList();
    type(QStringLiteral("ru"));
    key(Qt::Key_Tab);
    EXPECT_EQ(chooser().text(), QStringLiteral("runs/"));
    waitForList();
    type(QStringLiteral("th"));
    key(Qt::Key_Tab);
    EXPECT_EQ(chooser().text(), QStringLiteral("runs/third.json.zst"));
}

TEST_F(FilePage, NamesWhatIsMissing) {
    showPage();
    key(Qt::Key_Return);
    EXPECT_TRUE(problem().contains(QStringLiteral("Type a path"))) << problem().toStdString();
    type(QStringLiteral("nothing.json"));
    EXPECT_EQ(problem(), QString());
    key(Qt::Key_Return);
    EXPECT_EQ(problem(), QStringLiteral("There is no file '%1'.").arg(at("nothing.json")));
    EXPECT_TRUE(chooser().isOpen());
}

TEST_F(FilePage, PreviewsTheSelectedFile) {
    showPage();
    const auto previewed = [this] { return item("filePreview").property("text").toString(); };
    key(Qt::Key_Down);
    ASSERT_TRUE(QTest::qWaitFor([&] { return previewed().contains(u'\n'); }, kPatience));
    const QString text = previewed();
    EXPECT_TRUE(text.startsWith(QStringLiteral("kineto-json in zstd\n"))) << text.toStdString();
    EXPECT_TRUE(text.contains(countText(trace().slices().size(), "slice", "slices")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("GPU 0: NVIDIA H200"))) << text.toStdString();
    clickOn("fileShowAll");
    type(QStringLiteral("notes"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return previewed().startsWith(QStringLiteral("not a trace")); }, kPatience))
        << previewed().toStdString();
    // One after the other, faster than they are read.
    chooser().setText({});
    for (int row = 0; row < 40; ++row) {
        chooser().setRow(row % 3);
    }
    key(Qt::Key_Escape);
    EXPECT_EQ(chooser().preview()->path(), QString());
}

TEST_F(FilePage, OpensWithADoubleClick) {
    showPage();
    const QQuickItem& list = item("fileList");
    const QPoint first = list.mapToScene(QPointF(60, 13)).toPoint();
    click(first);
    EXPECT_EQ(chooser().row(), 0);
    QTest::mouseDClick(&window(), Qt::LeftButton, Qt::NoModifier, first);
    waitForTrace("second.json.zst");
}

TEST_F(FilePage, ComparesWithATrace) {
    show();
    openAndWait(at("first.json.zst"));
    key(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_TRUE(chooser().isOpen());
    waitForList();
    EXPECT_EQ(item("fileAccept").property("text").toString(), QStringLiteral("Compare"));
    type(QStringLiteral("second"));
    QTest::keyClick(&window(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return model().second()->session()->state() == SessionObject::Ready; },
        kPatience));
    EXPECT_EQ(session().fileName(), QStringLiteral("first.json.zst"));
    settle();
}

TEST_F(FilePage, AsksBeforeItReplacesAFile) {
    show();
    openAndWait(at("first.json.zst"));
    write("image.png", "old");
    key(Qt::Key_E, Qt::ControlModifier);
    clickOn("saveImage");
    ASSERT_TRUE(chooser().isOpen());
    waitForList();
    EXPECT_EQ(names(), QStringList({QStringLiteral("image.png"), QStringLiteral("runs/")}));
    EXPECT_EQ(chooser().text(), QStringLiteral("timeline.png"));
    type(QStringLiteral("image"));
    key(Qt::Key_Return);
    EXPECT_EQ(problem(), QStringLiteral("'image.png' exists."));
    key(Qt::Key_Escape);  // the question only
    ASSERT_TRUE(chooser().isOpen());
    EXPECT_EQ(problem(), QString());
    key(Qt::Key_Return);
    ASSERT_TRUE(item("fileReplace").isVisible());
    EXPECT_EQ(QFileInfo(at("image.png")).size(), 3);
    clickOn("fileReplace");
    EXPECT_FALSE(chooser().isOpen());
    EXPECT_TRUE(model().state()->exportOpen());
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return QFileInfo(at("image.png")).size() > 100; }, kPatience));
    clickOn("saveImage");
    waitForList();
    key(Qt::Key_A, Qt::ControlModifier);
    type(QStringLiteral("nowhere/image.png"));
    key(Qt::Key_Return);
    EXPECT_EQ(problem(), QStringLiteral("There is no folder '%1'.").arg(at("nowhere")));
    key(Qt::Key_Escape);
    key(Qt::Key_Escape);
}

TEST_F(FilePage, TheWindowActsOnNoKeyBehindADesktopDialog) {
    show();
    openAndWait(at("first.json.zst"));
    const QQuickItem* focused = window().activeFocusItem();
    chooser().setDesktopOpen(true);
    key(Qt::Key_T);
    key(Qt::Key_Slash);
    EXPECT_TRUE(model().theme()->dark());
    EXPECT_EQ(window().activeFocusItem(), focused);
    chooser().setDesktopOpen(false);
    key(Qt::Key_T);
    EXPECT_FALSE(model().theme()->dark());
    key(Qt::Key_T);
}

TEST_F(FilePage, OpensWhatIsTypedFromAnotherMachine) {
    showPage();
    type(QStringLiteral("node:runs/x.json"));
    key(Qt::Key_Return);
    EXPECT_FALSE(chooser().isOpen());
    EXPECT_EQ(session().path(), QStringLiteral("node:runs/x.json"));
    // The opener of this test knows no other machines.
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return session().state() == SessionObject::Failed; }, kPatience));
    EXPECT_TRUE(session().errorText().contains(QStringLiteral("'node:runs/x.json'")))
        << session().errorText().toStdString();
}

// Three actions: Ctrl+O, all files of the folder (Ctrl+A in a dialog), Open. What the desktop's
// dialog does by itself is not tried.
TEST_F(FilePage, SeveralFilesOfADesktopDialogAreOpenedTogether) {
    show();
    FileChooser& files = chooser();
    QList<QUrl> urls;
    for (int rank = 0; rank < 4; ++rank) {
        urls << QUrl::fromLocalFile(QString::fromStdString(
            test::dataFile("ranks/ddp_slow_host_rank2/rank" + std::to_string(rank) + ".json.zst")));
    }
    EXPECT_TRUE(files.takesSeveral());
    files.acceptUrls(urls);
    ASSERT_TRUE(QTest::qWaitFor([this] { return model().ranks()->count() == 4; }, kPatience));
    files.acceptUrls(
        {QUrl::fromLocalFile(at("first.json.zst")), QUrl::fromLocalFile(at("second.json.zst"))});
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return model().comparison()->active() && session().state() == SessionObject::Ready &&
                   model().second()->session()->state() == SessionObject::Ready;
        },
        kPatience));
    files.acceptUrls({QUrl::fromLocalFile(at("second.json.zst"))});
    waitForTrace("second.json.zst");
}

// A dialog of files cannot choose a folder: there is one of folders.
TEST_F(FilePage, AFolderOfADesktopDialogIsASetOfRanks) {
    show();
    int dialogs = 0;
    FileChooser desktop([this] { return m_folder.path(); }, true);
    QObject::connect(&desktop, &FileChooser::desktopFolderRequested, [&] { ++dialogs; });
    desktop.beginFolder();
    EXPECT_EQ(dialogs, 1);
    EXPECT_FALSE(desktop.isOpen());
    chooser().acceptUrls(
        {QUrl::fromLocalFile(QString::fromStdString(test::dataFile("ranks/ddp_slow_host_rank2")))});
    ASSERT_TRUE(QTest::qWaitFor([this] { return model().ranks()->count() == 4; }, kPatience));
    // Without a desktop's dialog the page offers the ranks.
    chooser().beginFolder();
    EXPECT_TRUE(chooser().isOpen());
    waitForList();
    EXPECT_EQ(chooser().rankOffers(),
              QStringList(QStringLiteral("4 ranks of one run here: open them all")));
}

TEST_F(FilePage, ATypedPathNeedsNoDesktopDialog) {
    FileChooser chooser([this] { return m_folder.path(); }, true);
    int dialogs = 0;
    int pages = 0;
    QString chosen;
    QObject::connect(&chooser, &FileChooser::desktopRequested, [&] { ++dialogs; });
    QObject::connect(&chooser, &FileChooser::openChanged, [&] { pages += chooser.isOpen(); });
    QObject::connect(&chooser, &FileChooser::chosen,
                     [&](FileChooser::Purpose, const QString& path) { chosen = path; });
    chooser.begin(FileChooser::OpenTrace);
    EXPECT_EQ(std::pair(dialogs, pages), std::pair(1, 0));
    chooser.beginTyped(FileChooser::OpenTrace);
    EXPECT_EQ(std::pair(dialogs, pages), std::pair(1, 1));
    chooser.setText(QStringLiteral("me@node:x.json"));
    chooser.accept();
    EXPECT_EQ(chosen, QStringLiteral("me@node:x.json"));
    EXPECT_FALSE(chooser.isOpen());
}

TEST_F(FilePage, KnowsTheThemesThatHaveADialog) {
    const std::string folder = "/usr/lib/x86_64-linux-gnu/qt6/plugins/platformthemes/";
    EXPECT_TRUE(isThemeWithFileDialog(folder + "libqgtk3.so"));
    EXPECT_TRUE(isThemeWithFileDialog(folder + "libqxdgdesktopportal.so"));
    EXPECT_TRUE(isThemeWithFileDialog(folder + "KDEPlasmaPlatformTheme6.so"));
    EXPECT_FALSE(isThemeWithFileDialog(folder + "libqt6ct.so"));
    EXPECT_FALSE(isThemeWithFileDialog("/usr/lib/libqgtk3.so"));
    EXPECT_FALSE(loadedLibraries().empty());
}

class RanksPage : public FilePage {
protected:
    void SetUp() override {
        // Each written a second after the next one by name, in one minute.
        const int second = QTime::currentTime().second();
        int later = 3 - second;
        for (const char* name :
             {"run_rank0.json.zst", "run_rank1.json.zst", "run_rank10.json.zst"}) {
            copy(name, --later);
        }
        copy("other.json.zst", -100);
    }
    QStringList chosen;
};

// Ctrl+O, Return: the ranks of the folder, by number.
TEST_F(RanksPage, AFolderOfRanksIsOpenedWithReturn) {
    showTrace(kTrace);
    QObject::connect(&chooser(), &FileChooser::ranksChosen, &chooser(),
                     [this](const QStringList& paths) { chosen = paths; });
    chooser().keepOwnPage();
    chooser().beginTyped(FileChooser::OpenTrace);
    chooser().setText(m_folder.path() + u'/');
    waitForList();
    EXPECT_EQ(chooser().rankOffers(),
              QStringList(QStringLiteral("3 ranks of one run here: open them all")));
    EXPECT_FALSE(item("fileOtherRanks").isVisible());
    clickOn("fileRanks");
    ASSERT_EQ(chosen.size(), 3);
    EXPECT_TRUE(chosen[1].endsWith(QStringLiteral("run_rank1.json.zst")));
    EXPECT_TRUE(chosen[2].endsWith(QStringLiteral("run_rank10.json.zst")));
    EXPECT_FALSE(chooser().isOpen());
}

// Ctrl+O, the path of their folder, Return; its list may still be read.
TEST_F(RanksPage, ATypedFolderOfRanksIsOpenedWithReturn) {
    showTrace(kTrace);
    QObject::connect(&chooser(), &FileChooser::ranksChosen, &chooser(),
                     [this](const QStringList& paths) { chosen = paths; });
    key(Qt::Key_O, Qt::ControlModifier);
    ASSERT_TRUE(chooser().isOpen());
    for (const QChar letter : m_folder.path() + u'/') {
        QTest::keyClick(&window(), letter.toLatin1());
    }
    EXPECT_NE(chooser().folder(), m_folder.path());
    EXPECT_EQ(item("fileFolder").property("text").toString(), m_folder.path());
    QTest::keyClick(&window(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !chosen.isEmpty(); }, kPatience));
    EXPECT_EQ(chosen.size(), 3);
    EXPECT_FALSE(chooser().isOpen());
}

// The same where there are none, and where what is typed is not what is listed.
TEST_F(RanksPage, AnotherFolderIsEntered) {
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("empty")));
    showTrace(kTrace);
    chooser().keepOwnPage();
    chooser().beginTyped(FileChooser::OpenTrace);
    chooser().setText(at("empty") + u'/');
    chooser().accept();
    ASSERT_TRUE(QTest::qWaitFor([this] { return chooser().text().isEmpty(); }, kPatience));
    EXPECT_EQ(chooser().folder(), at("empty"));
    chooser().setText(m_folder.path());
    waitForList();
    chooser().accept();
    EXPECT_TRUE(chooser().isOpen());
    EXPECT_EQ(chooser().folder(), m_folder.path());
}

TEST_F(RanksPage, EachOfSeveralSetsIsOffered) {
    for (const char* name : {"ddp_even_rank0.json.zst", "ddp_even_rank1.json.zst"}) {
        copy(name, -100);
    }
    showTrace(kTrace);
    QObject::connect(&chooser(), &FileChooser::ranksChosen, &chooser(),
                     [this](const QStringList& paths) { chosen = paths; });
    chooser().keepOwnPage();
    chooser().beginTyped(FileChooser::OpenTrace);
    chooser().setText(m_folder.path() + u'/');
    waitForList();
    EXPECT_EQ(chooser().rankOffers(),
              QStringList({QStringLiteral("3 ranks of run_rank#: open them all"),
                           QStringLiteral("2 ranks of ddp_even_rank#: open them all")}));
    ASSERT_TRUE(item("fileOtherRanks").isVisible());
    clickOn("fileOtherRanks");
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 2);
    EXPECT_TRUE(chosen[0].endsWith(QStringLiteral("ddp_even_rank0.json.zst")));
}

// Files of one minute are in the order of their names; a click with Shift marks those between.
TEST_F(RanksPage, AShiftClickMarksTheFilesBetween) {
    showTrace(kTrace);
    chooser().keepOwnPage();
    chooser().beginTyped(FileChooser::OpenTrace);
    chooser().setText(m_folder.path() + u'/');
    waitForList();
    const QStringList byName{
        QStringLiteral("run_rank0.json.zst"), QStringLiteral("run_rank1.json.zst"),
        QStringLiteral("run_rank10.json.zst"), QStringLiteral("other.json.zst")};
    EXPECT_EQ(names(), byName);
    const QQuickItem& list = item("fileList");
    const auto at = [&](int row) { return list.mapToScene(QPointF(60, 13 + 26 * row)).toPoint(); };
    click(at(0));
    EXPECT_TRUE(chooser().marked().isEmpty());
    QTest::mouseClick(&window(), Qt::LeftButton, Qt::ShiftModifier, at(2));
    EXPECT_EQ(chooser().marked(), byName.mid(0, 3));
    QTest::mouseClick(&window(), Qt::LeftButton, Qt::ControlModifier, at(1));
    EXPECT_EQ(chooser().marked().size(), 2);
    click(at(1));
    EXPECT_TRUE(chooser().marked().isEmpty());
}

TEST_F(RanksPage, FilesAreMarkedWithShift) {
    showTrace(kTrace);
    QObject::connect(&chooser(), &FileChooser::ranksChosen, &chooser(),
                     [this](const QStringList& paths) { chosen = paths; });
    chooser().keepOwnPage();
    chooser().beginTyped(FileChooser::OpenTrace);
    chooser().setText(m_folder.path() + u'/');
    waitForList();
    key(Qt::Key_Down);
    key(Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(chooser().marked().size(), 2);
    EXPECT_TRUE(item("fileCompare").isVisible());
    key(Qt::Key_Return);
    EXPECT_EQ(chosen.size(), 2);
}

// However it was opened: the file of one rank offers those beside it, that of one process does not.
TEST_F(RanksPage, ARankOffersThoseBesideIt) {
    const QString folder = QString::fromStdString(test::dataFile("ranks/tp_decode"));
    show();
    openAndWait(at("run_rank0.json.zst"));
    EXPECT_FALSE(item("besideOffer").isVisible());  // its run has one rank, whatever its name
    openAndWait(folder + QStringLiteral("/rank1.json.zst"));
    ASSERT_TRUE(item("besideOffer").isVisible());
    EXPECT_EQ(item("besideOffer").property("text").toString().toStdString(),
              "This is one of 4 ranks in its folder");
    // A line of its own, over no track.
    const auto top = [](QQuickItem& one) { return one.mapToScene(QPointF()).y(); };
    EXPECT_LE(top(timeline()) + timeline().height(), top(item("besideOffer")));
    EXPECT_LE(top(item("besideOffer")) + item("besideOffer").height(), top(item("drawer")));
    clickOn("besideOfferClose");
    EXPECT_FALSE(item("besideOffer").isVisible());
    openAndWait(folder + QStringLiteral("/rank2.json.zst"));
    clickOn("besideOfferAction");
    RankSetObject& ranks = *model().ranks();
    ASSERT_TRUE(QTest::qWaitFor([&] { return ranks.current() >= 0; }, kPatience));
    settle();
    EXPECT_FALSE(item("besideOffer").isVisible());
    openAndWait(at("other.json.zst"));
    EXPECT_FALSE(item("besideOffer").isVisible());
}

}  // namespace
}  // namespace gaplight::ui
