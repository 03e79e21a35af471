// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_tool_list.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace gaplight::ui {
namespace {

struct McpArgument {
    const char* name;
    const char* type;
    const char* description;
    bool isRequired = false;
};

struct McpTool {
    const char* name;
    const char* description;
    std::vector<McpArgument> arguments;
};

constexpr McpArgument kTrace{"trace", "string", "path of the trace on this machine", true};
constexpr McpArgument kRange{
    "range", "string",
    "part of the trace: 12.5ms..80ms from its start, step:3, or annotation:NAME#2"};
constexpr McpArgument kMaxChars{"max_chars", "integer",
                                "length of the answer, at most 20000 (default: 4000)"};

const std::vector<McpTool>& tools() {
    static const std::vector<McpTool> kTools{
        {"open",
         "What is in a trace: format, tracks, GPUs, length, problems of the file.",
         {kTrace, kMaxChars}},
        {"overview",
         "Begin here: how busy each GPU is, why it was idle, the checklist, the steps, and the "
         "largest findings with what each would gain.",
         {kTrace, kRange, kMaxChars}},
        {"findings",
         "Causes of lost time, by what a replay without each would gain, with what to try.",
         {kTrace, kRange, {"from", "integer", "the first finding to list, from 1 on"}, kMaxChars}},
        {"explain",
         "One finding in full: why, where, confidence, evidence, advice; or the help page of a "
         "rule.",
         {kTrace,
          {"finding", "string", "its number in findings, or the id of a rule (host-sync)", true},
          kMaxChars}},
        {"slices",
         "The longest slices in a range, with start, duration and track.",
         {kTrace,
          kRange,
          {"name", "string", "only names that contain this, or match it with * and ?"},
          {"track", "string", "the same for the track's name"},
          {"limit", "integer", "how many, at most 200 (default: 20)"},
          kMaxChars}},
        {"what_if",
         "Predicts the time with changes: remove:RULE, remove:annotation:NAME, "
         "remove:function:NAME, remove:op:NAME, scale:kernel:NAME:FACTOR, graph:steps, "
         "async:copies, overlap:copies.",
         {kTrace, {"edits", "array", "changes, replayed together", true}, kMaxChars}},
        {"compare",
         "Two runs: verdict, what changed, findings gone and new.",
         {{"a", "string", "path of the baseline", true},
          {"b", "string", "path of the other run", true},
          kMaxChars}},
        {"picture",
         "The timeline as a PNG with the findings marked.",
         {kTrace,
          kRange,
          {"finding", "string", "only this finding: its number, or its rule"},
          {"width", "integer", "pixels, 400 to 2400 (default: 1100)"}}}};
    return kTools;
}

McpJson schemaOf(const McpTool& tool) {
    McpJson properties = McpJson::object();
    McpJson required = McpJson::array();
    for (const McpArgument& argument : tool.arguments) {
        McpJson& property = properties[argument.name];
        property = {{"type", argument.type}, {"description", argument.description}};
        if (std::string_view(argument.type) == "array") {
            property["items"] = {{"type", "string"}};
        }
        if (argument.isRequired) {
            required.push_back(argument.name);
        }
    }
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
}

}  // namespace

McpJson mcpToolList() {
    McpJson list = McpJson::array();
    for (const McpTool& tool : tools()) {
        list.push_back({{"name", tool.name},
                        {"description", tool.description},
                        {"inputSchema", schemaOf(tool)},
                        {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}});
    }
    return list;
}

bool isMcpTool(std::string_view name) {
    return std::any_of(tools().begin(), tools().end(),
                       [&](const McpTool& tool) { return tool.name == name; });
}

std::string mcpInstructions() {
    return "Gaplight reads profiler traces of CPU+GPU programs and says where a GPU waited and "
           "why. "
           "Call overview first, then explain for a finding; what_if predicts a change, compare "
           "checks one that was made. Times in ranges are from the trace's start. Savings are of a "
           "replay of the trace, each beyond those before it.";
}

}  // namespace gaplight::ui
