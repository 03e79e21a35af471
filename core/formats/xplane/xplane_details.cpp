// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_details.h"

#include <algorithm>
#include <string>

#include "core/formats/protobuf_keys.h"
#include "core/formats/xplane/xplane_fields.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxLengthBytes = 10;
constexpr std::size_t kMaxEventBytes = std::size_t{16} << 20U;

// Ends with the message that begins at `offset`, whose length is in the bytes before it.
Result<std::string> readEventMessage(const RandomAccess& source, std::uint64_t offset) {
    // The length's varint ends right before the message, behind the tag 0x22 (field 4).
    const std::uint64_t back = std::min<std::uint64_t>(offset, kMaxLengthBytes);
    std::string before(back, '\0');
    const auto got = source.readAt(offset - back, {before.data(), before.size()});
    if (!got) {
        return tl::unexpected(got.error());
    }
    for (std::size_t bytes = 1; bytes < back; ++bytes) {
        const std::string_view varint = std::string_view(before).substr(back - bytes);
        const bool isBehindTag = before[back - bytes - 1] == '\x22';
        std::uint64_t length = 0;
        bool isVarint = (static_cast<unsigned char>(varint.back()) & 0x80U) == 0;
        for (std::size_t at = 0; at < bytes; ++at) {
            const auto byte = static_cast<unsigned char>(varint[at]);
            length |= std::uint64_t{byte & 0x7fU} << (7 * at);
            isVarint = isVarint && (at + 1 == bytes || (byte & 0x80U) != 0);
        }
        if (isBehindTag && isVarint && length <= kMaxEventBytes) {
            std::string message(length, '\0');
            const auto read = source.readAt(offset, {message.data(), message.size()});
            if (!read) {
                return tl::unexpected(read.error());
            }
            message.resize(*read);
            return message;
        }
    }
    return fail(ErrorCode::NotReadable,
                "no event begins there any more; the file was changed: "
                "open it again");
}

}  // namespace

Result<std::vector<Arg>> XplaneDetails::args(EventId event) const {
    std::vector<Arg> args;
    const auto after = std::upper_bound(
        m_planes.begin(), m_planes.end(), event.number(),
        [](std::uint64_t byte, const XplaneExtent& plane) { return byte < plane.begin; });
    if (after == m_planes.begin() || event.number() >= std::prev(after)->end) {
        return args;
    }
    const XplaneTexts& texts = *std::prev(after)->texts;
    const Result<std::string> message = readEventMessage(*m_source, event.number());
    if (!message) {
        return tl::unexpected<Error>(message.error());
    }
    try {
        protozero::pbf_message<XEventField> fields(viewOf(*message));
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(XEventField::Stats)) {
                const XplaneStat stat = texts.readStat(textOf(fields.get_view()));
                args.push_back({std::string(stat.name), stat.display()});
            } else if (fields.tag_and_type() == varintKey(XEventField::MetadataId)) {
                const XplaneTexts::EventKind* kind = texts.findEvent(fields.get_int64());
                if (kind != nullptr && !kind->longName.empty()) {
                    args.push_back({"long_name", kind->longName});
                }
                if (kind != nullptr) {
                    args.insert(args.end(), kind->stats.begin(), kind->stats.end());
                }
            } else {
                fields.skip();
            }
        }
    } catch (const protozero::exception&) {
        return args;  // damaged: what is before the damage
    }
    return args;
}

}  // namespace gaplight
