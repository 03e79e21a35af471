// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/io/inflater.h"

namespace gaplight {
namespace {

class CopyInflater final : public Inflater {
public:
    InflateStep step(std::span<const char> input, std::span<char> output) override {
        const std::size_t count = std::min(input.size(), output.size());
        std::copy_n(input.data(), count, output.data());
        return {count, count, false};
    }
    bool atBoundary() const override { return true; }
    const char* name() const override { return "none"; }
};

}  // namespace

std::unique_ptr<Inflater> copyInflater() {
    return std::make_unique<CopyInflater>();
}

}  // namespace gaplight
