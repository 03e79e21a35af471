// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/session/pack_cache.h"

namespace gaplight::ui {

// Opens traces of the window from the packs that are kept, and keeps those of others in the
// background: on one thread of the lowest priority, so that it delays no frame. Its end stops what
// is being written. Safe from any thread.
class PackKeeping {
public:
    // `folder`: as of PackCache; `installsOnRemote`: as of RemoteReading.
    PackKeeping(std::string folder, bool installsOnRemote)
        : m_cache(std::move(folder)), m_installsOnRemote(installsOnRemote) {}

    // As openSession().
    [[nodiscard]] Result<std::shared_ptr<const Session>> open(const std::string& path,
                                                              const OpenOptions& options);

private:
    PackCache m_cache;
    bool m_installsOnRemote;
    std::mutex m_mutex;
    std::vector<std::jthread> m_writers;  // one for each trace that was opened and not kept yet
};

}  // namespace gaplight::ui
