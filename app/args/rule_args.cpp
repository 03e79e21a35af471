// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/args/rule_args.h"

#include <optional>

#include "app/args/trace_reading_args.h"
#include "app/process/message_line.h"

namespace gaplight::ui {
namespace {

constexpr const char* kFooter =
    "\nA gaplight.toml beside a trace sets thresholds for it, one in ~/.config/gaplight for all, a "
    "table for each rule:\n"
    "    [gpu-idle]\n"
    "    min_gap = \"50us\"\n"
    "    [annotation-share]\n"
    "    \"limit.vae_decode\" = \"10%\"\n"
    "Rules of your own are run from ~/.config/gaplight/rules, from --rules DIR, and from the "
    "folders "
    "that 'rules = [\"DIR\"]' above the tables of ~/.config/gaplight/gaplight.toml names; never "
    "from "
    "beside a trace. 'gaplight rules example' prints one to begin with.";

Notice usageError(const std::string& message) {
    return {kExitUsage, message + "; see 'gaplight rules --help'"};
}

}  // namespace

void RuleArgs::addTo(CLI::App& app) {
    // The second name is that of before there were rules of one's own.
    for (const char* name : {"rules", "detectors"}) {
        CLI::App& command = *app.add_subcommand(
            name, "the rules, or one with its help page; a rule of your own: example, check");
        command.group(name == std::string("rules") ? command.get_group() : std::string());
        command.footer(kFooter);
        command.add_option(
            "ID", m_words,
            "explain this rule; 'example NAME' prints one of your own to begin with, "
            "'check FILE TRACE...' tries one on traces and on what it expects of "
            "them, with exit code 1 where that is not met");
        command.add_option("--format", m_format, "text, json or markdown (default: text)")
            ->type_name("FORMAT");
        command
            .add_option("-o,--out", m_request.outPath, "write there instead of to standard output")
            ->type_name("FILE");
        addTraceReading(command, m_request.reading);
        command.add_flag("--quiet", m_request.reading.quiet, "no progress");
        command.add_flag("--no-color", m_request.noColor, "no color, not even on a terminal");
    }
}

bool RuleArgs::isParsed(const CLI::App& app) {
    return app.got_subcommand("rules") || app.got_subcommand("detectors");
}

AnyRequest RuleArgs::checked() const {
    using enum ReportFormat;
    RulesRequest request = m_request;
    const auto format = reportFormatFrom(m_format, {Text, Json, Markdown});
    if (!format) {
        return usageError("--format '" + m_format +
                          "' is unknown: expected text, json or markdown");
    }
    request.format = *format;
    std::vector<std::string> words = m_words;
    if (!words.empty() && (words.front() == "check" || words.front() == "example")) {
        request.action =
            words.front() == "check" ? RulesRequest::Action::Check : RulesRequest::Action::Example;
        words.erase(words.begin());
    }
    if (!words.empty()) {
        request.rule = words.front();
        request.traces.assign(words.begin() + 1, words.end());
    }
    if (request.action != RulesRequest::Action::Check && !request.traces.empty()) {
        return usageError("'" + request.traces.front() + "' is one argument too many");
    }
    if (request.action == RulesRequest::Action::Check && request.traces.empty()) {
        return usageError("check needs the file of a rule, and a trace at least");
    }
    return request;
}

}  // namespace gaplight::ui
