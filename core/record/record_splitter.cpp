// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/record_splitter.h"

#include <string>

namespace gaplight::record {

tl::unexpected<Error> RecordSplitter::corrupt(const RecordHeader& header) {
    return fail(ErrorCode::Corrupt,
                "the recorder sent a record of kind " +
                    std::to_string(static_cast<std::uint32_t>(header.type)) + " with " +
                    std::to_string(header.bytes) +
                    " bytes, which no record has: gaplight and its recorder are of two builds");
}

}  // namespace gaplight::record
