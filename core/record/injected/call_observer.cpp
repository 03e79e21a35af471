// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/injected/call_observer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>

#include "core/record/injected/call_choice.h"
#include "core/record/injected/recorder_clock.h"

namespace gaplight::recorder {
namespace {

constexpr std::uint64_t kMaxTableBytes = 256U << 20;

template <class T>
bool readArray(std::ifstream& file, std::uint64_t offset, std::vector<T>& into) {
    file.seekg(static_cast<std::streamoff>(offset));
    file.read(reinterpret_cast<char*>(into.data()),
              static_cast<std::streamsize>(into.size() * sizeof(T)));
    return static_cast<bool>(file);
}

std::vector<Elf64_Shdr> sectionsOf(std::ifstream& file) {
    std::vector<Elf64_Ehdr> header(1);
    const bool isElf =
        readArray(file, 0, header) && std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) == 0 &&
        header[0].e_ident[EI_CLASS] == ELFCLASS64 && header[0].e_shentsize == sizeof(Elf64_Shdr);
    std::vector<Elf64_Shdr> sections(isElf ? header[0].e_shnum : 0U);
    return !sections.empty() && readArray(file, header[0].e_shoff, sections)
               ? sections
               : std::vector<Elf64_Shdr>();
}

std::string_view fileName(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

const std::vector<SymbolNames::Symbol>& SymbolNames::tableOf(const std::string& path) {
    const auto [found, isNew] = m_tables.try_emplace(path);
    std::vector<Symbol>& table = found->second;
    if (!isNew) {
        return table;
    }
    std::ifstream file(path, std::ios::binary);
    const std::vector<Elf64_Shdr> sections = sectionsOf(file);
    for (const Elf64_Shdr& section : sections) {
        const bool isTable = section.sh_type == SHT_SYMTAB && section.sh_link < sections.size();
        if (!isTable || section.sh_size > kMaxTableBytes ||
            sections[section.sh_link].sh_size > kMaxTableBytes) {
            continue;
        }
        std::vector<Elf64_Sym> symbols(section.sh_size / sizeof(Elf64_Sym));
        std::vector<char> names(sections[section.sh_link].sh_size + 1);
        names.pop_back();
        if (!readArray(file, section.sh_offset, symbols) ||
            !readArray(file, sections[section.sh_link].sh_offset, names)) {
            break;
        }
        names.push_back('\0');
        for (const Elf64_Sym& symbol : symbols) {
            const bool isFunction = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
                                    symbol.st_size != 0 && symbol.st_name < names.size();
            if (isFunction) {
                table.push_back({symbol.st_value, symbol.st_value + symbol.st_size,
                                 std::string(names.data() + symbol.st_name)});
            }
        }
    }
    std::sort(table.begin(), table.end(),
              [](const Symbol& a, const Symbol& b) { return a.begin < b.begin; });
    return table;
}

SymbolNames::Function SymbolNames::at(std::uint64_t address) {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(address), &info) == 0) {
        return {"?", "?"};
    }
    const std::string path = info.dli_fname == nullptr ? "" : info.dli_fname;
    Function function{std::string(fileName(path)), {}};
    if (info.dli_sname != nullptr) {
        function.name = info.dli_sname;
        return function;
    }
    const std::uint64_t base = reinterpret_cast<std::uint64_t>(info.dli_fbase);
    // A program may be started by a relative path and have changed its folder since.
    const std::vector<Symbol>& own = tableOf(path);
    const std::vector<Symbol>& table =
        own.empty() && path.find(".so") == std::string::npos ? tableOf("/proc/self/exe") : own;
    for (const std::uint64_t at : {address - base, address}) {  // position independent, or not
        auto after = std::upper_bound(
            table.begin(), table.end(), at,
            [](std::uint64_t offset, const Symbol& symbol) { return offset < symbol.begin; });
        if (after != table.begin() && at < std::prev(after)->end) {
            function.name = std::prev(after)->name;
            return function;
        }
    }
    std::array<char, 32> offset{};
    std::snprintf(offset.data(), offset.size(), "+0x%llx",
                  static_cast<unsigned long long>(address - base));
    function.name = function.file + offset.data();
    return function;
}

namespace {

constexpr int kMaxFrames = 64;

// Frames of CUDA and of this library between every call and the program.
bool isOfCuda(std::string_view file) {
    return file.starts_with("libcuda.so") || file.starts_with("libcudart") ||
           file.starts_with("libcupti") || file.starts_with("libgaplight-recorder");
}

bool isProfilerStart(CUpti_CallbackDomain domain, CUpti_CallbackId function) {
    return domain == CUPTI_CB_DOMAIN_DRIVER_API
               ? function == CUPTI_DRIVER_TRACE_CBID_cuProfilerStart
               : function == CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000;
}
bool isProfilerStop(CUpti_CallbackDomain domain, CUpti_CallbackId function) {
    return domain == CUPTI_CB_DOMAIN_DRIVER_API
               ? function == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop
               : function == CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000;
}

}  // namespace

std::string CallObserver::begin(const record::RecorderSettings& settings) {
    const CUptiResult result = m_cupti.subscribe(&m_subscriber, &onCall, this);
    if (result != CUPTI_SUCCESS) {
        return m_cupti.nameOf(result) +
               ": another tool observes the calls of this program; record without --stacks and "
               "--capture-profiler";
    }
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
                           CUPTI_DRIVER_TRACE_CBID_cuProfilerStart);
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
                           CUPTI_DRIVER_TRACE_CBID_cuProfilerStop);
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                           CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000);
    m_cupti.enableCallback(1, m_subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                           CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000);
    if (settings.hasStacks) {
        // The first walk loads the unwinder, which must not happen inside a call.
        std::array<void*, 4> frames{};
        ::backtrace(frames.data(), static_cast<int>(frames.size()));
        enableStacks();
    }
    return {};
}

void CallObserver::enableStacks() {
    const auto enable = [&](CUpti_CallbackDomain domain, std::uint32_t count) {
        for (std::uint32_t function = 1; function < count; ++function) {
            const char* name = nullptr;
            const bool isKnown = m_cupti.getCallbackName(domain, function, &name) == CUPTI_SUCCESS;
            if (isKnown && name != nullptr && hasStack(name)) {
                m_cupti.enableCallback(1, m_subscriber, domain, function);
            }
        }
    };
    enable(CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE);
    enable(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE);
}

void CallObserver::end() {
    if (m_subscriber != nullptr) {
        m_cupti.unsubscribe(m_subscriber);
        m_subscriber = nullptr;
    }
}

void CUPTIAPI CallObserver::onCall(void* self, CUpti_CallbackDomain domain,
                                   CUpti_CallbackId function, const void* data) {
    static_cast<CallObserver*>(self)->handle(domain, function,
                                             *static_cast<const CUpti_CallbackData*>(data));
}

void CallObserver::handle(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                          const CUpti_CallbackData& call) {
    if (isProfilerStart(domain, function)) {
        return call.callbackSite == CUPTI_API_EXIT ? m_window.startProfiler() : void();
    }
    if (isProfilerStop(domain, function)) {
        return call.callbackSite == CUPTI_API_ENTER ? m_window.stopProfiler() : void();
    }
    if (call.callbackSite != CUPTI_API_ENTER || !m_window.isOpen()) {
        return;
    }
    const std::int64_t begin = monotonicNow();
    std::array<void*, kMaxFrames> frames{};
    const int count = ::backtrace(frames.data(), kMaxFrames);
    record::StackRecord stack;
    stack.correlation = call.correlationId;
    m_queue.push(stack, {reinterpret_cast<const char*>(frames.data()),
                         static_cast<std::size_t>(count) * sizeof(void*)});
    m_walkNs += monotonicNow() - begin;
    // A call of the runtime makes one of the driver with the same number, which is walked too.
    thread_local std::uint32_t last = 0;
    m_walkedCalls += call.correlationId == last ? 0 : 1;
    last = call.correlationId;
}

record::StackCostRecord CallObserver::stackCost() const {
    record::StackCostRecord cost;
    cost.time = m_walkNs;
    cost.calls = m_walkedCalls;
    return cost;
}

std::uint32_t CallObserver::frameText(std::uint64_t address, ActivityEncoder& encoder,
                                      std::vector<std::byte>& out) {
    const auto [known, isNew] = m_frames.try_emplace(address, 0U);
    if (!isNew) {
        return known->second;
    }
    // A return address may be the first byte of the next function.
    const SymbolNames::Function function = m_symbols.at(address - 1);
    if (!isOfCuda(function.file)) {
        known->second = encoder.text(function.name, out);
    }
    return known->second;
}

void CallObserver::encodeStack(const record::StackRecord& stack, std::string_view addresses,
                               ActivityEncoder& encoder, std::vector<std::byte>& out) {
    std::array<std::uint32_t, kMaxFrames> texts{};
    std::size_t count = 0;
    for (std::size_t at = 0; at + 8 <= addresses.size() && count < texts.size(); at += 8) {
        std::uint64_t address = 0;
        std::memcpy(&address, addresses.data() + at, sizeof(address));
        const std::uint32_t text = frameText(address, encoder, out);
        if (text != 0) {
            texts[count++] = text;
        }
    }
    record::append(out, stack,
                   {reinterpret_cast<const char*>(texts.data()), count * sizeof(texts[0])});
}

}  // namespace gaplight::recorder
