// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/screenshot.h"

#include <algorithm>
#include <utility>

#include <QBuffer>
#include <QByteArray>
#include <QImage>

#include "core/io/output_writer.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

// Late layout and the texture of new glyphs come a frame after what they belong to.
constexpr int kRestingFrames = 3;

}  // namespace

Screenshot::Screenshot(MainWindow& window, QString path, Done done)
    : m_window(window), m_path(std::move(path)), m_done(std::move(done)) {
    connect(&window.window(), &QQuickWindow::frameSwapped, this, &Screenshot::afterFrame,
            Qt::QueuedConnection);
    for (const LoadingObject* file : window.model().openFiles()) {
        connect(file, &LoadingObject::stateChanged, this, &Screenshot::checkFiles);
    }
    // The image does not depend on the position of the pointer.
    window.window().setFlag(Qt::WindowTransparentForInput);
    window.window().update();
}

void Screenshot::checkFiles() {
    for (const LoadingObject* file : m_window.model().openFiles()) {
        if (file->state() == LoadingObject::Failed) {
            finish(Error{ErrorCode::NotReadable, toStdString(file->errorText()), std::nullopt});
        }
    }
    m_window.window().update();
}

bool Screenshot::isComplete() {
    const SessionObject& session = *m_window.model().session();
    const MemoryObject& memory = *m_window.model().memory()->file();
    const auto isLoading = [](const LoadingObject* file) {
        return file->state() == LoadingObject::Loading;
    };
    if (std::ranges::any_of(m_window.model().openFiles(), isLoading) ||
        session.updatingFindings() ||
        isLoading(&m_window.model().comparison()->provenanceOfOther())) {
        return false;
    }
    const MemoryItem* stack = m_window.model().state()->memoryView();
    if (memory.isPageShown() &&
        (stack == nullptr || stack->displayList().rects.empty() || stack->view().moving())) {
        return false;
    }
    const bool shown =
        session.state() == SessionObject::Empty ||
        (session.state() == SessionObject::Ready &&
         !m_window.timeline().displayList().rects.empty() && !m_window.timeline().view().moving());
    const ComparisonObject& comparison = *m_window.model().comparison();
    if (comparison.active() && comparison.result() == nullptr) {
        return false;
    }
    RankSetObject& ranks = *m_window.model().ranks();
    if (ranks.active() && ranks.computesCost()) {
        return false;
    }
    const auto& contexts = m_window.model().contexts();
    return shown && std::none_of(contexts.begin(), contexts.end(), [](const auto& context) {
               return context->details()->collecting();
           });
}

void Screenshot::afterFrame() {
    m_restingFrames = isComplete() ? m_restingFrames + 1 : 0;
    if (m_restingFrames < kRestingFrames) {
        m_window.window().update();
        return;
    }
    const QImage image = m_window.window().grabWindow();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (image.isNull() || !image.save(&buffer, "PNG")) {
        finish(Error{ErrorCode::WriteFailed,
                     toStdString(m_path) + ": the window could not be drawn", std::nullopt});
        return;
    }
    const Result<void> written = writeOutputFile(toStdString(m_path), bytes.toStdString());
    finish(written ? std::nullopt : std::optional(written.error()));
}

void Screenshot::finish(std::optional<Error> error) {
    if (!std::exchange(m_finished, true)) {
        m_done(std::move(error));
    }
}

}  // namespace gaplight::ui
