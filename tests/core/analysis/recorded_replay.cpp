// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/analysis/recorded_replay.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "core/formats/open_trace.h"
#include "core/io/byte_source.h"
#include "core/trace/trace_builder.h"
#include "tests/support/golden.h"

namespace gaplight::test {
namespace {

const std::string kEnding = ".json.zst";

std::shared_ptr<const Trace> load(const std::string& name) {
    auto source = openByteSource(dataFile(name + kEnding));
    if (!source) {
        throw std::runtime_error(source.error().message);
    }
    TraceBuilder builder;
    auto read = openTrace(**source, builder, {});
    if (!read) {
        throw std::runtime_error(read.error().message);
    }
    return builder.finish(std::move(read->result.facts));
}

}  // namespace

std::vector<std::string> recordedTraces() {
    std::vector<std::string> names;
    const std::filesystem::path folder = std::filesystem::path(GAPLIGHT_TEST_SOURCE_DIR) / "data";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(kEnding)) {
            names.push_back(name.substr(0, name.size() - kEnding.size()));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

RecordedReplay::RecordedReplay(const std::string& name)
    : m_trace(load(name)),
      m_launches(LaunchIndex::build(*m_trace)),
      m_analysis(analyze(*m_trace, m_launches)),
      m_replay(std::make_unique<const Replay>(Replay::build(*m_trace, m_launches, m_analysis))) {}

double RecordedReplay::change(const std::vector<ReplayEdit>& edits) const {
    return -100.0 * static_cast<double>(m_replay->saving(edits).count()) /
           static_cast<double>(m_replay->measuredWindow().count());
}

std::vector<ReplayEdit> RecordedReplay::withoutWaits(std::string_view annotation) const {
    const SliceTable& slices = m_trace->slices();
    const auto isInside = [&](const BlockingCall& call) {
        return std::any_of(m_analysis.annotationSlices.begin(), m_analysis.annotationSlices.end(),
                           [&](SliceId around) {
                               return m_trace->name(around) == annotation &&
                                      m_trace->trackOf(around) == call.track &&
                                      slices.range(around).contains(slices.start(call.slice));
                           });
    };
    std::vector<ReplayEdit> edits;
    for (const BlockingCall& call : m_analysis.blockingCalls) {
        if (!call.byProfiler && (annotation.empty() || isInside(call))) {
            edits.push_back({ReplayEdit::Kind::DropWait, call.slice, {}, {}, 0});
        }
    }
    return edits;
}

std::vector<ReplayEdit> RecordedReplay::everywhere(ReplayEdit::Kind kind, std::string_view name,
                                                   double factor) const {
    std::vector<ReplayEdit> edits;
    for (const SliceId slice : m_analysis.annotationSlices) {
        if (m_trace->name(slice) == name) {
            edits.push_back(
                {kind, slice, m_trace->trackOf(slice), m_trace->slices().range(slice), factor});
        }
    }
    return edits;
}

}  // namespace gaplight::test
