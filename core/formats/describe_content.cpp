// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "core/formats/chrome/json/json_token.h"
#include "core/formats/open_trace.h"

namespace gaplight {
namespace {

struct Signature {
    std::string_view bytes;
    const char* name;
};

using namespace std::string_view_literals;

constexpr Signature kSignatures[] = {
    {"\x89PNG\r\n\x1a\n"sv, "a PNG image"},
    {"\xff\xd8\xff"sv, "a JPEG image"},
    {"GIF8"sv, "a GIF image"},
    {"%PDF-"sv, "a PDF document"},
    {"\x7f"
     "ELF"sv,
     "an ELF program or library"},
    {"PK\x03\x04"sv, "a ZIP archive; unpack it first"},
    {"NVIDIA Tegra Profiler Report "sv,
     "a report of Nsight Systems; export it with `nsys export --type sqlite` of the same version"},
    {"NVR\0"sv,
     "a report of Nsight Compute; drop it on a trace of the same program, or read it with "
     "`gaplight analyze`"},
    {"BZh"sv, "bzip2 data; unpack it first"},
    {"\xfd"
     "7zXZ"sv,
     "xz data; unpack it first"},
    {"\x04\x22\x4d\x18"sv, "LZ4 data; unpack it first"},
    {"\x1f\x8b"sv, "gzip data inside compressed data; unpack it once"},
    {"\x28\xb5\x2f\xfd"sv, "zstd data inside compressed data; unpack it once"},
    {"\xff\xfe"sv, "UTF-16 text; convert it to UTF-8"},
    {"\xfe\xff"sv, "UTF-16 text; convert it to UTF-8"},
    {"<!DOCTYPE"sv, "an HTML page"},
    {"<html"sv, "an HTML page"},
    {"<?xml"sv, "an XML document"},
    {"version https://git-lfs"sv, "a Git LFS pointer; fetch the file itself with `git lfs pull`"},
    {"\x80\x02"sv, "a Python pickle"},
    {"\x80\x04"sv, "a Python pickle"},
};

// A protobuf message whose field 1 is a message: 0x0a, a length, and within it a field with a small
// number.
bool looksLikeProtobuf(std::string_view head) {
    if (head.size() < 4 || head[0] != '\x0a') {
        return false;
    }
    std::size_t at = 1;
    while (at < 6 && at < head.size() && (static_cast<unsigned char>(head[at]) & 0x80U) != 0) {
        ++at;
    }
    const auto tag = at + 1 < head.size() ? static_cast<unsigned char>(head[at + 1]) : 0U;
    return static_cast<unsigned char>(head[at]) != 0 && tag != 0 && !isSpace(head[1]) &&
           (tag & 7U) != 7 && (tag & 7U) != 6;
}

bool isText(std::string_view head) {
    return std::all_of(head.begin(), head.end(), [](char c) {
        return static_cast<unsigned char>(c) >= ' ' || isSpace(c) || c == '\f' || c == '\x1b';
    });
}

// The beginning of a text, in quotes, on one line.
std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 40;
    std::string shown;
    for (const char c : text.substr(0, kShown)) {
        const bool printable = c >= ' ' && c <= '~' && c != '\'';
        shown += printable ? c : ' ';
    }
    return "'" + shown + (text.size() > kShown ? "...'" : "'");
}

}  // namespace

std::string describeContent(std::string_view head) {
    if (head.empty()) {
        return "an empty file";
    }
    for (const Signature& signature : kSignatures) {
        if (head.starts_with(signature.bytes)) {
            return signature.name;
        }
    }
    if (std::all_of(head.begin(), head.end(), [](char c) { return c == '\0'; })) {
        return "zeros (a file that was never written, or lost its content)";
    }
    if (std::all_of(head.begin(), head.end(), isSpace)) {
        return "white space";
    }
    if (isText(head)) {
        const auto begin = std::find_if_not(head.begin(), head.end(), isSpace);
        const auto skipped = static_cast<std::size_t>(begin - head.begin());
        return "text that begins " + quoted(head.substr(skipped));
    }
    if (looksLikeProtobuf(head)) {
        return "a protocol buffer, but of no format that is read";
    }
    char bytes[32];
    const auto byte = [&](std::size_t at) {
        return at < head.size() ? static_cast<unsigned>(static_cast<unsigned char>(head[at])) : 0U;
    };
    std::snprintf(bytes, sizeof bytes, "%02x %02x %02x %02x", byte(0), byte(1), byte(2), byte(3));
    return std::string("unknown binary data that begins ") + bytes;
}

}  // namespace gaplight
