// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/record/injected/activity_encoder.h"
#include "core/record/injected/capture_window.h"
#include "core/record/injected/cupti_api.h"
#include "core/record/injected/record_queue.h"
#include "core/record/recorder_settings.h"

namespace gaplight::recorder {

// Function names by address, from the exported symbols and the symbol table (absent in stripped
// files) of each loaded file. A file's table is read at its first use.
class SymbolNames {
public:
    struct Function {
        std::string file;  // "libcudart.so.13"
        std::string name;  // mangled, or "file+0x1234" where nothing else is known
    };
    [[nodiscard]] Function at(std::uint64_t address);

private:
    struct Symbol {
        std::uint64_t begin = 0;  // from where the file is loaded
        std::uint64_t end = 0;
        std::string name;
    };
    const std::vector<Symbol>& tableOf(const std::string& path);

    std::map<std::string, std::vector<Symbol>> m_tables;  // by path, by address
};

// Callback inside CUDA calls, subscribed only if needed: for call stacks (--stacks) and for
// cudaProfilerStart and cudaProfilerStop. CUPTI allows one subscriber per process.
class CallObserver {
public:
    CallObserver(const CuptiApi& cupti, CaptureWindow& window, RecordQueue& queue)
        : m_cupti(cupti), m_window(window), m_queue(queue) {}

    [[nodiscard]] static bool isNeeded(const record::RecorderSettings& settings) {
        return settings.hasStacks || settings.isProfilerScoped;
    }
    // Returns the error of CUPTI; empty on success.
    [[nodiscard]] std::string begin(const record::RecorderSettings& settings);
    void end();
    // Time that recording stacks took since begin(), in all threads together. Thread-safe.
    record::StackCostRecord stackCost() const;

    // Appends a queued stack with its addresses resolved to texts. Sender's thread only.
    void encodeStack(const record::StackRecord& stack, std::string_view addresses,
                     ActivityEncoder& encoder, std::vector<std::byte>& out);

private:
    static void CUPTIAPI onCall(void* self, CUpti_CallbackDomain domain, CUpti_CallbackId function,
                                const void* data);
    void handle(CUpti_CallbackDomain domain, CUpti_CallbackId function,
                const CUpti_CallbackData& call);
    void enableStacks();
    [[nodiscard]] std::uint32_t frameText(std::uint64_t address, ActivityEncoder& encoder,
                                          std::vector<std::byte>& out);

    const CuptiApi& m_cupti;
    CaptureWindow& m_window;
    RecordQueue& m_queue;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    std::atomic<std::int64_t> m_walkNs{0};
    std::atomic<std::uint64_t> m_walkedCalls{0};
    SymbolNames m_symbols;
    std::unordered_map<std::uint64_t, std::uint32_t> m_frames;  // address → text; 0: leave out
};

}  // namespace gaplight::recorder
