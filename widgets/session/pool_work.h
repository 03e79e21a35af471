// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include <QFutureWatcher>
#include <QPromise>
#include <QThreadPool>

namespace gaplight::ui {

// Runs `work` on a thread of the pool. Memory that is refused to it ends the work: a QPromise that
// it holds is cancelled, and has no result.
template <class Work>
void startOnPool(Work work) {
    QThreadPool::globalInstance()->start([work = std::move(work)]() mutable {
        try {
            work();
        } catch (const std::exception&) {  // std::bad_alloc: nothing else is thrown
        }
    });
}

// Runs work on a pool thread, one piece at a time, and passes its result to `receive` on the thread
// that created this object. The result is dropped if other work is started, or this object
// destroyed, before the work is done.
//
// QFuture::then() with a context is not used: in Qt 6.4 the pool thread reads the context when it
// finishes, which a closing window may be destroying. A watcher is disconnected under a lock.
template <class Answer>
class PoolWork {
public:
    explicit PoolWork(std::function<void(const Answer&)> receive) {
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher,
                         [this, receive = std::move(receive)] {
                             if (const auto future = m_watcher.future(); future.resultCount() > 0) {
                                 receive(future.resultAt(0));
                             }
                         });
    }

    void start(std::function<Answer()> work) {
        auto promise = std::make_shared<QPromise<Answer>>();
        m_watcher.setFuture(promise->future());
        startOnPool([promise, work = std::move(work)] {
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
