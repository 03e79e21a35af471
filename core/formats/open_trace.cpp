// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_trace.h"

#include <string>
#include <utility>

#include "core/formats/chrome/chrome_json.h"
#include "core/formats/open_database.h"
#include "core/formats/pack/pack_trace.h"
#include "core/formats/perfetto/perfetto_trace.h"
#include "core/formats/rocm/rocprof_json.h"
#include "core/formats/xplane/xplane_trace.h"

namespace gaplight {
namespace {

constexpr Format kBuiltInFormats[] = {
    {"pack", sniffPack, openPack},
    {"rocprofv3", sniffRocprofJson, openRocprofJson},
    {"chrome-json", sniffChromeJson, openChromeJson},
    {"sqlite", sniffDatabase, openDatabase},
    {"perfetto", sniffPerfetto, openPerfetto},
    {"xplane", sniffXplane, openXplane},
};

bool wantsToEnd(const ReadOptions& options) {
    return options.stop.stop_requested() ||
           (options.finishEarly != nullptr && options.finishEarly->load());
}

}  // namespace

Result<std::string> readHead(ByteSource& source, std::size_t maxBytes) {
    std::string head(maxBytes, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        const Result<std::size_t> got =
            source.readNext({head.data() + filled, head.size() - filled});
        if (!got) {
            return tl::unexpected(got.error());
        }
        if (*got == 0) {
            break;
        }
        filled += *got;
    }
    head.resize(filled);
    return head;
}

std::span<const Format> builtInFormats() {
    return kBuiltInFormats;
}

Result<OpenedTrace> openTrace(const std::string& path, ByteSource& bytes, TraceBuilder& builder,
                              const ReadOptions& options, std::span<const Format> formats) {
    bytes.endWhen([&options] { return wantsToEnd(options); });
    Result<std::string> head = readHead(bytes, kSniffBytes);
    if (!head) {
        return tl::unexpected(std::move(head.error()));
    }
    for (const Format& format : formats) {
        if (format.sniff(*head)) {
            return format.open({path, *std::move(head), bytes}, builder, options);
        }
    }
    if (options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "loading was cancelled");
    }
    if (head->empty() && !bytes.issues().empty()) {
        return fail(ErrorCode::Corrupt,
                    "nothing of its " + std::string(bytes.compression()) +
                        " data can be inflated; copy or record the trace again");
    }
    return fail(
        ErrorCode::NotATrace,
        "not a trace but " + describeContent(*head) +
            "; expected Chrome trace-event JSON (such as torch.profiler's "
            "export_chrome_trace writes), a Perfetto trace, an XPlane file or a database of Nsight "
            "Systems, nvprof or ROCm, plain or compressed with gzip or zstd");
}

}  // namespace gaplight
