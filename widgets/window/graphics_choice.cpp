// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/graphics_choice.h"

#include <QGuiApplication>
#include <QLibrary>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QQuickWindow>
#include <QSGRendererInterface>

namespace gaplight::ui {
namespace {

// Whether the X server and the OpenGL of this machine have a visual in common. Where they do not (a
// server on another machine, a container without a driver), Qt ends the program as soon as a
// context is made ("Could not initialize GLX").
bool hasGlxVisual() {
    const auto* x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    // The offscreen platform answers, too, without a display.
    if (x11 == nullptr || x11->display() == nullptr ||
        qEnvironmentVariableIsSet("QT_XCB_GL_INTEGRATION")) {
        return true;  // Qt does not use GLX
    }
    // Of glx.h, which needs more packages than Qt does.
    constexpr int kDrawableType = 0x8010;
    constexpr int kRenderType = 0x8011;
    constexpr int kWindowBit = 1;
    constexpr int kRgbaBit = 1;
    constexpr int kAttributes[] = {kDrawableType, kWindowBit, kRenderType, kRgbaBit, 0};
    using ChooseConfig = void** (*)(Display*, int screen, const int* attributes, int* count);
    using DefaultScreen = int (*)(Display*);
    using Free = int (*)(void*);
    QLibrary glx(QStringLiteral("GLX"), 0);
    QLibrary gl(QStringLiteral("GL"), 1);
    QLibrary x(QStringLiteral("X11"), 6);
    QFunctionPointer choose = glx.resolve("glXChooseFBConfig");
    choose = choose != nullptr ? choose : gl.resolve("glXChooseFBConfig");
    const auto screenOf = reinterpret_cast<DefaultScreen>(x.resolve("XDefaultScreen"));
    const auto release = reinterpret_cast<Free>(x.resolve("XFree"));
    if (choose == nullptr || screenOf == nullptr || release == nullptr) {
        return false;
    }
    int count = 0;
    void** configs = reinterpret_cast<ChooseConfig>(choose)(
        x11->display(), screenOf(x11->display()), kAttributes, &count);
    if (configs != nullptr) {
        release(configs);
    }
    return count > 0;
}

bool openGlWorks() {
    if (!hasGlxVisual()) {
        return false;
    }
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
