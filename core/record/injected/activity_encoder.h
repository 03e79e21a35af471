// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/record/injected/cupti_api.h"
#include "core/record/record_stream.h"

namespace gaplight::recorder {

// Converts activity records of CUPTI to records of record_stream.h. A text is sent at its first use
// and referred to by number afterwards. Not thread-safe.
class ActivityEncoder {
public:
    explicit ActivityEncoder(const CuptiApi& cupti) : m_cupti(cupti) {}

    // Appends to `out`; irrelevant records are skipped.
    void encode(const CUpti_Activity& activity, std::vector<std::byte>& out);
    // The number of a text; appends the text to `out` at its first use.
    std::uint32_t text(std::string_view text, std::vector<std::byte>& out);

private:
    void encodeKernel(const CUpti_Activity& activity, std::vector<std::byte>& out);
    void encodeCall(const CUpti_Activity& activity, std::vector<std::byte>& out);
    void encodeOverhead(const CUpti_Activity& activity, std::vector<std::byte>& out);
    void nameThread(std::uint32_t thread, std::vector<std::byte>& out);

    struct CallName {
        std::uint32_t text = 0;
        bool isRecorded = false;
    };
    const CallName& callName(record::Api api, std::uint32_t function, std::vector<std::byte>& out);

    const CuptiApi& m_cupti;
    std::unordered_map<std::string, std::uint32_t> m_texts;
    std::string m_key;  // kept, so that a lookup does not allocate
    std::unordered_map<std::uint64_t, CallName> m_calls;
    std::unordered_set<std::uint32_t> m_threads;
};

}  // namespace gaplight::recorder
