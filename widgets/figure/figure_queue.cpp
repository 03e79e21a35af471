// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/figure/figure_queue.h"

#include <exception>
#include <utility>

#include <QGuiApplication>
#include <QPointer>

#include "widgets/session/pool_work.h"

namespace gaplight::ui {

void FigureQueue::start(Prepare prepare) {
    m_next = std::move(prepare);
    runNext();
}

void FigureQueue::startPreview(Prepare prepare) {
    m_preview = std::move(prepare);
    runNext();
}

void FigureQueue::clear() {
    m_next.reset();
    m_preview.reset();
    ++m_generation;
}

void FigureQueue::runNext() {
    if (m_isRunning || (!m_next && !m_preview)) {
        return;
    }
    const Prepare prepare = *std::exchange(m_next ? m_next : m_preview, std::nullopt);
    Work work = prepare();
    if (!work) {
        return runNext();
    }
    m_isRunning = true;
    Q_EMIT progressed();
    QPointer<FigureQueue> self(this);
    startOnPool([self, work = std::move(work), generation = m_generation] {
        Finish finish;
        try {
            finish = work();
        } catch (const std::exception&) {
            finish = [] {};  // the queue goes on with the next figure
        }
        QMetaObject::invokeMethod(qApp, [self, finish, generation] {
            if (self) {
                self->m_isRunning = false;
                if (generation == self->m_generation) {
                    finish();
                }
                Q_EMIT self->progressed();
                self->runNext();
            }
        });
    });
}

}  // namespace gaplight::ui
