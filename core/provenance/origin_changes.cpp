// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/origin_changes.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "core/analysis/torch/torch_names.h"

namespace gaplight {
namespace {

constexpr std::array kComparedKinds{OriginKind::Module, OriginKind::Operator};

void add(OriginSum& sum, Duration time) {
    ++sum.kernels;
    sum.time += time;
}

class OriginSums {
public:
    void addRun(const OriginRun& run, std::size_t number) {
        OriginPaths paths;
        SliceId lastParent;
        OriginPathId lastPath;
        for (std::size_t at = 0; at < run.trace.gpuActivities().size(); ++at) {
            const SliceId slice = run.trace.gpuActivities()[at].slice;
            if (run.trace.kind(slice) != SliceKind::Kernel ||
                !run.range.contains(run.trace.slices().start(slice))) {
                continue;
            }
            const Duration time = run.trace.slices().duration(slice);
            const NodeOrigin* node = run.replays != nullptr ? run.replays->find(slice) : nullptr;
            if (node != nullptr) {
                addKernel(run.replays->paths, node->path, time, number);
                continue;
            }
            const SliceId launch = run.launches.launchOf(ActivityId(at));
            const SliceId parent = launch.isValid() ? run.trace.slices().parent(launch) : SliceId();
            if (!parent.isValid()) {
                addKernel(paths, {}, time, number);
                continue;
            }
            if (parent != lastParent) {
                lastParent = parent;
                lastPath = addPathOf(run.trace, run.places, parent, paths);
            }
            addKernel(paths, lastPath, time, number);
        }
    }

    [[nodiscard]] OriginChanges take() {
        for (const auto& [key, runs] : m_rows) {
            m_changes.rows.push_back({key.first, key.second, runs});
        }
        const auto most = [](const OriginChange& row) {
            return std::max(row.runs[0].time, row.runs[1].time);
        };
        std::stable_sort(m_changes.rows.begin(), m_changes.rows.end(),
                         [&](const OriginChange& a, const OriginChange& b) {
                             return a.kind != b.kind ? a.kind < b.kind : most(a) > most(b);
                         });
        return std::move(m_changes);
    }

private:
    void addKernel(const OriginPaths& paths, OriginPathId path, Duration time, std::size_t number) {
        add(m_changes.kernels[number], time);
        bool isPlaced = false;
        for (const OriginKind kind : kComparedKinds) {
            const std::string_view text = paths.innermostText(path, kind);
            if (!text.empty()) {
                isPlaced = true;
                add(m_rows[{kind, std::string(text)}][number], time);
            }
        }
        if (!isPlaced) {
            add(m_changes.unplaced[number], time);
        }
    }

    std::map<std::pair<OriginKind, std::string>, std::array<OriginSum, 2>> m_rows;
    OriginChanges m_changes;
};

}  // namespace

std::string_view originShortName(const OriginChange& row) {
    return moduleNameOf(row.name);
}

OriginChanges compareOrigins(const OriginRun& a, const OriginRun& b) {
    OriginSums sums;
    sums.addRun(a, 0);
    sums.addRun(b, 1);
    return sums.take();
}

}  // namespace gaplight
