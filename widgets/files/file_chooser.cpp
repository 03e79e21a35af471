// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/file_chooser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <QDir>
#include <QFileInfo>

#include "core/formats/open_trace.h"
#include "core/remote/remote_path.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

// Of traces, of what compresses them, of memory snapshots and of kernel reports.
const QStringList& openedEndings() {
    static const QStringList endings = [] {
        QStringList all;
        for (const auto& some : {traceEndings(), compressionEndings()}) {
            for (const std::string_view ending : some) {
                all << toQString(ending);
            }
        }
        return all << QStringLiteral(".pickle") << QStringLiteral(".ncu-rep")
                   << QStringLiteral(".ncu-repz") << QStringLiteral(".csv");
    }();
    return endings;
}

struct PurposeText {
    const char* title;
    const char* action;
};

// By FileChooser::Purpose.
constexpr std::array kPurposes{PurposeText{"Open a trace", "Open"},
                               PurposeText{"Compare with a second trace", "Compare"},
                               PurposeText{"Save the image", "Save"}};

QString withHome(const QString& path) {
    const bool isHome = path == QLatin1String("~") || path.startsWith(QLatin1String("~/"));
    return isHome ? QDir::homePath() + path.mid(1) : path;
}

}  // namespace

FileChooser::FileChooser(std::function<QString()> firstFolder, bool hasDesktopDialog,
                         QObject* parent)
    : QObject(parent), m_firstFolder(std::move(firstFolder)), m_hasDesktopDialog(hasDesktopDialog) {
    connect(&m_files, &FileListModel::listed, this, [this] { setRow(-1); });
}

void FileChooser::setPurpose(Purpose purpose, const QString& suffix) {
    m_purpose = purpose;
    m_suffix = suffix;
    const QString first = m_firstFolder();
    m_folder = QDir(first.isEmpty() ? QDir::currentPath() : first).absolutePath();
}

void FileChooser::begin(Purpose purpose, const QString& suffix, const QString& name) {
    setPurpose(purpose, suffix);
    if (!m_hasDesktopDialog) {
        return showPage(name);
    }
    m_isOpen = false;
    Q_EMIT folderChanged();
    Q_EMIT openChanged();
    Q_EMIT desktopRequested();
}

void FileChooser::beginTyped(Purpose purpose) {
    setPurpose(purpose, {});
    showPage({});
}

void FileChooser::showPage(const QString& name) {
    m_isOpen = true;
    m_files.setEndings(saves() ? QStringList{u'.' + m_suffix} : openedEndings());
    enter(m_folder);
    if (saves()) {
        setText(name + u'.' + m_suffix);
    }
    Q_EMIT openChanged();  // last: the page selects the proposed name
}

QString FileChooser::title() const {
    return QString::fromUtf8(kPurposes[static_cast<std::size_t>(m_purpose)].title);
}

QString FileChooser::action() const {
    return QString::fromUtf8(kPurposes[static_cast<std::size_t>(m_purpose)].action);
}

QStringList FileChooser::nameFilters() const {
    const QStringList endings = saves() ? QStringList{u'.' + m_suffix} : openedEndings();
    QStringList patterns;
    for (const QString& ending : endings) {
        patterns << u'*' + ending;
    }
    const QString kind = saves() ? m_suffix.toUpper() : tr("Traces");
    return {QStringLiteral("%1 (%2)").arg(kind, patterns.join(u' ')), tr("All files (*)")};
}

void FileChooser::setDesktopOpen(bool open) {
    if (open != m_isDesktopOpen) {
        m_isDesktopOpen = open;
        Q_EMIT openChanged();
    }
}

void FileChooser::cancel() {
    m_isOpen = false;
    m_preview.setPath({});
    setQuestion({}, {});
    Q_EMIT openChanged();
}

void FileChooser::enter(const QString& folder) {
    m_folder = QDir::cleanPath(folder);
    m_listedFolder = m_folder;
    m_text.clear();
    m_files.setFilter({});
    m_files.setFolder(m_folder);
    setQuestion(QFileInfo(m_folder).isReadable() ? QString() : tr("This folder cannot be read."),
                {});
    Q_EMIT folderChanged();
    Q_EMIT textChanged();
}

void FileChooser::goUp() {
    const QString name = saves() ? m_text : QString();
    enter(QFileInfo(m_folder).path());
    setText(name);
}

QString FileChooser::typedPath() const {
    return QDir(m_folder).absoluteFilePath(withHome(m_text));
}

void FileChooser::setText(const QString& text) {
    if (text == m_text) {
        return;
    }
    m_text = text;
    setQuestion({}, {});
    const qsizetype slash = text.lastIndexOf(u'/');
    const QString folder =
        slash < 0
            ? m_folder
            : QDir::cleanPath(QDir(m_folder).absoluteFilePath(withHome(text.left(slash + 1))));
    if (folder != m_listedFolder && QFileInfo(folder).isDir()) {
        m_listedFolder = folder;
        m_files.setFolder(folder);
    }
    // A name to write is no filter.
    m_files.setFilter(saves() ? QString() : text.mid(slash + 1));
    setRow(-1);
    Q_EMIT textChanged();
}

bool FileChooser::complete() {
    const qsizetype slash = m_text.lastIndexOf(u'/');
    const QString completed = m_text.left(slash + 1) + m_files.completed(m_text.mid(slash + 1));
    const bool isLonger = completed != m_text;
    setText(completed);
    return isLonger;
}

void FileChooser::setRow(int row) {
    const int bounded = std::clamp(row, -1, m_files.count() - 1);
    if (bounded != m_row) {
        m_row = bounded;
        setQuestion({}, {});
        Q_EMIT rowChanged();
    }
    showRow();
}

// The preview of the selected file, or of the only one that matches.
void FileChooser::showRow() {
    const int shown = m_row < 0 && m_files.count() == 1 ? 0 : m_row;
    QString path;
    if (!saves() && m_isOpen && shown >= 0) {
        const FileEntry& entry = m_files.rows()[static_cast<std::size_t>(shown)];
        path = entry.isFolder ? QString() : QDir(m_listedFolder).filePath(entry.name);
    }
    m_preview.setPath(path);
}

void FileChooser::acceptRow(int row) {
    if (row < 0 || row >= m_files.count()) {
        return;
    }
    const FileEntry& entry = m_files.rows()[static_cast<std::size_t>(row)];
    const QString path = QDir(m_listedFolder).filePath(entry.name);
    if (entry.isFolder) {
        const QString name = saves() ? m_text : QString();
        enter(path);
        setText(name);
    } else {
        choose(path);
    }
}

void FileChooser::accept() {
    if (m_row >= 0) {
        return acceptRow(m_row);
    }
    const QString path = typedPath();
    if (m_text.isEmpty()) {
        return setQuestion(saves() ? tr("Type a name for the file.")
                                   : tr("Type a path, or select a file with Down."),
                           {});
    }
    if (QFileInfo(path).isDir()) {
        return enter(path);
    }
    if (saves() || QFileInfo::exists(path)) {
        return choose(path);
    }
    if (isRemotePath(toStdString(m_text))) {
        return finish(m_text);
    }
    if (m_files.count() == 1) {
        return acceptRow(0);
    }
    setQuestion(tr("There is no file '%1'.").arg(withoutBidiMarks(path)), {});
}

// A file to write may exist, and its folder may not.
void FileChooser::choose(const QString& path) {
    QString file = path;
    if (saves() && QFileInfo(file).suffix().isEmpty()) {
        file += u'.' + m_suffix;
    }
    if (saves() && !QFileInfo(QFileInfo(file).path()).isDir()) {
        setQuestion(tr("There is no folder '%1'.").arg(withoutBidiMarks(QFileInfo(file).path())),
                    {});
    } else if (saves() && QFileInfo::exists(file)) {
        setQuestion(tr("'%1' exists.").arg(withoutBidiMarks(QFileInfo(file).fileName())), file);
    } else {
        finish(file);
    }
}

void FileChooser::replace(bool agreed) {
    const QString file = m_replaced;
    setQuestion({}, {});
    if (agreed && !file.isEmpty()) {
        finish(file);
    }
}

void FileChooser::finish(const QString& path) {
    cancel();
    Q_EMIT chosen(m_purpose, path);
}

void FileChooser::acceptUrl(const QUrl& url) {
    Q_EMIT chosen(m_purpose, url.isLocalFile() ? url.toLocalFile() : url.toString());
}

void FileChooser::setQuestion(const QString& problem, const QString& replaced) {
    if (problem != m_problem || replaced != m_replaced) {
        m_problem = problem;
        m_replaced = replaced;
        Q_EMIT problemChanged();
    }
}

}  // namespace gaplight::ui
