// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/resource_release.h"

#include <QQuickWindow>
#include <QRunnable>

#include "core/io/free_memory.h"
#include "widgets/window/window_model.h"

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
    // On the rendering thread, behind the release.
    m_window->scheduleRenderJob(QRunnable::create(returnFreeMemory), QQuickWindow::NoStage);
}

}  // namespace gaplight::ui
