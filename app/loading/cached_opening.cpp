// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/loading.h"

#include <utility>

#include "app/loading/remote_opening.h"
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
    KeptOrFile<std::shared_ptr<const Session>> opened = m_cache.openKeptOrFile(path, options);
    if (!opened.keyToKeep.empty()) {
        const std::scoped_lock lock(m_mutex);
        m_toKeep.push_back(path);
    }
    return std::move(opened.loaded);
}

void CachedOpening::keepOthers() {
    const std::scoped_lock lock(m_mutex);
    keepInBackground(std::exchange(m_toKeep, {}));
}

}  // namespace gaplight::ui
