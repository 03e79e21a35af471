// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/window/pack_keeping.h"

#include <exception>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <tbb/task_arena.h>

#include "app/loading/remote_opening.h"
#include "core/remote/remote_path.h"

namespace gaplight::ui {
namespace {

constexpr int kLowestPriority = 19;

// Only of the calling thread, as Linux has it.
void lowerPriority() {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kLowestPriority);
}

}  // namespace

Result<std::shared_ptr<const Session>> PackKeeping::open(const std::string& path,
                                                         const OpenOptions& options) {
    if (isRemotePath(path)) {
        return openRemoteSession(path, options, {SshQuestions::Window, m_installsOnRemote});
    }
    KeptOrFile<std::shared_ptr<const Session>> opened = m_cache.openKeptOrFile(path, options);
    if (!opened.keyToKeep.empty()) {
        const std::scoped_lock lock(m_mutex);
        m_writers.emplace_back([this, key = opened.keyToKeep,
                                session = *opened.loaded](const std::stop_token& stop) {
            lowerPriority();
            tbb::task_arena alone(1);
            alone.execute([&] {
                try {
                    (void)m_cache.keep(*session->trace, session->details.of(SourceId()), key, stop);
                } catch (const std::exception&) {  // no memory for it: the trace is read again
                }
            });
        });
    }
    return std::move(opened.loaded);
}

}  // namespace gaplight::ui
