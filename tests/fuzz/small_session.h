// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "core/io/byte_source.h"
#include "core/session/session.h"

namespace gaplight::fuzz {

// A trace of one step, one launch and one kernel.
inline std::shared_ptr<const Session> smallSession() {
    static const std::shared_ptr<const Session> session = [] {
        const std::string json = R"([
{"ph":"X","cat":"user_annotation","name":"step","pid":1,"tid":1,"ts":10,"dur":90},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,
 "args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":40,"dur":9,
 "args":{"correlation":7,"device":0,"stream":7}}])";
        const auto source = byteSourceFromMemory(json);
        auto made =
            source ? openSession("small.json", **source)
                   : Result<std::shared_ptr<const Session>>(tl::unexpected<Error>(source.error()));
        if (!made) {
            std::abort();
        }
        return *made;
    }();
    return session;
}

}  // namespace gaplight::fuzz
