// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/figure_painting.h"

#include <QGuiApplication>

#include "widgets/figure/figure_job.h"

namespace gaplight::ui {

Result<std::string> paintedFigure(const FigurePlan& plan, const Theme& theme, FigureFormat format,
                                  double scale) {
    // No window is opened, and a picture must not depend on the display that happens to be there.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // What Qt has to say of the machine it runs on is no answer to whoever asked for a picture.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    int argc = 1;
    char name[] = "gaplight";
    char* argv[] = {name, nullptr};
    const QGuiApplication application(argc, argv);
    return figureBytes({plan, theme, format, scale}).map([](const QByteArray& bytes) {
        return bytes.toStdString();
    });
}

}  // namespace gaplight::ui
