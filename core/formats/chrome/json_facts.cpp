// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/json_facts.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include <simdjson.h>

#include "core/base/utf8.h"
#include "core/formats/chrome/json/json_token.h"

namespace gaplight {
namespace {

constexpr std::size_t kMetadataBytes = 4096;

Token tokenOf(std::string_view raw) {
    Token token;
    const bool isString = raw.size() >= 2 && raw.front() == '"' && raw.back() == '"';
    const std::string_view text = isString ? raw.substr(1, raw.size() - 2) : raw;
    token.begin = text.data();
    token.length = static_cast<std::uint32_t>(text.size());
    const bool isNested = !raw.empty() && (raw.front() == '{' || raw.front() == '[');
    token.kind = isString ? TokenKind::String : (isNested ? TokenKind::Nested : TokenKind::Scalar);
    return token;
}

std::string textOf(std::string_view raw) {
    std::string text;
    const Token token = tokenOf(raw);
    if (token.isText()) {
        decodeJsonString(token.text(), text);
    }
    return text;
}

std::optional<bool> flagOf(std::string_view raw) {
    const std::string text = textOf(raw);
    if (text == "1" || text == "true" || text == "True") {
        return true;
    }
    if (text == "0" || text == "false" || text == "False") {
        return false;
    }
    return std::nullopt;
}

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::int64_t integerOf(const object& from, std::string_view key) {
    std::int64_t value = 0;
    if (from[key].get(value) == simdjson::SUCCESS) {
        return value;
    }
    std::string_view text;
    if (from[key].get(text) == simdjson::SUCCESS) {
        return signedNumber(tokenOf(text)).value_or(0);
    }
    return 0;
}

int smallIntegerOf(const object& from, std::string_view key) {
    return static_cast<int>(std::clamp<std::int64_t>(integerOf(from, key), -1, 1'000'000'000));
}

// Empty if there is no such member, or if it is no string.
std::string memberText(const object& from, std::string_view key) {
    std::string_view text;
    return from[key].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

ProcessGroup processGroupOf(const object& from) {
    ProcessGroup group{memberText(from, "pg_name"),
                       memberText(from, "pg_desc"),
                       memberText(from, "backend_config"),
                       {}};
    array ranks;
    if (from["ranks"].get(ranks) == simdjson::SUCCESS) {
        for (const element item : ranks) {
            std::int64_t rank = 0;
            if (item.get(rank) == simdjson::SUCCESS &&
                rank == static_cast<std::int64_t>(static_cast<int>(rank))) {
                group.ranks.push_back(static_cast<int>(rank));
            }
        }
    }
    return group;
}

DeviceProperties deviceOf(const object& from) {
    DeviceProperties device;
    device.gpu = GpuId(SourceId(), smallIntegerOf(from, "id"));
    device.name = memberText(from, "name");
    device.totalMemoryBytes = integerOf(from, "totalGlobalMem");
    device.computeMajor = smallIntegerOf(from, "computeMajor");
    device.computeMinor = smallIntegerOf(from, "computeMinor");
    device.sms = smallIntegerOf(from, "numSms");
    device.maxThreadsPerSm = smallIntegerOf(from, "maxThreadsPerMultiprocessor");
    device.maxThreadsPerBlock = smallIntegerOf(from, "maxThreadsPerBlock");
    device.registersPerSm = integerOf(from, "regsPerMultiprocessor");
    device.sharedMemoryPerSmBytes = integerOf(from, "sharedMemPerMultiprocessor");
    if (device.sharedMemoryPerSmBytes == 0) {  // ROCm
        device.sharedMemoryPerSmBytes = integerOf(from, "maxSharedMemoryPerMultiProcessor");
    }
    device.warpSize = smallIntegerOf(from, "warpSize");
    return device;
}

// False where `raw` is not a list of devices.
bool takeDevices(std::string_view raw, TraceFacts& facts) {
    simdjson::dom::parser parser;
    array devices;
    if (parser.parse(raw).get(devices) != simdjson::SUCCESS) {
        return false;
    }
    for (const element item : devices) {
        object properties;
        if (item.get(properties) == simdjson::SUCCESS) {
            facts.devices.push_back(deviceOf(properties));
        }
    }
    return true;
}

void takeDistributedInfo(std::string_view raw, TraceFacts& facts) {
    facts.distributedInfo = validUtf8(raw);
    simdjson::dom::parser parser;
    object info;
    if (parser.parse(raw).get(info) != simdjson::SUCCESS) {
        return;
    }
    element unused;
    if (info["rank"].get(unused) == simdjson::SUCCESS) {
        facts.rank = smallIntegerOf(info, "rank");
    }
    if (info["world_size"].get(unused) == simdjson::SUCCESS) {
        facts.worldSize = smallIntegerOf(info, "world_size");
    }
    facts.host = memberText(info, "hostname");
    array groups;
    if (info["pg_config"].get(groups) == simdjson::SUCCESS) {
        for (const element item : groups) {
            object group;
            if (item.get(group) == simdjson::SUCCESS) {
                facts.processGroups.push_back(processGroupOf(group));
            }
        }
    }
}

// False for a value that is not a field of TraceFacts.
bool takeKnown(std::string_view key, std::string_view raw, TraceFacts& facts) {
    if (key == "deviceProperties") {
        return takeDevices(raw, facts);
    }
    if (key == "distributedInfo") {
        takeDistributedInfo(raw, facts);
        return true;
    }
    if (key == "baseTimeNanoseconds") {
        const auto base = signedNumber(tokenOf(raw));
        facts.baseTimeNs = base.value_or(0);
        return base.has_value();
    }
    if (key == "displayTimeUnit") {
        facts.displayTimeUnit = textOf(raw);
        return true;
    }
    if (key == "traceName") {
        facts.traceName = textOf(raw);
        return true;
    }
    std::optional<bool>* flag = key == "with_stack"       ? &facts.withStack
                                : key == "record_shapes"  ? &facts.recordShapes
                                : key == "profile_memory" ? &facts.profileMemory
                                                          : nullptr;
    if (flag != nullptr) {
        *flag = flagOf(raw);
        return flag->has_value();
    }
    return false;
}

}  // namespace

TraceFacts factsOfTopLevel(std::span<const std::pair<std::string, std::string>> values,
                           bool hasKinetoEvents) {
    TraceFacts facts;
    facts.positionsAreBytes = true;
    bool hasSchema = false;
    for (const auto& [rawKey, raw] : values) {
        std::string key;
        decodeJsonString(rawKey, key);
        hasSchema = hasSchema || key == "schemaVersion";
        if (!takeKnown(key, raw, facts)) {
            facts.metadata.emplace_back(key, validUtf8(raw.substr(0, kMetadataBytes)));
        }
    }
    const bool isKineto = hasKinetoEvents || (hasSchema && !facts.devices.empty());
    facts.format = isKineto ? "kineto-json" : "chrome-json";
    return facts;
}

}  // namespace gaplight
