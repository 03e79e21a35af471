// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_load.h"

#include <chrono>
#include <utility>

#include "core/base/exhaustion.h"
#include "core/session/settings_file.h"

namespace gaplight::ui {
namespace {

// Limits how often progress is reported: each report is an event of the GUI thread.
class ProgressLimit {
public:
    [[nodiscard]] bool isDue() {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < std::chrono::milliseconds(33)) {
            return false;
        }
        m_last = now;
        return true;
    }

private:
    std::chrono::steady_clock::time_point m_last;
};

}  // namespace

MemoryLoad::MemoryLoad(std::string path, std::string configDirectory,
                       std::shared_ptr<const Session> trace, Callbacks callbacks)
    : m_thread([path = std::move(path), configDirectory = std::move(configDirectory),
                trace = std::move(trace),
                callbacks = std::move(callbacks)](const std::stop_token& stop) {
          MemoryOpenOptions options;
          options.stop = stop;
          options.trace = trace;
          ProgressLimit limit;
          options.onProgress = [&](std::uint64_t read, std::uint64_t total) {
              if (limit.isDue()) {
                  callbacks.onProgress(read, total);
              }
          };
          callbacks.onDone(failOnExhaustion(path, [&]() -> MemoryResult {
              if (!configDirectory.empty()) {
                  Result<TraceSettings> settings = settingsFor(path, configDirectory);
                  if (settings) {
                      options.settings = std::move(settings->settings);
                  }
              }
              return MemoryData::open(path, options);
          }));
      }) {}

}  // namespace gaplight::ui
