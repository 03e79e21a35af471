// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/figures/figures.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include <QGuiApplication>

#include "app/process/bundled_qt.h"
#include "app/process/message_line.h"
#include "widgets/figure/figure_export.h"

namespace gaplight::ui {

Result<std::string> paintedFigure(const FigurePlan& plan, const Theme& theme, FigureFormat format,
                                  double scale) {
    // No window is opened, and a figure must not depend on the display.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    findBundledPlugins();
    if (std::string refusal = offscreenRefusal(); !refusal.empty()) {
        return fail(ErrorCode::BadArgument, std::move(refusal));
    }
    // Messages of Qt about the machine do not belong on standard error of a command.
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString&) {
        if (type == QtFatalMsg) {  // Qt would abort the program
            std::_Exit(failWith(kExitUsage,
                                "Qt cannot load its plugin 'offscreen', with which images are "
                                "painted; figures in SVG and reports need none"));
        }
    });
    int argc = 1;
    char name[] = "gaplight";
    char* argv[] = {name, nullptr};
    std::optional<NoRuntimeFolder> start(std::in_place);
    const QGuiApplication application(argc, argv);
    start.reset();
    return figureBytes({plan, theme, format, scale}).map([](const QByteArray& bytes) {
        return bytes.toStdString();
    });
}

}  // namespace gaplight::ui
