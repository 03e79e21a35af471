// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/arg_key_loader.h"

#include <algorithm>
#include <utility>

#include <QPromise>

#include "widgets/session/pool_work.h"

namespace gaplight::ui {
namespace {

constexpr int kProgressSteps = 1'000;

}  // namespace

ArgKeyLoader::ArgKeyLoader(QObject* parent) : QObject(parent) {
    connect(&m_watcher, &QFutureWatcherBase::progressValueChanged, this, [this](int step) {
        // 1 only with the last batch: readers of the keys must not take those of a part for all.
        setProgress(std::min(step / static_cast<double>(kProgressSteps), 0.999));
    });
    connect(&m_watcher, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { receive(m_watcher.future().resultAt(index)); });
}

ArgKeyLoader::~ArgKeyLoader() {
    m_stop.request_stop();
}

void ArgKeyLoader::reset() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_watcher.setFuture({});
    m_keys.reset();
    setProgress(1);
}

void ArgKeyLoader::start(const LoadedTrace& trace) {
    if (!trace || m_keys || isReading()) {
        return;
    }
    auto promise = std::make_shared<QPromise<Batch>>();
    promise->setProgressRange(0, kProgressSteps);
    m_watcher.setFuture(promise->future());
    setProgress(0);
    startOnPool([promise, trace, stop = m_stop.get_token()] {
        promise->start();
        ArgKeys::Listener listener;
        listener.onProgress = [&](double share) {
            promise->setProgressValue(static_cast<int>(share * kProgressSteps));
        };
        listener.onPartialKeys = [&](const ArgKeys& partial) {
            promise->addResult(Batch{std::make_shared<const ArgKeys>(partial), false});
        };
        Result<ArgKeys> keys = ArgKeys::read(trace->session().details, stop, listener);
        if (!stop.stop_requested()) {
            promise->addResult(
                Batch{keys ? std::make_shared<const ArgKeys>(std::move(*keys)) : nullptr, true});
        }
        promise->finish();
    });
}

void ArgKeyLoader::receive(const Batch& batch) {
    m_keys = batch.keys;
    if (batch.isComplete) {
        setProgress(1);  // before the signal: a search for values waits for all keys
    }
    Q_EMIT keysRead();
}

void ArgKeyLoader::setProgress(double share) {
    m_progress = share;
    Q_EMIT progressChanged();
}

}  // namespace gaplight::ui
