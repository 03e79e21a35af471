// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/trace_load.h"

#include <algorithm>
#include <utility>

#include "core/base/exhaustion.h"
#include "core/base/result.h"
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

TraceLoad::TraceLoad(const TraceOpener& open, std::string path, Callbacks callbacks,
                     AddedCounters counters)
    : m_thread([this, open, path = std::move(path), callbacks = std::move(callbacks),
                counters = std::move(counters)](const std::stop_token& stop) {
          OpenOptions options;
          options.onProgress = callbacks.onProgress;
          options.stop = stop;
          options.finishEarly = &m_finishEarly;
          LoadedTrace early;
          const auto build = [&](std::shared_ptr<const Session> session) {
              // A pack that turns out to be damaged is followed by its trace.
              return early && early->session().trace == session->trace
                         ? early->analyzed(std::move(session), stop)
                         : SceneData::build(std::move(session), stop,
                                            counters ? std::span<const CounterCurve>(*counters)
                                                     : std::span<const CounterCurve>());
          };
          if (callbacks.onReadable) {
              options.onReadable = [&](const std::shared_ptr<const Session>& session) {
                  early = build(session);
                  if (early) {
                      callbacks.onReadable(early);
                  }
              };
          }
          callbacks.onDone(failOnExhaustion(path, [&]() -> LoadResult {
              auto session = TRY(open(path, options));
              auto data = build(std::move(session));
              if (data == nullptr) {
                  return fail(ErrorCode::Cancelled, path + ": loading was cancelled");
              }
              return data;
          }));
      }) {}

}  // namespace gaplight::ui
