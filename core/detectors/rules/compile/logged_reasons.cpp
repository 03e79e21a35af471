// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/compile/logged_reasons.h"

#include <string>
#include <string_view>
#include <utility>

namespace gaplight {
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
