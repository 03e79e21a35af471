// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/nvtx_functions.h"

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "core/record/injected/recorder.h"
#include "core/record/injected/recorder_clock.h"

namespace gaplight::recorder {
namespace {

void appendCodePoint(std::string& text, std::uint32_t point) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (point < 0x80) {
        add(point);
    } else if (point < 0x800) {
        add(0xC0U | (point >> 6U));
        add(0x80U | (point & 0x3FU));
    } else if (point < 0x10000) {
        add(0xE0U | (point >> 12U));
        add(0x80U | ((point >> 6U) & 0x3FU));
        add(0x80U | (point & 0x3FU));
    } else {
        add(0xF0U | (point >> 18U));
        add(0x80U | ((point >> 12U) & 0x3FU));
        add(0x80U | ((point >> 6U) & 0x3FU));
        add(0x80U | (point & 0x3FU));
    }
}

// Names in NVTX calls, as UTF-8; empty where there is none.
std::string_view textOf(const char* text) {
    return text == nullptr ? std::string_view() : std::string_view(text);
}

std::string textOf(const wchar_t* text) {
    std::string utf8;
    for (; text != nullptr && *text != L'\0'; ++text) {
        appendCodePoint(utf8, static_cast<std::uint32_t>(*text) & 0x1FFFFFU);
    }
    return utf8;
}

std::string textOf(const nvtxEventAttributes_t* event) {
    if (event == nullptr) {
        return {};
    }
    switch (event->messageType) {
        case NVTX_MESSAGE_TYPE_ASCII:
            return std::string(textOf(event->message.ascii));
        case NVTX_MESSAGE_TYPE_UNICODE:
            return textOf(event->message.unicode);
        case NVTX_MESSAGE_TYPE_REGISTERED:
            return event->message.registered == nullptr
                       ? std::string()
                       : *reinterpret_cast<const std::string*>(event->message.registered);
        default:
            return {};
    }
}

// A copy of the text that the returned handle refers to; never freed.
nvtxStringHandle_t registered(std::string_view text) {
    return reinterpret_cast<nvtxStringHandle_t>(new std::string(text));
}

using record::RangePhase;

// A domain of the program, which its handle points to; never freed, events may refer to it later.
struct Domain {
    std::uint64_t id = 0;  // 0: the default one
    std::string name;
};

const Domain& domainOf(nvtxDomainHandle_t handle) {
    static const Domain kDefault;
    return handle == nullptr ? kDefault : *reinterpret_cast<const Domain*>(handle);
}

std::uint32_t thisThread() {
    thread_local const auto kThread = static_cast<std::uint32_t>(::gettid());
    return kThread;
}

void sendRange(RangePhase phase, std::uint64_t id, const Domain& domain, std::string_view name) {
    if (!recorder().isRecording()) {
        return;
    }
    record::RangeRecord range;
    range.time = now();
    range.id = id;
    range.phase = phase;
    range.thread = thisThread();
    if (domain.name.empty()) {
        recorder().queue().push(range, name);
    } else {
        recorder().queue().push(range, std::string(name) + '\0' + domain.name);
    }
}

bool isCaptureRange(std::string_view name) {
    return !recorder().captureRange().empty() && recorder().captureRange() == name;
}

// Open pushed ranges of this thread with their domain, and whether each is a capture range.
struct Pushed {
    std::uint64_t domain = 0;
    bool isCapture = false;
};
std::vector<Pushed>& pushedRanges() {
    thread_local std::vector<Pushed> ranges;
    return ranges;
}

int depthIn(std::uint64_t domain) {
    int depth = 0;
    for (const Pushed& range : pushedRanges()) {
        depth += range.domain == domain ? 1 : 0;
    }
    return depth;
}

// Returns the nesting level of the range, as NVTX requires.
int push(const Domain& domain, std::string_view name) {
    const int level = depthIn(domain.id);
    const bool isCapture = isCaptureRange(name);
    pushedRanges().push_back({domain.id, isCapture});
    if (isCapture) {
        recorder().enterCaptureRange();
    }
    sendRange(RangePhase::Push, domain.id, domain, name);
    return level;
}

int pop(const Domain& domain) {
    std::vector<Pushed>& ranges = pushedRanges();
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        if (range->domain != domain.id) {
            continue;
        }
        sendRange(RangePhase::Pop, domain.id, domain, {});
        if (range->isCapture) {
            recorder().leaveCaptureRange();
        }
        ranges.erase(std::next(range).base());
        return depthIn(domain.id);
    }
    return -1;
}

// Started capture ranges, which any thread may end.
class StartedRanges {
public:
    void begin(std::uint64_t id) {
        const std::scoped_lock lock(m_mutex);
        m_open.insert(id);
    }
    bool end(std::uint64_t id) {
        const std::scoped_lock lock(m_mutex);
        return m_open.erase(id) != 0;
    }

private:
    std::mutex m_mutex;
    std::set<std::uint64_t> m_open;
};
StartedRanges& startedCaptureRanges() {
    static StartedRanges* const kRanges = new StartedRanges;
    return *kRanges;
}

nvtxRangeId_t start(const Domain& domain, std::string_view name) {
    static std::atomic<std::uint64_t> last{0};
    const std::uint64_t id = ++last;
    if (isCaptureRange(name)) {
        startedCaptureRanges().begin(id);
        recorder().enterCaptureRange();
    }
    sendRange(RangePhase::Start, id, domain, name);
    return id;
}

void end(nvtxRangeId_t id) {
    sendRange(RangePhase::End, id, domainOf(nullptr), {});
    if (!recorder().captureRange().empty() && startedCaptureRanges().end(id)) {
        recorder().leaveCaptureRange();
    }
}

void NVTX_API markA(const char* text) {
    sendRange(RangePhase::Mark, 0, domainOf(nullptr), textOf(text));
}
void NVTX_API markEx(const nvtxEventAttributes_t* event) {
    sendRange(RangePhase::Mark, 0, domainOf(nullptr), textOf(event));
}
void NVTX_API domainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
    sendRange(RangePhase::Mark, 0, domainOf(domain), textOf(event));
}
int NVTX_API pushA(const char* text) {
    return push(domainOf(nullptr), textOf(text));
}
int NVTX_API pushW(const wchar_t* text) {
    return push(domainOf(nullptr), textOf(text));
}
int NVTX_API pushEx(const nvtxEventAttributes_t* event) {
    return push(domainOf(nullptr), textOf(event));
}
int NVTX_API domainPushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
    return push(domainOf(domain), textOf(event));
}
int NVTX_API popDefault() {
    return pop(domainOf(nullptr));
}
int NVTX_API domainPop(nvtxDomainHandle_t domain) {
    return pop(domainOf(domain));
}
nvtxRangeId_t NVTX_API startA(const char* text) {
    return start(domainOf(nullptr), textOf(text));
}
nvtxRangeId_t NVTX_API startEx(const nvtxEventAttributes_t* event) {
    return start(domainOf(nullptr), textOf(event));
}
nvtxRangeId_t NVTX_API domainStartEx(nvtxDomainHandle_t domain,
                                     const nvtxEventAttributes_t* event) {
    return start(domainOf(domain), textOf(event));
}
void NVTX_API domainEnd(nvtxDomainHandle_t, nvtxRangeId_t id) {
    end(id);
}
void NVTX_API nameThreadA(std::uint32_t thread, const char* name) {
    record::NameRecord record;
    record.id = thread;
    recorder().queue().push(record, textOf(name));
}
nvtxDomainHandle_t NVTX_API createDomain(const char* name) {
    static std::atomic<std::uint64_t> last{0};
    auto* domain = new Domain{++last, std::string(textOf(name))};
    return reinterpret_cast<nvtxDomainHandle_t>(domain);
}
nvtxStringHandle_t NVTX_API registerString(nvtxDomainHandle_t, const char* text) {
    return registered(textOf(text));
}
void NVTX_API nameStreamA(void* stream, const char* name) {
    recorder().nameStream(static_cast<CUstream>(stream), name);
}

// A table of NVTX function pointers; entries that are not set do nothing.
class Table {
public:
    Table(const NvtxExportTableCallbacks& callbacks, NvtxCallbackModule module) {
        m_isThere = callbacks.GetModuleFunctionTable(module, &m_functions, &m_size) != 0;
    }
    template <class Function>
    void set(unsigned int at, Function* function) {
        if (m_isThere && at < m_size && m_functions[at] != nullptr) {
            *m_functions[at] = reinterpret_cast<NvtxFunctionPointer>(function);
        }
    }

private:
    NvtxFunctionTable m_functions = nullptr;
    unsigned int m_size = 0;
    bool m_isThere = false;
};

}  // namespace

int takeNvtx(NvtxGetExportTableFunc_t getExportTable) {
    const auto* callbacks =
        static_cast<const NvtxExportTableCallbacks*>(getExportTable(NVTX_ETID_CALLBACKS));
    if (callbacks == nullptr) {
        return 0;
    }
    Table core(*callbacks, NVTX_CB_MODULE_CORE);
    core.set(NVTX_CBID_CORE_MarkA, markA);
    core.set(NVTX_CBID_CORE_MarkEx, markEx);
    core.set(NVTX_CBID_CORE_RangePushA, pushA);
    core.set(NVTX_CBID_CORE_RangePushW, pushW);
    core.set(NVTX_CBID_CORE_RangePushEx, pushEx);
    core.set(NVTX_CBID_CORE_RangePop, popDefault);
    core.set(NVTX_CBID_CORE_RangeStartA, startA);
    core.set(NVTX_CBID_CORE_RangeStartEx, startEx);
    core.set(NVTX_CBID_CORE_RangeEnd, end);
    core.set(NVTX_CBID_CORE_NameOsThreadA, nameThreadA);
    Table domains(*callbacks, NVTX_CB_MODULE_CORE2);
    domains.set(NVTX_CBID_CORE2_DomainMarkEx, domainMarkEx);
    domains.set(NVTX_CBID_CORE2_DomainRangePushEx, domainPushEx);
    domains.set(NVTX_CBID_CORE2_DomainRangePop, domainPop);
    domains.set(NVTX_CBID_CORE2_DomainRangeStartEx, domainStartEx);
    domains.set(NVTX_CBID_CORE2_DomainRangeEnd, domainEnd);
    domains.set(NVTX_CBID_CORE2_DomainCreateA, createDomain);
    domains.set(NVTX_CBID_CORE2_DomainRegisterStringA, registerString);
    Table(*callbacks, NVTX_CB_MODULE_CUDA).set(NVTX_CBID_CUDA_NameCuStreamA, nameStreamA);
    Table(*callbacks, NVTX_CB_MODULE_CUDART).set(NVTX_CBID_CUDART_NameCudaStreamA, nameStreamA);
    return 1;
}

}  // namespace gaplight::recorder
