// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/cached_opening.h"

#include <utility>

#include "app/loading/remote_opening.h"
#include "app/loading/trace_loading.h"
#include "core/io/config_directory.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {

CachedOpening::CachedOpening(const TraceReading& reading)
    : m_reading(reading), m_cache(reading.ignoresCache ? std::string() : packDirectory()) {}

Result<std::shared_ptr<const Session>> CachedOpening::open(const std::string& path,
                                                           const OpenOptions& options) {
    if (isRemotePath(path)) {
        return openRemoteSession(path, options, remoteReading(m_reading));
    }
    const std::string key = m_cache.keyOf(path);
    if (auto kept = m_cache.open(path, key, options)) {
        return *std::move(kept);
    }
    Result<std::shared_ptr<const Session>> session = openSession(path, options);
    if (session && !key.empty()) {
        const std::scoped_lock lock(m_mutex);
        m_toKeep.push_back(path);
    }
    return session;
}

void CachedOpening::keepOthers() {
    const std::scoped_lock lock(m_mutex);
    keepInBackground(std::exchange(m_toKeep, {}));
}

}  // namespace gaplight::ui
