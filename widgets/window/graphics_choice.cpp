// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/graphics_choice.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QQuickWindow>
#include <QSGRendererInterface>

namespace gaplight::ui {
namespace {

bool openGlWorks() {
    QOpenGLContext context;
    if (!context.create()) {
        return false;
    }
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!surface.isValid() || !context.makeCurrent(&surface)) {
        return false;
    }
    context.doneCurrent();
    return true;
}

}  // namespace

void chooseGraphics() {
    const bool decided = qEnvironmentVariableIsSet("QT_QUICK_BACKEND") ||
                         qEnvironmentVariableIsSet("QSG_RHI_BACKEND");
    if (!decided && !openGlWorks()) {
        QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
    }
}

}  // namespace gaplight::ui
