// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Lines of Python sources in an editor: which file, which command, and that names of a trace stay
// names.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QQuickItem>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/files/source_editor.h"

namespace gaplight::ui {
namespace {

QString findEverything(const QString& name) {
    return QStringLiteral("/bin/") + name;
}

TEST(SourceLine, IsFileAndLine) {
    const auto line = sourceLineOf(QStringLiteral("a b/c:d.py:12"));
    ASSERT_TRUE(line);
    EXPECT_EQ(line->file, QStringLiteral("a b/c:d.py"));
    EXPECT_EQ(line->line, 12);
    for (const char* text : {"", "a.py", "a.py:", "a.py:x", "a.desktop:3", "<frozen>:3", ":3",
                             "a\n.py:3", "a\x1b[m.py:1"}) {
        EXPECT_FALSE(sourceLineOf(QString::fromUtf8(text))) << text;
    }
}

class SourceSearch : public ::testing::Test {
protected:
    QString make(const QString& name) {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        EXPECT_TRUE(file.open(QFile::WriteOnly));
        file.write("pass\n");
        return path;
    }
    QTemporaryDir m_folder;
};

TEST_F(SourceSearch, FindsFilesOfFoldersAndOfOtherMachines) {
    const QString path = make(QStringLiteral("src/pkg/models/x.py"));
    const QStringList folders{QString(), m_folder.filePath(QStringLiteral("src"))};
    EXPECT_EQ(findSource(path, {}), path);
    EXPECT_EQ(findSource(QStringLiteral("pkg/models/x.py"), folders), path);
    EXPECT_EQ(findSource(QStringLiteral("/elsewhere/pkg/models/x.py"), folders), path);
    EXPECT_EQ(findSource(QStringLiteral("site/pkg/models/x.py"), folders), path);
    // One name alone could be any file.
    make(QStringLiteral("src/x.py"));
    EXPECT_EQ(findSource(QStringLiteral("/elsewhere/x.py"), folders), QString());
}

TEST_F(SourceSearch, OpensRegularFilesAlone) {
    make(QStringLiteral("outside.py"));
    QDir().mkpath(m_folder.filePath(QStringLiteral("src/folder.py")));
    const QStringList folders{m_folder.filePath(QStringLiteral("src"))};
    EXPECT_EQ(findSource(QStringLiteral("folder.py"), folders), QString());
    EXPECT_EQ(findSource(QStringLiteral("../outside.py"), folders), QString());
    EXPECT_EQ(findSource(QStringLiteral("/dev/null"), folders), QString());
    EXPECT_EQ(findSource(QString(), folders), QString());
}

TEST(EditorCommand, HasTheLineAsTheEditorExpectsIt) {
    const QString path = QStringLiteral("/a b/x.py");
    const auto arguments = [&](const char* setting) {
        const auto command =
            editorCommand({QString::fromUtf8(setting), {}, {}, findEverything}, path, 12);
        return command ? command->program + u' ' + command->arguments.join(u'|')
                       : QString::fromStdString(command.error().message);
    };
    EXPECT_EQ(arguments("code"), QStringLiteral("/bin/code --goto|/a b/x.py:12"));
    EXPECT_EQ(arguments("code --wait"), QStringLiteral("/bin/code --wait|--goto|/a b/x.py:12"));
    EXPECT_EQ(arguments("gvim"), QStringLiteral("/bin/gvim +12|/a b/x.py"));
    EXPECT_EQ(arguments("kate"), QStringLiteral("/bin/kate --line|12|/a b/x.py"));
    EXPECT_EQ(arguments("mine"), QStringLiteral("/bin/mine /a b/x.py"));
    EXPECT_EQ(arguments("mine \"--at={line}\" {file}"),
              QStringLiteral("/bin/mine --at=12|/a b/x.py"));
    // An editor of the terminal is started in one.
    EXPECT_EQ(arguments("vim"), QStringLiteral("/bin/xdg-terminal-exec /bin/vim|+12|/a b/x.py"));
    EXPECT_EQ(arguments("\"\""), QStringLiteral("the editor command of Settings names no program"));
}

// What would be several words, an expansion or a command for a shell stays one argument.
TEST(EditorCommand, NamesStayOneArgument) {
    for (const char* name : {"/a; rm -rf ~/x.py", "/$(reboot) `id`.py", "/a \"b\" 'c'.py",
                             "/{line} {file}.py", "/a|b>c&d.py"}) {
        const QString path = QString::fromUtf8(name);
        for (const char* setting : {"code --goto {file}:{line}", "code", "mine", "xterm -e vim"}) {
            const auto command =
                editorCommand({QString::fromUtf8(setting), {}, {}, findEverything}, path, 3);
            ASSERT_TRUE(command) << setting;
            const auto containing =
                std::count_if(command->arguments.begin(), command->arguments.end(),
                              [&path](const QString& argument) { return argument.contains(path); });
            EXPECT_EQ(containing, 1) << setting << ' ' << name;
        }
    }
}

TEST(EditorCommand, IsTheFirstThatIsSet) {
    EditorChoice choice{{}, QStringLiteral("gvim"), QStringLiteral("gedit"), findEverything};
    const QString path = QStringLiteral("/x.py");
    EXPECT_EQ(editorCommand(choice, path, 1)->program, QStringLiteral("/bin/gvim"));
    choice.visual.clear();
    EXPECT_EQ(editorCommand(choice, path, 1)->program, QStringLiteral("/bin/gedit"));
    choice.editor = QStringLiteral("  ");
    EXPECT_EQ(*editorCommand(choice, path, 1),
              (EditorCommand{QStringLiteral("/bin/xdg-open"), {path}}));
    choice.findProgram = [](const QString&) { return QString(); };
    EXPECT_EQ(editorCommand(choice, path, 1).error().message,
              "no editor is known: name one in Settings, or in $VISUAL or $EDITOR");
    choice.setting = QStringLiteral("nosuch");
    EXPECT_EQ(editorCommand(choice, path, 1).error().message,
              "the editor \"nosuch\" of Settings is not installed; name another in Settings");
}

// A program that writes down its arguments, one a line.
class OpenInEditor : public WindowTest {
protected:
    void SetUp() override {
        QFile editor(m_folder.filePath(QStringLiteral("editor.sh")));
        ASSERT_TRUE(editor.open(QFile::WriteOnly));
        editor.write(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$0.tmp\" && mv \"$0.tmp\" \"$0.args\"\n");
        editor.close();
        editor.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        showTrace("graph_breaks_stack.json.zst");
        model().sources()->setCommand(u'"' + editor.fileName() +
                                      QStringLiteral("\" --at {line} {file}"));
        model().sources()->setFolders(m_folder.path());
        for (std::size_t at = 0; at < trace().slices().size() && !m_frame.isValid(); ++at) {
            m_frame = trace().name(SliceId(at)).find(".py(") == std::string_view::npos
                          ? SliceId()
                          : SliceId(at);
        }
        ASSERT_TRUE(m_frame.isValid());
        goTo(m_frame);
        m_source = model().details()->source();
        ASSERT_TRUE(sourceLineOf(m_source)) << m_source.toStdString();
    }
    // The file that the frame names, below the folder of sources.
    QString makeSource() {
        QString name = sourceLineOf(m_source)->file;
        while (name.startsWith(u'/')) {
            name = name.mid(1);
        }
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        EXPECT_TRUE(file.open(QFile::WriteOnly));
        return path;
    }
    [[nodiscard]] QStringList arguments() {
        QFile file(m_folder.filePath(QStringLiteral("editor.sh.args")));
        EXPECT_TRUE(QTest::qWaitFor([&] { return file.exists(); }, 60'000));
        EXPECT_TRUE(file.open(QFile::ReadOnly));
        return QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    }
    [[nodiscard]] QQuickItem* item(const char* name) {
        return window().findChild<QQuickItem*>(QLatin1String(name));
    }

    QTemporaryDir m_folder;
    SliceId m_frame;
    QString m_source;
};

TEST_F(OpenInEditor, IsStartedByKey) {
    const QString path = makeSource();
    key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(model().sources()->notice(), QString());
    EXPECT_EQ(arguments(), (QStringList{QStringLiteral("--at"),
                                        QString::number(sourceLineOf(m_source)->line), path}));
}

TEST_F(OpenInEditor, IsStartedFromThePanel) {
    const QString path = makeSource();
    model().state()->setDrawerTab(WindowState::SelectionTab);
    settle();
    QQuickItem* link = item("openSource");
    ASSERT_NE(link, nullptr);
    ASSERT_TRUE(link->isVisible());
    click(link->mapToScene(QPointF(link->width() / 2, link->height() / 2)).toPoint());
    EXPECT_EQ(arguments().back(), path);
}

TEST_F(OpenInEditor, SaysWhatIsMissing) {
    key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QQuickItem* notice = item("sourceNotice");
    ASSERT_NE(notice, nullptr);
    EXPECT_TRUE(notice->isVisible());
    EXPECT_TRUE(model().sources()->notice().contains(QStringLiteral("is not on this machine")))
        << model().sources()->notice().toStdString();
    makeSource();
    model().sources()->setCommand(QStringLiteral("nosuch-editor"));
    key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(model().sources()->notice(),
              QStringLiteral("The editor \"nosuch-editor\" of Settings is not installed; name "
                             "another in Settings."));
    key(Qt::Key_Escape);
    key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(model().sources()->notice().startsWith(QStringLiteral("No Python frame")));
    QQuickItem* close = item("sourceNoticeClose");
    ASSERT_NE(close, nullptr);
    click(close->mapToScene(QPointF(close->width() / 2, close->height() / 2)).toPoint());
    EXPECT_FALSE(notice->isVisible());
}

}  // namespace
}  // namespace gaplight::ui
