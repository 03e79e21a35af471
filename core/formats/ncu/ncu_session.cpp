// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_session.h"

#include <utility>

#include "core/base/utf8.h"
#include "core/formats/ncu/ncu_fields.h"
#include "core/formats/ncu/ncu_result.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

void takeVersion(std::string_view message, KernelReport& report) {
    std::string_view provider;
    std::string_view version;
    protozero::pbf_message<VersionField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(VersionField::Provider):
                provider = textOf(fields.get_view());
                break;
            case bytesKey(VersionField::Version):
                version = textOf(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    if (provider.starts_with("Nsight Compute")) {
        report.toolVersion = validUtf8(version);
    }
}

void takeDeviceAttribute(std::string_view message, KernelReport& report, ReportGpu& gpu) {
    std::string_view name;
    MetricValue value;
    protozero::pbf_message<DeviceAttributeField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(DeviceAttributeField::Name):
                name = textOf(fields.get_view());
                break;
            case bytesKey(DeviceAttributeField::Value):
                value = readNcuValue(textOf(fields.get_view()), report);
                break;
            default:
                fields.skip();
        }
    }
    const auto* number = std::get_if<std::uint64_t>(&value);
    if (number == nullptr || *number > 1000) {
        return;
    }
    if (name == "device__attribute_compute_capability_major") {
        gpu.computeMajor = static_cast<int>(*number);
    } else if (name == "device__attribute_compute_capability_minor") {
        gpu.computeMinor = static_cast<int>(*number);
    }
}

void takeDevice(std::string_view message, KernelReport& report) {
    ReportGpu gpu;
    gpu.device = 0;
    protozero::pbf_message<DeviceField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(DeviceField::Id):
                gpu.device = fields.get_int64();
                break;
            case bytesKey(DeviceField::Name):
                gpu.name = validUtf8(textOf(fields.get_view()));
                break;
            case bytesKey(DeviceField::Attributes):
                takeDeviceAttribute(textOf(fields.get_view()), report, gpu);
                break;
            default:
                fields.skip();
        }
    }
    if (report.gpus.size() < kMaxReportGpus) {
        report.gpus.push_back(std::move(gpu));
    }
}

}  // namespace

void readNcuProcess(std::string_view message, KernelReport& report) {
    protozero::pbf_message<BlockProcessField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(BlockProcessField::Hostname):
                report.host = validUtf8(textOf(fields.get_view()));
                break;
            case bytesKey(BlockProcessField::ProcessName):
                report.program = validUtf8(textOf(fields.get_view()));
                break;
            default:
                fields.skip();
        }
    }
}

void readNcuSession(std::string_view message, KernelReport& report) {
    protozero::pbf_message<SessionField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(SessionField::CreationTime):
                report.createdSeconds = fields.get_int64();
                break;
            case bytesKey(SessionField::DeviceAttributes):
                takeDevice(textOf(fields.get_view()), report);
                break;
            case bytesKey(SessionField::VersionInfo):
                takeVersion(textOf(fields.get_view()), report);
                break;
            default:
                fields.skip();
        }
    }
}

}  // namespace gaplight
