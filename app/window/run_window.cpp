// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/window/run_window.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QIcon>
#include <QProcess>
#include <QSettings>
#include <QString>
#include <QStringList>

#include "app/commands/commands.h"
#include "app/process/bundled_qt.h"
#include "app/process/message_line.h"
#include "app/process/program_path.h"
#include "app/window/pack_keeping.h"
#include "app/window/quit_signals.h"
#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/io/config_directory.h"
#include "core/session/place_text.h"
#include "widgets/window/graphics_choice.h"
#include "widgets/window/main_window.h"
#include "widgets/window/screenshot.h"

namespace gaplight::ui {
namespace {

// "DISPLAY=:7"; empty if the variable is not set.
std::string assignment(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::string()
                                              : std::string(" ") + variable + "=" + value;
}

void onMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*text*/) {
    if (type != QtFatalMsg) {
        return;  // the reasons of each platform; the line below covers them
    }
    std::string where;
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        where += assignment(variable);
    }
    printLine("cannot open a window: no display can be reached (" +
              (where.empty() ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : where.substr(1)) +
              "); 'gaplight analyze TRACE' and 'gaplight export' need none");
    std::_Exit(kExitUsage);
}

}  // namespace

DisplayFailure::DisplayFailure() {
    qInstallMessageHandler(onMessage);
}

void DisplayFailure::end() {
    qInstallMessageHandler(nullptr);
}

namespace {

int complain(const Error& error, int exitCode) {
    std::fprintf(stderr, "gaplight: %s\n", printable(error.message).c_str());
    return exitCode;
}

// Memory that is refused while an event is handled ends the program as closing the window does:
// notes are saved. Qt would end it at once.
class Application final : public QGuiApplication {
public:
    using QGuiApplication::QGuiApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        try {
            return QGuiApplication::notify(receiver, event);
        } catch (const std::exception& exception) {
            if (!m_isEnding) {
                m_isEnding = true;
                exit(complain(exhaustionError({}, exception), kExitExhausted));
            }
            return false;
        }
    }

private:
    bool m_isEnding = false;
};

// Beside the program when installed, or in the source tree that it was built from.
QString samplesDirectory() {
    const QDir program(QString::fromStdString(programFolder().string()));
    for (const char* candidate : {"../share/gaplight/samples", "../../../resources/samples"}) {
        const QFileInfo folder(program.filePath(QString::fromUtf8(candidate)));
        if (folder.isDir()) {
            return folder.canonicalFilePath();
        }
    }
    return {};
}

MainWindow::Options windowOptions(const WindowOptions& options) {
    MainWindow::Options result;
    const WindowSize size = options.size.value_or(WindowSize{});
    result.width = size.width;
    result.height = size.height;
    result.samplesDirectory = samplesDirectory();
    result.qmlDirectory = bundledQmlDirectory();
    result.recorderPath = QString::fromStdString(recorderPath());
    // A screenshot leaves no files but itself.
    const bool keepsPacks = !options.reading.ignoresCache && options.screenshotPath.empty();
    result.open = [limit = options.reading.inflation,
                   packs =
                       std::make_shared<PackKeeping>(keepsPacks ? packDirectory() : std::string(),
                                                     options.reading.installsOnRemote)](
                      const std::string& path, const OpenOptions& asked) {
        OpenOptions limited = asked;
        limited.inflation = limit;
        return packs->open(path, limited);
    };
    // A screenshot must not depend on the user's thresholds.
    if (options.screenshotPath.empty()) {
        if (!options.reading.ignoresSettingsFiles) {
            result.configDirectory = QString::fromStdString(configDirectory());
        }
        result.keepsPlace = !options.size;
        result.dataDirectory = QString::fromStdString(dataDirectory());
    }
    return result;
}

// Shows the range of the command line once the first trace is loaded. `onWrong`: the trace has no
// such range.
void showRange(MainWindow& window, const std::string& text,
               const std::function<void(const Error&)>& onWrong) {
    SessionObject* session = window.model().session();
    QObject::connect(
        session, &SessionObject::traceChanged, &window.timeline(),
        [&window, text, onWrong] {
            const Session& shown = window.model().session()->trace()->session();
            const Result<TimeRange> range = rangeFromText(text, *shown.trace, shown.analysis);
            if (!range) {
                return onWrong({range.error().code, "--" + range.error().message});
            }
            window.timeline().change([&](TimelineView& view) { view.setRange(*range); });
        },
        Qt::SingleShotConnection);
}

// The same for a memory snapshot: two times from its start.
void showMemoryRange(MainWindow& window, const std::string& text,
                     const std::function<void(const Error&)>& onWrong) {
    MemoryObject* memory = window.model().memory()->file();
    QObject::connect(
        memory, &MemoryObject::opened, &window.window(),
        [&window, text, onWrong] {
            const std::size_t dots = text.find("..");
            const Result<Duration> begin = parseDuration(text.substr(0, dots));
            const Result<Duration> end =
                parseDuration(dots == std::string::npos ? text : text.substr(dots + 2));
            if (!begin || !end || !(*begin < *end)) {
                return onWrong(
                    {ErrorCode::BadArgument,
                     "--range '" + text + "' needs a trace; of a memory snapshot it is T0..T1"});
            }
            if (MemoryItem* stack = window.model().state()->memoryView()) {
                stack->setRange(*begin, *end);
            }
        },
        Qt::SingleShotConnection);
}

// Shows the range of the command line once its trace or snapshot is loaded.
void showStartRange(MainWindow& window, const WindowOptions& options) {
    if (options.range.empty()) {
        return;
    }
    const bool mustShow = !options.screenshotPath.empty();
    const auto onWrong = [mustShow](const Error& error) {
        const int code = complain(error, kExitUsage);
        if (mustShow) {
            QCoreApplication::exit(code);
        }
    };
    showRange(window, options.range, onWrong);
    showMemoryRange(window, options.range, onWrong);
}

// Empty: the start page.
QString pathToOpen(const WindowOptions& options, const RecentFiles& recent) {
    const bool restores =
        options.tracePath.empty() && !options.startPage && options.screenshotPath.empty();
    return restores ? recent.fileToReopen() : QString::fromStdString(options.tracePath);
}

void applyTo(WindowModel& model, const WindowOptions& options) {
    for (const auto& context : model.contexts()) {
        context->session()->setReadsSettingsFiles(!options.reading.ignoresSettingsFiles);
        context->session()->setRuleFolders(options.reading.ruleFolders);
    }
    if (options.theme) {
        model.theme()->setDark(*options.theme == ThemeChoice::Dark);
    }
}

void openPaths(WindowModel& model, const WindowOptions& options) {
    if (!options.rankPaths.empty()) {
        QStringList paths;
        for (const std::string& path : options.rankPaths) {
            paths.push_back(QString::fromStdString(path));
        }
        model.ranks()->open(paths);
    } else if (const QString path = pathToOpen(options, *model.recentFiles()); !path.isEmpty()) {
        model.session()->open(path);
    }
    if (!options.comparePath.empty()) {
        model.comparison()->open(QString::fromStdString(options.comparePath));
    }
}

// For a screenshot, as for `export`: no display is needed, and the image does not depend on one.
// Why that cannot be; empty: it can.
std::string chooseNoDisplay(const WindowOptions& options) {
    if (options.screenshotPath.empty() || qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        return {};
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return offscreenRefusal();
}

}  // namespace

int runWindow(const WindowOptions& options, int& argc, char** argv) {
    findBundledPlugins();
    if (const std::string refusal = chooseNoDisplay(options); !refusal.empty()) {
        return failWith(kExitUsage, refusal);
    }
    DisplayFailure displayFailure;
    auto noFolder = options.screenshotPath.empty() ? nullptr : std::make_unique<NoRuntimeFolder>();
    Application application(argc, argv);
    noFolder.reset();
    displayFailure.end();
    const QuitSignals quitSignals(application);
    QCoreApplication::setOrganizationName(QStringLiteral("gaplight"));
    QCoreApplication::setApplicationName(QStringLiteral("gaplight"));
    QGuiApplication::setDesktopFileName(QStringLiteral("gaplight"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/gaplight/icons/gaplight.svg")));
    // A screenshot must not depend on the files that the user opened before: settings "in" a device
    // can be neither read nor written.
    if (!options.screenshotPath.empty()) {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                           QStringLiteral("/dev/null"));
    }
    chooseGraphics();
    auto window = MainWindow::create(windowOptions(options));
    if (!window) {
        return complain(window.error(), kExitUsage);
    }
    WindowModel& model = (*window)->model();
    applyTo(model, options);
    // Each window is a process: a crash closes no other window.
    QObject::connect(model.state(), &WindowState::newWindowRequested, [] {
        QProcess::startDetached(QString::fromStdString(programPath()),
                                {QStringLiteral("--start-page")});
    });
    showStartRange(**window, options);
    std::unique_ptr<Screenshot> screenshot;
    if (!options.screenshotPath.empty()) {
        screenshot = std::make_unique<Screenshot>(
            **window, QString::fromStdString(options.screenshotPath),
            [](const std::optional<Error>& error) {
                QCoreApplication::exit(error ? complain(*error, exitCodeOf(*error)) : kExitFine);
            });
    }
    if (!options.memoryPath.empty()) {
        model.memory()->file()->openAfterTrace(QString::fromStdString(options.memoryPath));
    }
    if (!options.kernelsPath.empty()) {
        model.kernels()->file()->openAfterTrace(QString::fromStdString(options.kernelsPath));
    }
    model.provenance()->openAfterTrace(QString::fromStdString(options.capturePath),
                                       QString::fromStdString(options.compileLogPath));
    if (!options.comparePath.empty()) {
        model.comparison()->provenanceOfOther().openAfterTrace(
            QString::fromStdString(options.capturePath), {});
    }
    openPaths(model, options);
    const int code = QGuiApplication::exec();
    return quitSignals.isReceived() ? kExitInterrupted : code;
}

}  // namespace gaplight::ui
