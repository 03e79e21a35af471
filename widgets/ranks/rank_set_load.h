// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/ranks/rank_set.h"
#include "core/scene/ranks/rank_chart.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The load of a set of ranks, shared by the thread that runs it and the window.
class RankSetLoad {
public:
    explicit RankSetLoad(std::vector<std::string> files)
        : m_files(std::move(files)), m_progress(m_files.size()) {}

    // The traces in a folder of another machine, which are listed first.
    explicit RankSetLoad(std::string remoteFolder) : m_remoteFolder(std::move(remoteFolder)) {}

    // On the loading thread: opens all files, by `open`, and returns the rank to show first.
    // Progress is of all files together. Errors: as openRankSet(), listRemoteFolder().
    [[nodiscard]] Result<std::shared_ptr<const Session>> run(const TraceOpener& open,
                                                             const OpenOptions& options);

    // Progress of each file so far. May be called from any thread.
    [[nodiscard]] std::vector<LoadProgress> progress() const;
    // When run() is done; null where it failed.
    [[nodiscard]] const std::shared_ptr<const RankSet>& set() const { return m_set; }
    [[nodiscard]] const std::shared_ptr<const RankChart>& chart() const { return m_chart; }

private:
    [[nodiscard]] Result<void> listFiles(const std::stop_token& stop);

    std::string m_remoteFolder;  // empty: the files are known
    std::vector<std::string> m_files;
    mutable std::mutex m_mutex;
    std::vector<LoadProgress> m_progress;  // guarded by m_mutex
    std::shared_ptr<const RankSet> m_set;
    std::shared_ptr<const RankChart> m_chart;
};

}  // namespace gaplight::ui
