// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/recorder_settings.h"

#include <charconv>

namespace gaplight::record {
namespace {

std::int64_t numberFrom(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void take(RecorderSettings& settings, std::string_view key, std::string_view value) {
    if (key == "delay") {
        settings.delayNs = numberFrom(value);
    } else if (key == "duration") {
        settings.durationNs = numberFrom(value);
    } else if (key == "start") {
        settings.startNs = numberFrom(value);
    } else if (key == "profiler") {
        settings.isProfilerScoped = value == "1";
    } else if (key == "stacks") {
        settings.hasStacks = value == "1";
    } else if (key == "memory") {
        settings.hasMemory = value == "1";
    } else if (key == "queue") {
        settings.hasQueue = value == "1";
    }
}

}  // namespace

std::string textOf(const RecorderSettings& settings) {
    const auto flag = [](const char* key, bool isSet) {
        return std::string(key) + (isSet ? "=1\n" : "=0\n");
    };
    return "delay=" + std::to_string(settings.delayNs) +
           "\nduration=" + std::to_string(settings.durationNs) +
           "\nstart=" + std::to_string(settings.startNs) + "\n" +
           flag("profiler", settings.isProfilerScoped) + flag("stacks", settings.hasStacks) +
           flag("memory", settings.hasMemory) + flag("queue", settings.hasQueue);
}

RecorderSettings recorderSettingsFrom(std::string_view text) {
    RecorderSettings settings;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (const std::size_t equals = line.find('='); equals != std::string_view::npos) {
            take(settings, line.substr(0, equals), line.substr(equals + 1));
        }
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return settings;
}

}  // namespace gaplight::record
