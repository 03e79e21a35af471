// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/sarif_document.h"

#include <utility>

#include "core/base/digit_run.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"

namespace gaplight {

std::string_view sarifLevel(Severity severity) {
    switch (severity) {
        case Severity::Critical:
            return "error";
        case Severity::Warning:
            return "warning";
        case Severity::Info:
            break;
    }
    return "note";
}

std::optional<Json> sarifSource(std::string_view frame) {
    const std::size_t close = frame.find("): ");
    const std::size_t open = close == std::string_view::npos ? close : frame.rfind('(', close);
    if (open == std::string_view::npos) {
        return std::nullopt;
    }
    const auto line = parseNumber<int>(frame.substr(open + 1, close - open - 1));
    if (!line || *line < 1) {
        return std::nullopt;
    }
    return Json{{"artifactLocation", {{"uri", fileUri(frame.substr(0, open))}}},
                {"region", {{"startLine", *line}}}};
}

Json sarifFile(const std::string& path) {
    return {{"artifactLocation", {{"uri", fileUri(path)}}}};
}

std::string sarifMessage(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        escaped += text.substr(at).starts_with("](") ? "\\" : "";
        escaped += text[at];
    }
    return escaped;
}

std::string sarifText(Json rules, Json invocations, Json results) {
    return jsonText({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", Json::array({{{"tool",
                                             {{"driver",
                                               {{"name", "gaplight"},
                                                {"version", toolVersion()},
                                                {"rules", std::move(rules)}}}}},
                                            {"invocations", std::move(invocations)},
                                            {"results", std::move(results)}}})}});
}

}  // namespace gaplight
