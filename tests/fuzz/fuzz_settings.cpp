// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a settings file (gaplight.toml), in the configuration directory or beside a trace:
// an error that names the file and says something, or thresholds that are the same when they are
// written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/session/own_rule_file.h"
#include "core/session/settings_file.h"

namespace {

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gaplight;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const OwnRuleFile own = parseOwnRule("own.md", text);
    require((own.rule == nullptr) == !own.failure.message.empty());
    const Result<Settings> settings = parseSettings("there.toml", text);
    if (!settings) {
        require(settings.error().code == ErrorCode::BadArgument);
        require(settings.error().message.starts_with("there.toml"));
        return 0;
    }
    const Result<Settings> again = parseSettings("again.toml", settingsText(*settings));
    require(again.has_value());
    require(*again == *settings);
    return 0;
}
