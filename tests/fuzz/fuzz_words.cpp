// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as what lies beside a trace (notes and bookmarks), as a place to go to and as a what-if
// edit: each ends with a value or an error, and a view that was read is the same when it is written
// and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/detectors/what_if/edit_spec.h"
#include "core/io/byte_source.h"
#include "core/session/place_text.h"
#include "core/session/saved_view.h"
#include "core/session/session.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

const Session& smallSession() {
    static const std::shared_ptr<const Session> session = [] {
        const std::string json = R"([
{"ph":"X","cat":"user_annotation","name":"step","pid":1,"tid":1,"ts":10,"dur":90},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,
 "args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":40,"dur":9,
 "args":{"correlation":7,"device":0,"stream":7}}])";
        auto source = byteSourceFromMemory(json);
        require(source.has_value());
        auto made = openSession("small.json", **source);
        require(made.has_value());
        return *made;
    }();
    return *session;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Session& session = smallSession();
    const Trace& trace = *session.trace;
    if (const auto view = parseSavedView(trace, text)) {
        const auto again = parseSavedView(trace, savedViewText(trace, *view));
        require(again.has_value());
        require(*again == *view);
    }
    if (const auto place = placeFromText(text, trace, session.analysis, trace.range().begin)) {
        require(place->begin <= place->end);
    }
    (void)parseWhatIf(text);
    return 0;
}
