// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/main_window.h"

#include <QFile>
#include <QFont>
#include <QGuiApplication>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QRunnable>
#include <QScreen>
#include <QSettings>

#include "core/base/result.h"
#include "core/session/session.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/render/text_faces.h"
#include "widgets/timeline/timeline_accessibility.h"
#include "widgets/window/window_model.h"

void qml_register_types_Gaplight();  // made by qt_add_qml_module; a call keeps it in the program

namespace gaplight::ui {

void ResourceRelease::watch(QQuickWindow& window, WindowModel& model) {
    m_window = &window;
    for (const auto& context : model.contexts()) {
        connect(context->session(), &SessionObject::traceChanged, this, &ResourceRelease::release,
                Qt::QueuedConnection);
    }
    connect(&window, &QWindow::activeChanged, this, [this] {
        if (!m_window->isActive()) {
            release();
        }
    });
}

void ResourceRelease::release() {
    m_window->releaseResources();
    // On the rendering thread, after the release.
    m_window->scheduleRenderJob(QRunnable::create(returnFreeMemory), QQuickWindow::NoStage);
}

namespace {

// An answer that is an error from the start.
class RefusedReply final : public QNetworkReply {
public:
    RefusedReply(const QNetworkRequest& request, QObject* parent) : QNetworkReply(parent) {
        setRequest(request);
        setUrl(request.url());
        setError(ContentAccessDenied, QStringLiteral("the window makes no requests"));
        setFinished(true);
        open(QIODevice::ReadOnly);
        // The caller connects after it has the reply.
        const auto report = [this] {
            Q_EMIT errorOccurred(ContentAccessDenied);
            Q_EMIT finished();
        };
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
    }

    void abort() override {}

protected:
    qint64 readData(char* /*into*/, qint64 /*size*/) override { return -1; }
};

class RefusingAccess final : public QNetworkAccessManager {
public:
    using QNetworkAccessManager::QNetworkAccessManager;

protected:
    QNetworkReply* createRequest(Operation /*operation*/, const QNetworkRequest& request,
                                 QIODevice* /*data*/) override {
        return new RefusedReply(request, this);
    }
};

}  // namespace

QNetworkAccessManager* NetworkRefusal::create(QObject* parent) {
    return new RefusingAccess(parent);
}

namespace {

QString geometryKey() {
    return QStringLiteral("window/geometry");
}
QString maximizedKey() {
    return QStringLiteral("window/maximized");
}

}  // namespace

void restorePlace(QQuickWindow& window) {
    const QSettings settings;
    const QRect kept = settings.value(geometryKey()).toRect();
    if (kept.isValid()) {
        for (const QScreen* screen : QGuiApplication::screens()) {
            const QRect room = screen->availableGeometry();
            if (room.contains(kept.center())) {
                window.setGeometry(QRect(kept.topLeft(), kept.size().boundedTo(room.size())));
                break;
            }
        }
    }
    if (settings.value(maximizedKey(), false).toBool()) {
        window.showMaximized();
    }
}

void savePlace(const QQuickWindow& window) {
    QSettings settings;
    // A window that was closed has the visibility Hidden, but its states still.
    settings.setValue(maximizedKey(), window.windowStates().testFlag(Qt::WindowMaximized));
    if (window.windowStates() == Qt::WindowNoState) {
        settings.setValue(geometryKey(), window.geometry());
    }
}

namespace {

constexpr int kFontPixels = 12;

Result<Theme> loadTheme(const QString& name) {
    QFile file(QStringLiteral(":/gaplight/themes/%1.json").arg(name));
    if (!file.open(QFile::ReadOnly)) {
        return fail(ErrorCode::BadArgument,
                    toStdString(name) + ".json: this theme is not in the program's resources");
    }
    return parseTheme(file.readAll().toStdString());
}

// The style of all windows of the process: once controls are loaded, Qt accepts no other one.
void setStyleOnce() {
    static const bool isSet = [] {
        QQuickStyle::setStyle(QStringLiteral("Basic"));
        return true;
    }();
    static_cast<void>(isSet);
}

}  // namespace

Result<WindowModel::Themes> loadThemes() {
    Theme dark = TRY(loadTheme(QStringLiteral("dark")));
    Theme light = TRY(loadTheme(QStringLiteral("light")));
    return WindowModel::Themes{std::move(dark), std::move(light)};
}

Result<std::unique_ptr<MainWindow>> MainWindow::create(const Options& options) {
    WindowModel::Themes themes = TRY(loadThemes());
    qml_register_types_Gaplight();
    setStyleOnce();
    installTimelineAccessibility();
    QFont font(TextFaces::family());
    font.setPixelSize(kFontPixels);
    // Inter's contextual forms turn 0x7f93 into 0×7f93.
    font.setStyleStrategy(QFont::PreferNoShaping);
    QGuiApplication::setFont(font);

    std::unique_ptr<MainWindow> made(new MainWindow);
    made->m_model = std::make_unique<WindowModel>(
        std::move(themes),
        WindowModel::Places{options.samplesDirectory, options.configDirectory,
                            options.dataDirectory, options.recorderPath},
        options.open);
    made->m_model->theme()->provideTo(made->m_engine);
    made->m_engine.setNetworkAccessManagerFactory(&made->m_network);
    if (!options.qmlDirectory.isEmpty()) {
        // Modules of another version of Qt, where one is installed, must not be found.
        made->m_engine.setImportPathList({options.qmlDirectory});
    }
    made->m_engine.addImportPath(QStringLiteral("qrc:/qt/qml"));
    made->m_engine.setInitialProperties(
        {{QStringLiteral("app"), QVariant::fromValue(made->m_model.get())},
         {QStringLiteral("width"), options.width},
         {QStringLiteral("height"), options.height}});
    made->m_engine.load(QUrl(QStringLiteral("qrc:/qt/qml/Gaplight/panes/pages/Main.qml")));
    const QList<QObject*> roots = made->m_engine.rootObjects();
    made->m_window = roots.isEmpty() ? nullptr : qobject_cast<QQuickWindow*>(roots.front());
    made->m_timeline = made->m_window == nullptr
                           ? nullptr
                           : made->m_window->findChild<TimelineItem*>(QStringLiteral("timeline"));
    if (made->m_timeline == nullptr) {
        return fail(ErrorCode::BadArgument,
                    "Main.qml: the window's panes could not be loaded; is the QML module of "
                    "Qt Quick Controls installed?");
    }
    made->m_keepsPlace = options.keepsPlace;
    if (options.keepsPlace) {
        restorePlace(*made->m_window);
    }
    made->m_resources.watch(*made->m_window, *made->m_model);
    made->m_keys.watch(*made->m_window);
    KeyDispatcher& keys = made->m_keys;
    FileChooser& files = *made->m_model->files();
    QObject::connect(&files, &FileChooser::openChanged, &keys,
                     [&keys, &files] { keys.setBlocked(files.isDesktopOpen()); });
    QObject::connect(&made->m_keys, &KeyDispatcher::triggered, made->m_model->state(),
                     &WindowState::run);
    // Later, so that the key press that asks for it ends in a window that still exists.
    QObject::connect(made->m_model->state(), &WindowState::closeRequested, made->m_window,
                     &QWindow::close, Qt::QueuedConnection);
    return made;
}

MainWindow::~MainWindow() {
    if (m_model) {
        for (const auto& context : m_model->contexts()) {
            context->notes()->save();
        }
    }
    if (m_keepsPlace) {
        savePlace(*m_window);
    }
}

}  // namespace gaplight::ui
