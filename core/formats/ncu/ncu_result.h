// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// Field numbers of Nsight Compute's extras/FileFormat/*.proto (report file format, version 7).
enum class BlockField : std::uint32_t {
    NumSources = 1,
    NumResults = 2,
    SessionDetails = 3,
    StringTable = 4,
    PayloadSize = 5,
    Process = 6,
    NumRangeResults = 7,
};
enum class StringTableField : std::uint32_t { Strings = 1 };
enum class BlockProcessField : std::uint32_t { Process = 1, Hostname = 2, ProcessName = 3 };
enum class SessionField : std::uint32_t {
    CreationTime = 2,
    DeviceAttributes = 6,
    VersionInfo = 8,
};
enum class DeviceField : std::uint32_t { Id = 1, Name = 2, Attributes = 3 };
enum class DeviceAttributeField : std::uint32_t { Name = 1, Value = 2 };
enum class VersionField : std::uint32_t { Provider = 1, Version = 2 };
enum class ResultField : std::uint32_t {
    Process = 1,
    MangledName = 5,
    FunctionName = 6,
    DemangledName = 7,
    GridSize = 10,
    BlockSize = 11,
    MetricResults = 13,
    Sections = 17,
    RuleResults = 19,
    ContextId = 22,
    StreamId = 23,
};
enum class SizeField : std::uint32_t { X = 1, Y = 2, Z = 3 };
enum class MetricField : std::uint32_t { NameId = 1, Value = 2, Instances = 3 };
enum class InstanceField : std::uint32_t { Correlation = 1, Value = 2 };
enum class MetricValueField : std::uint32_t {
    String = 1,
    Float = 2,
    Double = 3,
    Uint32 = 4,
    Uint64 = 5,
};
enum class SectionField : std::uint32_t { Identifier = 1, DisplayName = 2 };
enum class RuleField : std::uint32_t { Identifier = 1, DisplayName = 2, Body = 3 };
enum class RuleBodyField : std::uint32_t { Items = 1 };
enum class RuleItemField : std::uint32_t { Message = 1, Speedup = 10 };
enum class RuleMessageField : std::uint32_t { Text = 1, Type = 2, Title = 4 };
enum class RuleSpeedupField : std::uint32_t { Type = 1, Percent = 2 };

// A value of a metric, from its message. Throws protozero::exception at damage, as all functions
// here.
[[nodiscard]] MetricValue readNcuValue(std::string_view message, KernelReport& report);

// One kernel (a ProfileResult), from its message. `names`: the texts that its metrics name by
// index. Metrics of other indexes are counted and left out. Instances of a metric (one value per
// line of code) and the source lines are not read. O(message).
[[nodiscard]] ReportKernel readNcuResult(std::string_view message,
                                         const std::vector<ReportTextId>& names,
                                         KernelReport& report);

// The text of a rule without its links ("@section:Identifier:shown@", "@url:shown:address@").
[[nodiscard]] std::string withoutRuleMarkup(std::string_view text);

}  // namespace gaplight
