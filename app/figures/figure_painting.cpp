// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/figures/figure_painting.h"

#include <optional>

#include <QGuiApplication>

#include "app/process/bundled_qt.h"
#include "app/process/runtime_folder.h"
#include "widgets/figure/figure_job.h"

namespace gaplight::ui {

Result<std::string> paintedFigure(const FigurePlan& plan, const Theme& theme, FigureFormat format,
                                  double scale) {
    // No window is opened, and a figure must not depend on the display.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Messages of Qt about the machine do not belong on standard error of a command.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    int argc = 1;
    char name[] = "gaplight";
    char* argv[] = {name, nullptr};
    findBundledPlugins();
    std::optional<NoRuntimeFolder> start(std::in_place);
    const QGuiApplication application(argc, argv);
    start.reset();
    return figureBytes({plan, theme, format, scale}).map([](const QByteArray& bytes) {
        return bytes.toStdString();
    });
}

}  // namespace gaplight::ui
