// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/session/trace_load.h"

#include <utility>

namespace gaplight::ui {

TraceLoad::TraceLoad(const TraceOpener& open, std::string path, Callbacks callbacks)
    : m_thread([this, open, path = std::move(path),
                callbacks = std::move(callbacks)](const std::stop_token& stop) {
          OpenOptions options;
          options.onProgress = callbacks.onProgress;
          options.stop = stop;
          options.finishEarly = &m_finishEarly;
          auto session = open(path, options);
          if (!session) {
              callbacks.onDone(tl::unexpected<Error>(std::move(session.error())));
              return;
          }
          auto data = SceneData::build(std::move(*session), stop);
          if (data == nullptr) {
              callbacks.onDone(fail(ErrorCode::Cancelled, path + ": loading was cancelled"));
              return;
          }
          callbacks.onDone(std::move(data));
      }) {}

}  // namespace gaplight::ui
