// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

namespace gaplight::ui {

// Work on a pool thread, one at a time, whose answer is taken on the thread that made this. An
// answer that is still under way when other work is started, or when this is destroyed, is dropped.
//
// Why not QFuture::then() with a context: in Qt 6.4 the other thread looks at the context when it
// finishes, and a window that closes at that moment has just destroyed it. A watcher is
// disconnected under a lock.
template <class Answer>
class PoolWork {
public:
    explicit PoolWork(std::function<void(const Answer&)> take) {
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher,
                         [this, take = std::move(take)] {
                             if (const auto future = m_watcher.future(); future.resultCount() > 0) {
                                 take(future.resultAt(0));
                             }
                         });
    }

    void start(std::function<Answer()> work) {
        auto promise = std::make_shared<QPromise<Answer>>();
        m_watcher.setFuture(promise->future());
        QThreadPool::globalInstance()->start([promise, work = std::move(work)] {
            promise->start();
            promise->addResult(work());
            promise->finish();
        });
    }

    void drop() { m_watcher.setFuture({}); }

private:
    QFutureWatcher<Answer> m_watcher;
};

}  // namespace gaplight::ui
