// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_report.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/formats/ncu/ncu_bytes.h"
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

// Facts about the run in addition to its kernels, each from its message of a block's header: the
// profiler's version, the time, the GPUs; the program and its host. Throw protozero::exception at
// damage.
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

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "NVR\0"sv;
constexpr std::uint32_t kMaxHeaderBytes = std::uint32_t{64} << 20U;
constexpr std::uint32_t kMaxResultBytes = std::uint32_t{256} << 20U;
constexpr std::size_t kMaxMetricNames = std::size_t{1} << 20U;

// What a block's header says.
struct NcuBlock {
    std::uint64_t sources = 0;
    std::uint64_t results = 0;
    std::uint64_t ranges = 0;
    std::uint64_t payloadBytes = 0;
};

std::vector<ReportTextId> readStringTable(std::string_view message, KernelReport& report) {
    std::vector<ReportTextId> names;
    protozero::pbf_message<StringTableField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() != bytesKey(StringTableField::Strings) ||
            names.size() == kMaxMetricNames) {
            fields.skip();
            continue;
        }
        names.push_back(report.texts.intern(validUtf8(textOf(fields.get_view()))));
    }
    return names;
}

tl::unexpected<Error> noKernels(bool isCut) {
    return fail(ErrorCode::Corrupt,
                isCut ? "the report of Nsight Compute ends before its first kernel; copy it "
                        "again, or write it again with `ncu -o`"
                      : "the report of Nsight Compute has no kernels; measure some with "
                        "`ncu -o FILE PROGRAM`");
}

class NcuReader {
public:
    NcuReader(std::string head, ByteSource& bytes, const std::stop_token& stop)
        : m_bytes(std::move(head), bytes), m_source(bytes), m_stop(stop) {
        m_report.format = "ncu-rep";
    }

    Result<KernelReport> read() {
        TRY(m_bytes.skip(kMagic.size()).and_then([&](std::uint64_t) {
            return takeMessage(kMaxHeaderBytes);
        }));
        while (!m_isTruncated) {
            if (m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "reading was stopped");
            }
            if (TRY(m_bytes.isAtEnd())) {
                break;
            }
            TRY(readBlock());
        }
        return finish();
    }

private:
    // A length and as many bytes. Sets m_isTruncated, and gives nothing, where the file ends
    // before.
    Result<std::string> takeMessage(std::uint32_t limit) {
        const auto size = TRY(m_bytes.takeSize());
        if (!size) {
            m_isTruncated = true;
            return std::string();
        }
        if (*size > limit) {
            return fail(ErrorCode::Corrupt,
                        fmt::format("damaged report of Nsight Compute: a message of {} bytes after "
                                    "{} kernels, at most {} are expected; write the report again",
                                    *size, m_report.kernels.size(), limit));
        }
        Result<std::string> message = m_bytes.take(*size);
        if (message && message->size() < *size) {
            m_isTruncated = true;
            message->clear();
        }
        return message;
    }

    Result<void> readBlock() {
        const Result<std::string> header = takeMessage(kMaxHeaderBytes);
        if (!header || m_isTruncated) {
            return header ? Result<void>{} : tl::unexpected<Error>(header.error());
        }
        NcuBlock block;
        try {
            block = readHeader(*header);
        } catch (const protozero::exception&) {
            return fail(ErrorCode::Corrupt,
                        fmt::format("damaged report of Nsight Compute: the block after {} kernels "
                                    "has no readable header; write the report again",
                                    m_report.kernels.size()));
        }
        return readPayload(block);
    }

    Result<void> readPayload(const NcuBlock& block) {
        std::uint64_t left = block.payloadBytes;
        const std::uint64_t messages = left / 4;  // each has a length of 4 bytes
        for (std::uint64_t at = 0; at < block.sources && left >= 4 && !m_isTruncated; ++at) {
            if (const Result<void> skipped = skipMessage(left); !skipped) {
                return skipped;
            }
        }
        for (std::uint64_t at = 0; at < block.results && left >= 4 && !m_isTruncated; ++at) {
            const std::string message = TRY(takeMessage(kMaxResultBytes));
            if (m_isTruncated || message.size() > left - 4) {
                m_isTruncated = true;
                return {};
            }
            left -= 4 + message.size();
            takeResult(message);
        }
        m_report.issues.record(KernelReportIssueKind::RangeResult,
                               std::min(block.ranges, messages));
        const Result<std::uint64_t> rest = m_bytes.skip(m_isTruncated ? 0 : left);
        m_isTruncated = m_isTruncated || (rest && *rest < left);
        return rest ? Result<void>{} : tl::unexpected<Error>(rest.error());
    }

    // A message and its length, without keeping it.
    Result<void> skipMessage(std::uint64_t& left) {
        const auto size = TRY(m_bytes.takeSize());
        left -= 4;
        if (!size || *size > left) {
            m_isTruncated = true;
            return {};
        }
        const std::uint64_t skipped = TRY(m_bytes.skip(*size));
        m_isTruncated = skipped < *size;
        left -= *size;
        return {};
    }

    void takeResult(const std::string& message) {
        try {
            ReportKernel kernel = readNcuResult(message, m_names, m_report);
            if (kernel.name.isValid()) {
                m_report.kernels.push_back(std::move(kernel));
                return;
            }
        } catch (const protozero::exception&) {
        }
        m_report.issues.record(KernelReportIssueKind::MalformedKernel);
    }

    NcuBlock readHeader(const std::string& message) {
        NcuBlock block;
        protozero::pbf_message<BlockField> fields(viewOf(message));
        while (fields.next()) {
            switch (fields.tag_and_type()) {
                case varintKey(BlockField::NumSources):
                    block.sources = fields.get_uint64();
                    break;
                case varintKey(BlockField::NumResults):
                    block.results = fields.get_uint64();
                    break;
                case varintKey(BlockField::NumRangeResults):
                    block.ranges = fields.get_uint64();
                    break;
                case varintKey(BlockField::PayloadSize):
                    block.payloadBytes = fields.get_uint64();
                    break;
                case bytesKey(BlockField::StringTable):
                    // It holds from its block on; those of later blocks begin with the same texts.
                    if (auto names = readStringTable(textOf(fields.get_view()), m_report);
                        !names.empty()) {
                        m_names = std::move(names);
                    }
                    break;
                case bytesKey(BlockField::SessionDetails):
                    takeFacts(textOf(fields.get_view()), readNcuSession);
                    break;
                case bytesKey(BlockField::Process):
                    takeFacts(textOf(fields.get_view()), readNcuProcess);
                    break;
                default:
                    fields.skip();
            }
        }
        return block;
    }

    // Facts beside the kernels: a damaged message is put aside.
    void takeFacts(std::string_view message, void (*take)(std::string_view, KernelReport&)) {
        try {
            take(message, m_report);
        } catch (const protozero::exception&) {
            m_report.issues.record(KernelReportIssueKind::MalformedBlock);
        }
    }

    Result<KernelReport> finish() {
        if (!m_source.issues().empty()) {
            m_report.issues.record(KernelReportIssueKind::DamagedContainer);
        }
        if (m_isTruncated) {
            m_report.issues.record(KernelReportIssueKind::Truncated);
        }
        if (m_report.kernels.empty()) {
            return noKernels(m_isTruncated || !m_source.issues().empty());
        }
        return std::move(m_report);
    }

    NcuBytes m_bytes;
    ByteSource& m_source;
    const std::stop_token& m_stop;
    KernelReport m_report;
    std::vector<ReportTextId> m_names;
    bool m_isTruncated = false;
};

}  // namespace

bool sniffNcuReport(std::string_view head) {
    return head.starts_with(kMagic);
}

Result<KernelReport> readNcuReport(std::string head, ByteSource& bytes,
                                   const std::stop_token& stop) {
    return NcuReader(std::move(head), bytes, stop).read();
}

}  // namespace gaplight
