// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/ncu_result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/printable_text.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{64} << 10U;

ReportTextId textIn(KernelReport& report, protozero::data_view view) {
    return report.texts.intern(validUtf8(truncateUtf8(textOf(view), kMaxTextBytes)));
}

std::array<std::uint64_t, 3> readSize(std::string_view message) {
    std::array<std::uint64_t, 3> size{};
    protozero::pbf_message<SizeField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(SizeField::X):
                size[0] = fields.get_uint64();
                break;
            case varintKey(SizeField::Y):
                size[1] = fields.get_uint64();
                break;
            case varintKey(SizeField::Z):
                size[2] = fields.get_uint64();
                break;
            default:
                fields.skip();
        }
    }
    return size;
}

// Opcodes of a kernel; no GPU has as many.
constexpr std::size_t kMaxInstructions = 4096;

// An instance of a metric of instructions: its name and a count.
void takeInstance(std::string_view message, KernelReport& report,
                  std::vector<InstructionCount>& counts) {
    MetricValue name;
    MetricValue value;
    protozero::pbf_message<InstanceField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(InstanceField::Correlation):
                name = readNcuValue(textOf(fields.get_view()), report);
                break;
            case bytesKey(InstanceField::Value):
                value = readNcuValue(textOf(fields.get_view()), report);
                break;
            default:
                fields.skip();
        }
    }
    constexpr double kMaxCount = 1e18;
    const auto* text = std::get_if<ReportTextId>(&name);
    const auto* integer = std::get_if<std::uint64_t>(&value);
    const auto* real = std::get_if<double>(&value);
    const std::uint64_t count = integer != nullptr ? *integer
                                : real != nullptr && *real > 0 && *real < kMaxCount
                                    ? std::llround(*real)
                                    : 0;
    const bool isNamed = text != nullptr && !report.text(*text).empty();
    if (isNamed && count > 0 && counts.size() < kMaxInstructions) {
        counts.push_back({*text, count});
    }
}

void takeInstances(std::string_view message, KernelReport& report,
                   std::vector<InstructionCount>& counts) {
    if (!counts.empty()) {
        return;  // of a metric that was there before
    }
    protozero::pbf_message<MetricField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == bytesKey(MetricField::Instances)) {
            takeInstance(textOf(fields.get_view()), report, counts);
        } else {
            fields.skip();
        }
    }
    std::ranges::stable_sort(counts, std::ranges::greater{}, &InstructionCount::count);
}

void takeMetric(std::string_view message, const std::vector<ReportTextId>& names,
                KernelReport& report, ReportKernel& kernel) {
    std::optional<std::uint64_t> name;
    MetricValue value;
    protozero::pbf_message<MetricField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(MetricField::NameId):
                name = fields.get_uint64();
                break;
            case bytesKey(MetricField::Value):
                value = readNcuValue(textOf(fields.get_view()), report);
                break;
            default:
                fields.skip();
        }
    }
    // proto3 leaves out a 0.
    const std::uint64_t index = name.value_or(0);
    if (index >= names.size()) {
        report.issues.record(KernelReportIssueKind::UnknownMetric);
        return;
    }
    kernel.metrics.push_back({names[index], value});
    const std::string_view text = report.text(names[index]);
    if (text == "sass__inst_executed_per_opcode") {
        takeInstances(message, report, kernel.opcodes);
    } else if (text == "sass__inst_executed_per_opcode_category") {
        takeInstances(message, report, kernel.opcodeCategories);
    }
}

ReportTextId readSection(std::string_view message, KernelReport& report) {
    ReportTextId name;
    protozero::pbf_message<SectionField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(SectionField::Identifier): {
                const protozero::data_view identifier = fields.get_view();
                name = name.isValid() ? name : textIn(report, identifier);
                break;
            }
            case bytesKey(SectionField::DisplayName):
                name = textIn(report, fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    return name;
}

RuleVerdict verdictOf(std::uint64_t type) {
    constexpr auto kLast = static_cast<std::uint64_t>(RuleVerdict::Optimization);
    return type <= kLast ? static_cast<RuleVerdict>(type) : RuleVerdict::None;
}

void takeRuleMessage(std::string_view message, KernelReport& report, RuleText& rule) {
    protozero::pbf_message<RuleMessageField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(RuleMessageField::Text): {
                const std::string_view text = textOf(fields.get_view());
                rule.text = report.texts.intern(
                    validUtf8(withoutRuleMarkup(truncateUtf8(text, kMaxTextBytes))));
                break;
            }
            case bytesKey(RuleMessageField::Title):
                rule.title = textIn(report, fields.get_view());
                break;
            case varintKey(RuleMessageField::Type):
                rule.verdict = verdictOf(fields.get_uint64());
                break;
            default:
                fields.skip();
        }
    }
}

void takeSpeedup(std::string_view message, RuleText& rule) {
    constexpr std::uint64_t kGlobal = 2;
    protozero::pbf_message<RuleSpeedupField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(RuleSpeedupField::Type):
                rule.isGlobalSpeedup = fields.get_uint64() == kGlobal;
                break;
            case fixed64Key(RuleSpeedupField::Percent): {
                const double percent = fields.get_double();
                rule.speedupPercent = percent >= 0 && percent <= 100 ? percent : -1;
                break;
            }
            default:
                fields.skip();
        }
    }
}

void takeRuleItem(std::string_view message, KernelReport& report, RuleText rule,
                  ReportKernel& kernel) {
    protozero::pbf_message<RuleItemField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(RuleItemField::Message):
                takeRuleMessage(textOf(fields.get_view()), report, rule);
                break;
            case bytesKey(RuleItemField::Speedup):
                takeSpeedup(textOf(fields.get_view()), rule);
                break;
            default:
                fields.skip();
        }
    }
    if (!report.text(rule.text).empty()) {
        kernel.rules.push_back(rule);
    }
}

void takeRule(std::string_view message, KernelReport& report, ReportKernel& kernel) {
    RuleText rule;
    std::string_view body;
    protozero::pbf_message<RuleField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(RuleField::Identifier):
                rule.rule = textIn(report, fields.get_view());
                break;
            case bytesKey(RuleField::DisplayName):
                rule.title = textIn(report, fields.get_view());
                break;
            case bytesKey(RuleField::Body):
                body = textOf(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    protozero::pbf_message<RuleBodyField> items(viewOf(body));
    while (items.next()) {
        if (items.tag_and_type() == bytesKey(RuleBodyField::Items)) {
            takeRuleItem(textOf(items.get_view()), report, rule, kernel);
        } else {
            items.skip();
        }
    }
}

// Takes a field of the launch; false for any other field.
bool takeLaunchField(protozero::pbf_message<ResultField>& fields, ReportKernel& kernel) {
    switch (fields.tag_and_type()) {
        case varintKey(ResultField::Process):
            kernel.process = fields.get_int64();
            return true;
        case varintKey(ResultField::ContextId):
            kernel.context = fields.get_int64();
            return true;
        case varintKey(ResultField::StreamId):
            kernel.stream = fields.get_int64();
            return true;
        case bytesKey(ResultField::GridSize):
            kernel.grid = readSize(textOf(fields.get_view()));
            return true;
        case bytesKey(ResultField::BlockSize):
            kernel.block = readSize(textOf(fields.get_view()));
            return true;
        default:
            return false;
    }
}

}  // namespace

std::string withoutRuleMarkup(std::string_view text) {
    std::string plain;
    while (true) {
        const std::size_t begin = text.find('@');
        plain += text.substr(0, begin);
        if (begin == std::string_view::npos) {
            return plain;
        }
        const std::size_t first = text.find_first_of(":@ ", begin + 1);
        const std::size_t second = first == std::string_view::npos || text[first] != ':'
                                       ? std::string_view::npos
                                       : text.find_first_of(":@", first + 1);
        const std::size_t end = second == std::string_view::npos || text[second] != ':'
                                    ? std::string_view::npos
                                    : text.find('@', second + 1);
        if (end == std::string_view::npos) {
            plain += '@';
            text.remove_prefix(begin + 1);
            continue;
        }
        const bool isUrl = text.substr(begin + 1, first - begin - 1) == "url";
        plain += isUrl ? text.substr(first + 1, second - first - 1)
                       : text.substr(second + 1, end - second - 1);
        text.remove_prefix(end + 1);
    }
}

MetricValue readNcuValue(std::string_view message, KernelReport& report) {
    MetricValue value;
    protozero::pbf_message<MetricValueField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(MetricValueField::String):
                value = textIn(report, fields.get_view());
                break;
            case protozero::tag_and_type(MetricValueField::Float,
                                         protozero::pbf_wire_type::fixed32):
                value = static_cast<double>(fields.get_float());
                break;
            case fixed64Key(MetricValueField::Double):
                value = fields.get_double();
                break;
            case varintKey(MetricValueField::Uint32):
            case varintKey(MetricValueField::Uint64):
                value = std::uint64_t{fields.get_uint64()};
                break;
            default:
                fields.skip();
        }
    }
    return value;
}

ReportKernel readNcuResult(std::string_view message, const std::vector<ReportTextId>& names,
                           KernelReport& report) {
    ReportKernel kernel;
    std::array<ReportTextId, 3> kernelNames;  // best first
    protozero::pbf_message<ResultField> fields(viewOf(message));
    while (fields.next()) {
        if (takeLaunchField(fields, kernel)) {
            continue;
        }
        switch (fields.tag_and_type()) {
            case bytesKey(ResultField::DemangledName):
                kernelNames[0] = textIn(report, fields.get_view());
                break;
            case bytesKey(ResultField::FunctionName):
                kernelNames[1] = textIn(report, fields.get_view());
                break;
            case bytesKey(ResultField::MangledName):
                kernelNames[2] = textIn(report, fields.get_view());
                break;
            case bytesKey(ResultField::MetricResults):
                takeMetric(textOf(fields.get_view()), names, report, kernel);
                break;
            case bytesKey(ResultField::Sections):
                kernel.sections.push_back(readSection(textOf(fields.get_view()), report));
                break;
            case bytesKey(ResultField::RuleResults):
                takeRule(textOf(fields.get_view()), report, kernel);
                break;
            default:
                fields.skip();
        }
    }
    for (const ReportTextId name : kernelNames) {
        if (!kernel.name.isValid() && !report.text(name).empty()) {
            kernel.name = name;
        }
    }
    sortMetrics(kernel.metrics);
    const auto device = report.number(kernel, "device__attribute_device_index");
    kernel.device = device && *device >= 0 && *device < kMaxReportGpus
                        ? static_cast<std::int64_t>(*device)
                        : -1;
    return kernel;
}

}  // namespace gaplight
