// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/trace_load.h"

#include <utility>

#include "core/base/exhaustion.h"
#include "core/base/result.h"

namespace gaplight::ui {

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
