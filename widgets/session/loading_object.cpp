// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/loading_object.h"

#include <algorithm>
#include <system_error>

#include <QFileInfo>

#include "core/base/exhaustion.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

QString loadProgressText(const LoadProgress& progress) {
    switch (progress.stage) {
        case LoadStage::Reading:
        case LoadStage::ReadingRemote:
            break;
        case LoadStage::Reconnecting:
            return QStringLiteral("the connection broke; connecting again");
        case LoadStage::Receiving:
            return QStringLiteral("received %1").arg(bytesText(progress.bytesRead));
        case LoadStage::Sorting:
            return QStringLiteral("sorting %1").arg(countText(progress.slices, "slice", "slices"));
        case LoadStage::Analyzing:
            return QStringLiteral("measuring %1")
                .arg(countText(progress.slices, "slice", "slices"));
    }
    const QString read =
        (progress.stage == LoadStage::ReadingRemote ? QStringLiteral("reading there %1")
                                                    : QStringLiteral("reading %1"))
            .arg(progress.bytesTotal == 0 ? bytesText(progress.bytesRead)
                                          : bytesOfText(progress.bytesRead, progress.bytesTotal));
    return QStringLiteral("%1 · %2").arg(read, countText(progress.slices, "slice", "slices"));
}

double shareRead(const LoadProgress& progress) {
    return progress.bytesTotal == 0 ? -1
                                    : std::min(1.0, static_cast<double>(progress.bytesRead) /
                                                        static_cast<double>(progress.bytesTotal));
}

std::uint64_t FileLoads::start(const std::string& path, Work work, const Callbacks& callbacks) {
    const std::uint64_t number = ++m_count;
    Load& load = *m_loads.emplace_back(std::make_unique<Load>());
    load.number = number;
    const auto post = [this, number](bool isLast, const Step& step) {
        QMetaObject::invokeMethod(
            &m_receiver, [this, number, isLast, step] { run(number, isLast, step); },
            Qt::QueuedConnection);
    };
    const auto finish = [post, onFailed = callbacks.onFailed](const Result<Step>& result) {
        post(
            true, result ? *result : [onFailed, error = result.error()] { onFailed(error); });
    };
    try {
        load.thread =
            std::jthread([path, work = std::move(work), callbacks, post, finish,
                          &finishesEarly = load.finishEarly](const std::stop_token& stop) {
                OpenOptions options;
                options.stop = stop;
                options.finishEarly = &finishesEarly;
                options.onProgress = [&](const LoadProgress& progress) {
                    if (callbacks.onProgress) {
                        post(false, [onProgress = callbacks.onProgress, progress] {
                            onProgress(progress);
                        });
                    }
                };
                finish(failOnExhaustion(path, [&] {
                    return work(options, [&](const Step& step) { post(false, step); });
                }));
            });
    } catch (const std::system_error& refusal) {  // no thread
        finish(tl::unexpected<Error>(exhaustionError(path, refusal)));
    }
    return number;
}

std::vector<std::unique_ptr<FileLoads::Load>>::iterator FileLoads::find(std::uint64_t number) {
    return std::ranges::find_if(m_loads,
                                [number](const auto& load) { return load->number == number; });
}

void FileLoads::retire(std::uint64_t number) {
    if (const auto load = find(number); load != m_loads.end()) {
        (*load)->isRetired = true;
        (*load)->thread.request_stop();
    }
}

void FileLoads::finishEarly(std::uint64_t number) {
    if (const auto load = find(number); load != m_loads.end()) {
        (*load)->finishEarly = true;
    }
}

void FileLoads::run(std::uint64_t number, bool isLast, const Step& step) {
    const auto load = find(number);
    const bool isRetired = (*load)->isRetired;
    if (isLast) {
        m_loads.erase(load);
    }
    if (!isRetired) {
        step();
    }
}

void LoadingObject::begin(const QString& path, FileLoads::Work work) {
    m_path = path;
    m_progress = {};
    start(path, std::move(work));
    Q_EMIT progressChanged();
    setState(Loading);
}

void LoadingObject::start(const QString& path, FileLoads::Work work) {
    retireCurrent();
    // Both callbacks come later, when the number is known.
    const auto number = std::make_shared<std::uint64_t>(0);
    const auto onProgress = [this, number](const LoadProgress& progress) {
        if (*number == m_current && m_state == Loading) {
            m_progress = progress;
            Q_EMIT progressChanged();
        }
    };
    m_current = *number = m_loads.start(
        toStdString(path), std::move(work),
        {onProgress, [this, number](const Error& error) { receiveError(*number, error); }});
}

void LoadingObject::receiveError(std::uint64_t /*load*/, const Error& error) {
    fail(toQString(error.message));
}

void LoadingObject::cancel() {
    if (m_state == Loading) {
        retireCurrent();
        goBack();
    }
}

void LoadingObject::dismissError() {
    if (m_state == Failed) {
        goBack();
    }
}

bool LoadingObject::leave() {
    const bool leaves = m_state == Loading || m_state == Failed;
    cancel();
    dismissError();
    return leaves;
}

QString LoadingObject::fileName() const {
    return m_path == QLatin1String("-") ? QStringLiteral("standard input")
                                        : withoutBidiMarks(QFileInfo(m_path).fileName());
}

void LoadingObject::exchangePaths(LoadingObject& other) {
    std::swap(m_path, other.m_path);
    std::swap(m_shownPath, other.m_shownPath);
}

void LoadingObject::setState(State state) {
    m_state = state;
    Q_EMIT stateChanged();
}

void LoadingObject::fail(const QString& text) {
    m_errorText = text;
    setState(Failed);
}

void LoadingObject::goBack() {
    m_path = m_shownPath;
    setState(hasContent() ? Ready : Empty);
}

}  // namespace gaplight::ui
