// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/trace_load.h"

#include <utility>

#include "core/base/exhaustion.h"

namespace gaplight::ui {

TraceLoad::TraceLoad(const TraceOpener& open, std::string path, Callbacks callbacks)
    : m_thread([this, open, path = std::move(path),
                callbacks = std::move(callbacks)](const std::stop_token& stop) {
          OpenOptions options;
          options.onProgress = callbacks.onProgress;
          options.stop = stop;
          options.finishEarly = &m_finishEarly;
          callbacks.onDone(failOnExhaustion(path, [&]() -> LoadResult {
              auto session = open(path, options);
              if (!session) {
                  return tl::unexpected<Error>(std::move(session.error()));
              }
              auto data = SceneData::build(std::move(*session), stop);
              if (data == nullptr) {
                  return fail(ErrorCode::Cancelled, path + ": loading was cancelled");
              }
              return data;
          }));
      }) {}

}  // namespace gaplight::ui
