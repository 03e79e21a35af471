// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What CUPTI costs whoever uses it: a library that is loaded into a program as the recorder is, and
// throws every record away. FLOOR_WAYS says what it has recorded:
//   "kernels/kernels,runtime,driver/nothing"   these in turn, each from one cudaProfilerStart to
//   the
//                                              next cudaProfilerStop
//   "always:kernels"                           all the time
// "chosen" stands for the calls that `gaplight record` records, as it has CUPTI record them. What
// was recorded is told at the end, or a way that records nothing would seem to be a cheap one.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/injected/call_choice.h"
#include "core/record/injected/cupti_api.h"

namespace {

using gaplight::recorder::CuptiApi;
using Words = std::vector<std::string>;

constexpr std::size_t kBufferBytes = 1U << 20;
constexpr std::string_view kAlways = "always:";

struct Kind {
    const char* word;
    CUpti_ActivityKind kind;
};
constexpr std::array<Kind, 9> kKinds{{{"kernels", CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL},
                                      {"runtime", CUPTI_ACTIVITY_KIND_RUNTIME},
                                      {"driver", CUPTI_ACTIVITY_KIND_DRIVER},
                                      {"memcpy", CUPTI_ACTIVITY_KIND_MEMCPY},
                                      {"peer-memcpy", CUPTI_ACTIVITY_KIND_MEMCPY2},
                                      {"memset", CUPTI_ACTIVITY_KIND_MEMSET},
                                      {"sync", CUPTI_ACTIVITY_KIND_SYNCHRONIZATION},
                                      {"event", CUPTI_ACTIVITY_KIND_CUDA_EVENT},
                                      {"overhead", CUPTI_ACTIVITY_KIND_OVERHEAD}}};

struct Seen {
    long kernels = 0;
    long calls = 0;
};

Words split(std::string_view text, char by) {
    Words words;
    std::stringstream stream{std::string(text)};
    for (std::string word; std::getline(stream, word, by);) {
        words.push_back(word);
    }
    return words;
}

class Floor {
public:
    Floor(std::unique_ptr<CuptiApi> cupti, std::string_view ways)
        : m_cupti(std::move(cupti)), m_choice(*m_cupti) {
        s_floor = this;
        std::atexit([] { s_floor->tell(); });
        std::uint8_t isZeroed = 1;
        std::size_t size = sizeof(isZeroed);
        m_cupti->setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &isZeroed);
        m_cupti->registerCallbacks(&onRequested, &onCompleted);
        if (ways.starts_with(kAlways)) {
            start(std::string(ways.substr(kAlways.size())), true);
            return;
        }
        m_ways = split(ways, '/');
        m_cupti->subscribe(&m_subscriber, &onCall, this);
        for (const CUpti_CallbackId function : {CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000,
                                                CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000}) {
            m_cupti->enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, function);
        }
    }

private:
    static void CUPTIAPI onRequested(std::uint8_t** bytes, std::size_t* size,
                                     std::size_t* records) {
        const std::scoped_lock lock(s_floor->m_mutex);
        if (s_floor->m_free.empty()) {
            s_floor->m_free.push_back(static_cast<std::uint8_t*>(std::calloc(1, kBufferBytes)));
        }
        *bytes = s_floor->m_free.back();
        s_floor->m_free.pop_back();
        *size = kBufferBytes;
        *records = 0;
    }
    static void CUPTIAPI onCompleted(CUcontext, std::uint32_t, std::uint8_t* bytes, std::size_t,
                                     std::size_t used) {
        s_floor->count(bytes, used);
        std::memset(bytes, 0, used);
        const std::scoped_lock lock(s_floor->m_mutex);
        s_floor->m_free.push_back(bytes);
    }

    static void CUPTIAPI onCall(void* self, CUpti_CallbackDomain, CUpti_CallbackId function,
                                const void* data) {
        Floor& floor = *static_cast<Floor*>(self);
        const CUpti_ApiCallbackSite site =
            static_cast<const CUpti_CallbackData*>(data)->callbackSite;
        const bool isStart = function == CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000;
        if (isStart && site == CUPTI_API_EXIT) {
            floor.start(floor.m_ways[floor.m_next++ % floor.m_ways.size()], false);
        } else if (!isStart && site == CUPTI_API_ENTER) {
            floor.stop();
        }
    }

    bool has(std::string_view word) const {
        return std::find(m_words.begin(), m_words.end(), word) != m_words.end();
    }

    void start(const std::string& way, bool isBeforeCuda) {
        {
            const std::scoped_lock lock(m_mutex);
            m_seen = &m_seenBy[way];
        }
        m_words = split(way, ',');
        const bool isAsked = has("chosen") && isBeforeCuda && m_choice.askFor();
        for (const Kind& kind : kKinds) {
            const bool isCalls =
                kind.kind == CUPTI_ACTIVITY_KIND_RUNTIME || kind.kind == CUPTI_ACTIVITY_KIND_DRIVER;
            if (has(kind.word) || (isCalls && has("chosen") && !isAsked)) {
                m_cupti->activityEnable(kind.kind);
            }
        }
        if (has("chosen") && !isAsked) {
            m_choice.leaveOut();
        }
    }

    void stop() {
        m_cupti->flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
        for (const Kind& kind : kKinds) {
            m_cupti->activityDisable(kind.kind);
        }
    }

    void count(std::uint8_t* bytes, std::size_t used) {
        Seen seen;
        CUpti_Activity* record = nullptr;
        while (used != 0 && m_cupti->getNextRecord(bytes, used, &record) == CUPTI_SUCCESS) {
            const CUpti_ActivityKind kind = record->kind;
            seen.kernels += kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL ? 1 : 0;
            seen.calls +=
                kind == CUPTI_ACTIVITY_KIND_RUNTIME || kind == CUPTI_ACTIVITY_KIND_DRIVER ? 1 : 0;
        }
        const std::scoped_lock lock(m_mutex);
        if (m_seen != nullptr) {
            m_seen->kernels += seen.kernels;
            m_seen->calls += seen.calls;
        }
    }

    void tell() {
        m_cupti->flushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
        for (const auto& [way, seen] : m_seenBy) {
            std::fprintf(stderr, "%s: %ld kernels, %ld calls\n", way.c_str(), seen.kernels,
                         seen.calls);
        }
    }

    inline static Floor* s_floor = nullptr;  // CUPTI's callbacks for buffers know no other

    std::unique_ptr<CuptiApi> m_cupti;
    gaplight::recorder::CallChoice m_choice;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    Words m_ways;
    std::size_t m_next = 0;
    Words m_words;
    std::mutex m_mutex;
    std::vector<std::uint8_t*> m_free;
    std::map<std::string, Seen> m_seenBy;
    Seen* m_seen = nullptr;
};

}  // namespace

extern "C" int InitializeInjection() {
    static bool isCalled = false;
    const char* ways = std::getenv("FLOOR_WAYS");
    if (std::exchange(isCalled, true) || ways == nullptr) {
        return 1;
    }
    std::string why;
    std::unique_ptr<CuptiApi> cupti = gaplight::recorder::loadCupti(why);
    if (cupti == nullptr) {
        std::fprintf(stderr, "floor: %s\n", why.c_str());
        return 1;
    }
    new Floor(std::move(cupti), ways);  // for as long as the program runs
    return 1;
}
