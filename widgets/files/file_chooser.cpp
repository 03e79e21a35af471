// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/file_chooser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <link.h>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include "core/base/result.h"
#include "core/formats/open_trace.h"
#include "core/index/device_properties.h"
#include "core/io/byte_source.h"
#include "core/remote/remote_path.h"
#include "core/session/document.h"
#include "core/trace/trace_builder.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

bool isThemeWithFileDialog(std::string_view library) {
    constexpr std::array<std::string_view, 3> kThemes{"libqgtk3.so", "libqxdgdesktopportal.so",
                                                      "KDEPlasmaPlatformTheme"};
    const std::size_t folder = library.rfind("/platformthemes/");
    return folder != std::string_view::npos &&
           std::any_of(kThemes.begin(), kThemes.end(), [&](std::string_view theme) {
               return library.find(theme, folder) != std::string_view::npos;
           });
}

std::vector<std::string> loadedLibraries() {
    std::vector<std::string> paths;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* into) {
            static_cast<std::vector<std::string>*>(into)->emplace_back(info->dlpi_name);
            return 0;
        },
        &paths);
    return paths;
}

bool hasDesktopFileDialog() {
    const std::vector<std::string> libraries = loadedLibraries();
    return std::any_of(libraries.begin(), libraries.end(), isThemeWithFileDialog);
}

namespace {

// Of the inflated bytes: a small hostile file fills no memory.
constexpr InflationLimit kInflation{std::uint64_t{512} << 20U};

// "kineto-json in zstd".
QString formatText(const QString& name, const ByteSource& source) {
    const QString container = QString::fromUtf8(source.compression());
    return container == QLatin1String("none") ? name
                                              : QStringLiteral("%1 in %2").arg(name, container);
}

// The format as its first bytes show it, or the kind of content that is no trace.
Result<QString> sniffedFormat(const std::string& path) {
    std::unique_ptr<ByteSource> source = TRY(openByteSource(path, kInflation));
    const std::string head = TRY(readHead(*source, kSniffBytes));
    const auto formats = builtInFormats();
    const auto format = std::find_if(formats.begin(), formats.end(),
                                     [&](const Format& one) { return one.sniff(head); });
    if (format == formats.end()) {
        return fail(ErrorCode::NotATrace, "not a trace: " + describeContent(head));
    }
    return formatText(QString::fromUtf8(format->name), *source);
}

QStringList hardwareOf(const Trace& trace) {
    std::set<GpuId> used;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        used.insert(activity.gpu);
    }
    QStringList lines;
    for (const GpuId gpu : used) {
        const DeviceProperties* device = propertiesOf(trace, gpu);
        const QString label = toQString(trace.gpuLabel(gpu));
        lines << (device == nullptr || device->name.empty()
                      ? label
                      : QStringLiteral("%1: %2").arg(label, toQString(device->name)));
    }
    constexpr qsizetype kMaxLines = 4;
    if (lines.size() > kMaxLines) {
        lines = lines.mid(0, kMaxLines)
                << QStringLiteral("%1 GPUs together").arg(countText(used.size()));
    }
    return lines;
}

QStringList contentOf(const Trace& trace) {
    QStringList lines{durationText(trace.range().length()),
                      countText(trace.slices().size(), "slice", "slices"),
                      countText(trace.gpuActivities().size(), "GPU activity", "GPU activities")};
    lines << hardwareOf(trace);
    const TraceFacts& facts = trace.facts();
    if (facts.rank && facts.worldSize) {
        lines << QStringLiteral("rank %1 of %2").arg(*facts.rank).arg(*facts.worldSize);
    }
    if (!facts.host.empty()) {
        lines << toQString(facts.host);
    }
    if (facts.withStack.value_or(false)) {
        lines << QStringLiteral("with call stacks");
    }
    return lines;
}

QString describe(const QString& path, const std::stop_token& stop) {
    const QFileInfo info(path);
    const std::string file = toStdString(path);
    if (const DocumentKind kind = documentKindOf(file); kind != DocumentKind::Trace) {
        return toQString(documentFacts(kind).name);
    }
    const Result<QString> format = sniffedFormat(file);
    if (!format) {
        return toQString(format.error().message);
    }
    QStringList lines{*format};
    if (info.size() > FilePreview::kMaxBytes) {
        return (lines << QStringLiteral("too large for a preview")).join(u'\n');
    }
    Result<std::unique_ptr<ByteSource>> source = openByteSource(file, kInflation);
    TraceBuilder builder;
    ReadOptions options;
    options.stop = stop;
    Result<OpenedTrace> opened = source ? openTrace(file, **source, builder, options)
                                        : tl::unexpected<Error>(source.error());
    if (!opened) {
        return (lines << toQString(opened.error().message)).join(u'\n');
    }
    const auto trace = builder.finish(std::move(opened->result.facts));
    // With the name of its writer, which the first bytes do not show.
    lines = {formatText(toQString(trace->facts().format), **source)};
    return (lines << contentOf(*trace)).join(u'\n');
}

}  // namespace

FilePreview::FilePreview(QObject* parent)
    : QObject(parent), m_work([this](const QString& text) {
          m_text = text;
          m_isLoading = false;
          Q_EMIT changed();
      }) {}

FilePreview::~FilePreview() {
    m_stop.request_stop();
}

void FilePreview::setPath(const QString& path) {
    if (path == m_path) {
        return;
    }
    m_stop.request_stop();
    m_stop = {};
    m_path = path;
    m_text.clear();
    m_isLoading = !path.isEmpty();
    if (m_isLoading) {
        m_work.start([path, stop = m_stop.get_token()] { return describe(path, stop); });
    } else {
        m_work.drop();
    }
    Q_EMIT changed();
}

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
    connect(&m_files, &FileListModel::listed, this, [this] {
        setRow(-1);
        Q_EMIT markedChanged();
        if (std::exchange(m_isAwaited, m_isAwaited && m_files.loading()) && !m_files.loading()) {
            accept();
        }
    });
    connect(this, &FileChooser::openChanged, this, &FileChooser::markedChanged);
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

void FileChooser::beginFolder() {
    if (!m_hasDesktopDialog) {
        return beginTyped(OpenTrace);
    }
    setPurpose(OpenTrace, {});
    Q_EMIT folderChanged();
    Q_EMIT openChanged();
    Q_EMIT desktopFolderRequested();
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
    const QString kind = saves() ? m_suffix.toUpper() : QStringLiteral("Traces");
    return {QStringLiteral("%1 (%2)").arg(kind, patterns.join(u' ')),
            QStringLiteral("All files (*)")};
}

void FileChooser::setDesktopOpen(bool open) {
    if (open != m_isDesktopOpen) {
        m_isDesktopOpen = open;
        Q_EMIT openChanged();
    }
}

void FileChooser::cancel() {
    m_isOpen = false;
    m_isAwaited = false;
    clearMarks();
    m_preview.setPath({});
    setQuestion({}, {});
    Q_EMIT openChanged();
}

void FileChooser::enter(const QString& folder) {
    m_folder = QDir::cleanPath(folder);
    m_listedFolder = m_folder;
    clearMarks();
    m_text.clear();
    m_files.setFilter({});
    m_files.setFolder(m_folder);
    setQuestion(QFileInfo(m_folder).isReadable() ? QString()
                                                 : QStringLiteral("This folder cannot be read."),
                {});
    Q_EMIT folderChanged();
    Q_EMIT textChanged();
}

void FileChooser::goUp() {
    const QString name = saves() ? m_text : QString();
    enter(QFileInfo(m_listedFolder).path());
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
    m_isAwaited = false;
    setQuestion({}, {});
    const qsizetype slash = text.lastIndexOf(u'/');
    const QString folder =
        slash < 0
            ? m_folder
            : QDir::cleanPath(QDir(m_folder).absoluteFilePath(withHome(text.left(slash + 1))));
    if (folder != m_listedFolder && QFileInfo(folder).isDir()) {
        m_listedFolder = folder;
        clearMarks();
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

void FileChooser::offerBeside(const QString& path) {
    const QFileInfo file(path);
    const QString pattern = rankPatternOf(file.fileName());
    m_beside.clear();
    for (const QString& name : file.dir().entryList(QDir::Files)) {
        if (!pattern.isEmpty() && rankPatternOf(name) == pattern) {
            m_beside << file.dir().filePath(name);
        }
    }
    sortByNumber(m_beside);
    Q_EMIT besideChanged();
}

QString FileChooser::besideOffer() const {
    const QString ranks = countText(m_beside.size());
    return m_beside.size() < 2 ? QString()
                               : QStringLiteral("This is one of %1 ranks in its folder").arg(ranks);
}

void FileChooser::openBeside() {
    Q_EMIT ranksChosen(std::exchange(m_beside, {}));
    Q_EMIT besideChanged();
}

QStringList FileChooser::rankOffers() const {
    if (m_purpose != OpenTrace || !m_isOpen) {
        return {};
    }
    const std::vector<QStringList> sets = m_files.alike();
    QStringList offers;
    for (const QStringList& names : sets) {
        offers << (sets.size() == 1
                       ? QStringLiteral("%1 ranks of one run here: open them all")
                             .arg(countText(names.size()))
                       : QStringLiteral("%1 ranks of %2: open them all")
                             .arg(countText(names.size()), withoutBidiMarks(rankSetName(names))));
    }
    return offers;
}

void FileChooser::markTo(int row) {
    const int from = std::max(0, m_row);
    for (int at = std::min(from, row); at <= std::max(from, row) && at < m_files.count(); ++at) {
        if (!m_marked.contains(m_files.rows()[static_cast<std::size_t>(at)].name)) {
            toggleMark(at);
        }
    }
}

void FileChooser::toggleMark(int row) {
    if (m_purpose != OpenTrace || row < 0 || row >= m_files.count()) {
        return;
    }
    const FileEntry& entry = m_files.rows()[static_cast<std::size_t>(row)];
    if (!entry.isFolder) {
        m_marked.contains(entry.name) ? m_marked.removeAll(entry.name)
                                      : (m_marked << entry.name, qsizetype{0});
        Q_EMIT markedChanged();
    }
}

void FileChooser::clearMarks() {
    m_marked.clear();
    Q_EMIT markedChanged();
}

QStringList FileChooser::pathsOf(const QStringList& names) const {
    QStringList paths;
    for (const QString& name : names) {
        paths << QDir(m_listedFolder).filePath(name);
    }
    return paths;
}

void FileChooser::openTogether(int offer) {
    const std::vector<QStringList> sets = m_files.alike();
    const auto at = static_cast<std::size_t>(offer);
    const QStringList paths =
        pathsOf(m_marked.size() > 1 || at >= sets.size() ? m_marked : sets[at]);
    cancel();
    Q_EMIT ranksChosen(paths);
}

void FileChooser::compareMarked() {
    const QStringList paths = pathsOf(m_marked);
    cancel();
    Q_EMIT severalChosen(paths);
}

bool FileChooser::isAtListedFolder() const {
    return m_text.isEmpty() || QDir::cleanPath(typedPath()) == m_listedFolder;
}

void FileChooser::accept() {
    const bool isAtFolder = m_purpose == OpenTrace && m_row < 0 && isAtListedFolder();
    m_isAwaited = isAtFolder && m_files.loading() && m_marked.isEmpty();
    if (m_isAwaited) {
        return;  // until it is known whether there are ranks
    }
    // Which of several sets is meant is not said by the name of their folder.
    const qsizetype offers = isAtFolder ? rankOffers().size() : 0;
    if (m_marked.size() > 1 || offers == 1 || (offers > 1 && m_text.isEmpty())) {
        return openTogether();
    }
    if (m_row >= 0) {
        return acceptRow(m_row);
    }
    const QString path = typedPath();
    if (m_text.isEmpty()) {
        return setQuestion(saves() ? QStringLiteral("Type a name for the file.")
                                   : QStringLiteral("Type a path, or select a file with Down."),
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
    setQuestion(QStringLiteral("There is no file '%1'.").arg(withoutBidiMarks(path)), {});
}

// A file to write may exist, and its folder may not.
void FileChooser::choose(const QString& path) {
    QString file = path;
    if (saves() && QFileInfo(file).suffix().isEmpty()) {
        file += u'.' + m_suffix;
    }
    if (saves() && !QFileInfo(QFileInfo(file).path()).isDir()) {
        setQuestion(QStringLiteral("There is no folder '%1'.")
                        .arg(withoutBidiMarks(QFileInfo(file).path())),
                    {});
    } else if (saves() && QFileInfo::exists(file)) {
        setQuestion(
            QStringLiteral("'%1' exists.").arg(withoutBidiMarks(QFileInfo(file).fileName())), file);
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

void FileChooser::acceptUrls(const QList<QUrl>& urls) {
    QStringList paths;
    for (const QUrl& url : urls) {
        paths << (url.isLocalFile() ? url.toLocalFile() : url.toString());
    }
    if (paths.size() > 1 && takesSeveral()) {
        Q_EMIT severalChosen(paths);
    } else if (!paths.isEmpty()) {
        Q_EMIT chosen(m_purpose, paths.front());
    }
}

void FileChooser::setQuestion(const QString& problem, const QString& replaced) {
    if (problem != m_problem || replaced != m_replaced) {
        m_problem = problem;
        m_replaced = replaced;
        Q_EMIT problemChanged();
    }
}

}  // namespace gaplight::ui
