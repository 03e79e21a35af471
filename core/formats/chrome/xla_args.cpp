// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/xla_args.h"

#include <optional>
#include <string>
#include <string_view>

#include "core/formats/chrome/json/args_walk.h"
#include "core/formats/chrome/json/json_number.h"
#include "core/formats/xla_activity.h"

namespace gaplight {
namespace {

struct XlaArgs {
    std::optional<std::uint64_t> correlation;
    std::optional<std::int64_t> device;  // of events of the host
    Token kernelDetails;
    Token copyDetails;
    std::uint64_t graphId = 0;
    std::uint64_t graphNodeId = 0;
    bool isStep = false;
};

void takeArg(std::string_view key, const Token& value, XlaArgs& args) {
    if (key == "correlation_id") {
        args.correlation = unsignedNumber(value);
    } else if (key == "device_id") {
        args.device = signedNumber(value);
    } else if (key == "kernel_details") {
        args.kernelDetails = value;
    } else if (key == "memcpy_details" || key == "memset_details") {
        args.copyDetails = value;
    } else if (key == "cuda_graph_id") {
        args.graphId = unsignedNumber(value).value_or(0);
    } else if (key == "cuda_graph_node_id") {
        args.graphNodeId = unsignedNumber(value).value_or(0);
    } else if (key == "step_num") {
        args.isStep = true;
    }
}

}  // namespace

bool promoteXlaArgs(const Token& object, std::uint32_t slice, BatchWriter& writer) {
    XlaArgs args;
    walkObject(object, [&](const Token& key, const Token& value) {
        takeArg(key.text(), value, args);
        return true;
    });
    EventBatch& batch = writer.batch;
    const auto correlation = args.correlation
                                 ? xlaCorrelation(*args.correlation, args.device.value_or(0))
                                 : std::nullopt;
    if (correlation) {
        batch.correlation.slice.push_back(slice);
        batch.correlation.value.push_back(*correlation);
    }
    if (args.kernelDetails.isText() || args.graphId != 0) {
        KernelBatchRow row = xlaKernelRow(slice, writer.text(args.kernelDetails));
        row.graphId = args.graphId;
        row.graphNodeId = args.graphNodeId;
        batch.kernels.push_back(row);
    } else if (args.copyDetails.isText() && !args.device) {
        const std::string details(writer.text(args.copyDetails));
        batch.copies.push_back(xlaCopyRow(slice, details, batch.strings));
    }
    return args.isStep;
}

}  // namespace gaplight
