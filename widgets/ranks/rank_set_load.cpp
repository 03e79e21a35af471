// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_set_load.h"

#include <algorithm>
#include <utility>

#include "core/ranks/rank_set_chart.h"
#include "core/remote/list_remote_folder.h"

namespace gaplight::ui {
namespace {

// Sums, and the stage of the files that are least far.
LoadProgress sumOf(const std::vector<LoadProgress>& files) {
    LoadProgress sum;
    sum.stage = LoadStage::Analyzing;
    bool isTotalKnown = true;
    for (const LoadProgress& one : files) {
        sum.stage = std::min(sum.stage, one.stage);
        sum.bytesRead += one.bytesRead;
        sum.bytesTotal += one.bytesTotal;
        sum.events += one.events;
        sum.slices += one.slices;
        isTotalKnown = isTotalKnown && (one.bytesTotal > 0 || one.bytesRead == 0);
    }
    sum.bytesTotal = isTotalKnown ? sum.bytesTotal : 0;
    return sum;
}

}  // namespace

Result<void> RankSetLoad::listFiles(const std::stop_token& stop) {
    const Result<RemotePath> folder = parseRemotePath(m_remoteFolder);
    if (!folder) {
        return tl::unexpected<Error>(folder.error());
    }
    Result<std::vector<std::string>> files = listRemoteFolder(*folder, sshOfUser(true), stop);
    if (!files) {
        return tl::unexpected<Error>(std::move(files.error()));
    }
    const std::lock_guard lock(m_mutex);
    m_files = *std::move(files);
    m_progress.resize(m_files.size());
    return {};
}

Result<std::shared_ptr<const Session>> RankSetLoad::run(const TraceOpener& open,
                                                        const OpenOptions& options) {
    if (!m_remoteFolder.empty()) {
        if (const Result<void> listed = listFiles(options.stop); !listed) {
            return tl::unexpected<Error>(listed.error());
        }
    }
    RankSetOptions wanted;
    wanted.stop = options.stop;
    wanted.finishEarly = options.finishEarly;
    wanted.settings = options.settings;
    wanted.open = open;
    wanted.onProgress = [&](std::size_t file, const LoadProgress& progress) {
        LoadProgress sum;
        {
            const std::lock_guard lock(m_mutex);
            m_progress[file] = progress;
            sum = sumOf(m_progress);
        }
        options.onProgress(sum);
    };
    auto set = openRankSet(m_files, wanted);
    if (!set) {
        return tl::unexpected<Error>(std::move(set.error()));
    }
    m_set = *set;
    m_chart = std::make_shared<const RankChart>(chartOf(**set));
    return (*set)->ranks[rankToShowFirst(**set)].session;
}

std::vector<LoadProgress> RankSetLoad::progress() const {
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

}  // namespace gaplight::ui
