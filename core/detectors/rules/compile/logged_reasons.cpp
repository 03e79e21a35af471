// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/compile/logged_reasons.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/python_frame.h"

namespace gaplight {

FrameNames::FrameNames(const Trace& trace, const PlaceFinder& places,
                       std::span<const CompiledRegion> regions)
    : m_trace(trace) {
    for (const CompiledRegion& region : regions) {
        if (region.frame.isValid()) {
            const StringId name = trace.slices().name(region.frame);
            if (places.isUserFrame(name)) {
                m_functions.emplace(region.id.frame, name);
            }
        }
    }
}

void FrameNames::set(std::int32_t frame, FindingValues& values) const {
    values.set("frame", CaseName{frame < 0 ? "unnamed" : "numbered"});
    if (frame >= 0) {
        values.set("frame_id", std::to_string(frame));
    }
    if (const StringId name = function(frame); name.isValid()) {
        const std::string_view path = shortFrame(m_trace.text(name));
        values.set("frame_function", std::string(functionOfFrame(path)));
        values.set("frame_line", std::string(path.substr(0, path.find(": "))));
    }
}

StringId FrameNames::function(std::int32_t frame) const {
    const auto at = m_functions.find(frame);
    return at == m_functions.end() ? StringId{} : at->second;
}

namespace {

// "/usr/lib/python3/site-packages/diffusers/x.py" → "diffusers/x.py"; "/srv/app/run.py" → "run.py".
std::string_view shortFile(std::string_view path) {
    for (const std::string_view root : {"site-packages/", "dist-packages/"}) {
        if (const std::size_t at = path.rfind(root); at != std::string_view::npos) {
            return path.substr(at + root.size());
        }
    }
    return path.substr(path.rfind('/') + 1);
}

std::string placeText(const SourceLine& at) {
    if (at.file.empty()) {
        return {};
    }
    return std::string(shortFile(at.file)) + (at.line > 0 ? ":" + std::to_string(at.line) : "");
}

// Adds a reason unless it is there already; whether there is room for more.
class ReasonRows {
public:
    void add(const std::string& reason, const std::string& place) {
        if (m_rows.size() == kMaxLoggedReasons || !m_seen.emplace(reason, place).second) {
            return;
        }
        FindingValues& row = m_rows.emplace_back();
        row.set(kRowCase, CaseName{place.empty() ? "anywhere" : "at"});
        row.set("logged_reason", reason);
        row.set("logged_at", place);
    }
    [[nodiscard]] ValueRows take() { return std::move(m_rows); }

private:
    ValueRows m_rows;
    std::set<std::pair<std::string, std::string>> m_seen;
};

}  // namespace

ValueRows loggedBreaks(const CompileLog* log, const std::set<std::int32_t>& frames) {
    ReasonRows rows;
    if (log != nullptr) {
        for (const GraphBreakReason& one : log->breaks) {
            if (frames.contains(one.id.frame)) {
                rows.add(one.reason, placeText(one.at));
            }
        }
    }
    return rows.take();
}

ValueRows loggedRecompiles(const CompileLog* log, const std::set<std::int32_t>& frames) {
    ReasonRows rows;
    if (log != nullptr) {
        for (const RecompileReason& one : log->recompiles) {
            for (const std::string& reason : one.reasons) {
                if (frames.contains(one.id.frame)) {
                    rows.add(reason, {});
                }
            }
        }
    }
    return rows.take();
}

ValueRows loggedHints(const CompileLog* log, const std::set<std::int32_t>& frames) {
    ValueRows rows;
    std::set<std::string_view> seen;
    if (log == nullptr) {
        return rows;
    }
    for (const GraphBreakReason& one : log->breaks) {
        if (frames.contains(one.id.frame) && !one.hint.empty() && rows.size() < kMaxLoggedReasons &&
            seen.insert(one.hint).second) {
            FindingValues& row = rows.emplace_back();
            row.set(kRowCase, CaseName{"hint"});
            row.set("logged_hint", one.hint);
        }
    }
    return rows;
}

}  // namespace gaplight
