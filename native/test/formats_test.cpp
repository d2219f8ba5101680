// Formats of text, and dates and times of a format that has a name.
#include <string>
#include <vector>

#include "expect.hpp"
#include "formats/index.hpp"
#include "time/iso.hpp"

using namespace validlib;

namespace {

struct Named {
  const char* name;
  std::vector<std::string> good;
  std::vector<std::string> bad;
};

void validates(const Named& given) {
  const FormatEntry* const entry = formatNamed(given.name);
  EXPECT(entry != nullptr, given.name);
  if (entry == nullptr) return;
  // In memory of exactly their size, so that a sanitizer sees reads behind it.
  const auto is = [&](const std::string& text) {
    return entry->format({std::vector<char>(text.begin(), text.end()).data(), text.size()});
  };
  for (const std::string& text : given.good) {
    EXPECT(is(text), std::string(given.name) + " " + text);
    for (std::size_t size = 0; size < text.size(); ++size) static_cast<void>(is(text.substr(0, size)));
  }
  for (const std::string& text : given.bad) EXPECT(!is(text), std::string(given.name) + " " + text);
}

const std::string label(63, 'a');

const Named formats[] = {
    {"email",
     {"ann@example.org", "a.b@x-y.example", R"("a \"b"@h)", R"(""@h)", "a@[127.0.0.1]", "a@[IPV6:::1]"},
     {"", "@", "a@", "@h", ".a@h", "a.@h", "a..b@h", R"("a"b@h)", R"("a\"@h)", R"("@h)", "a@[::1]", "a@[", "a@[]",
      "a@[IPv6:]", "a@[IPv6:1]", "\xc3\xa4@h", std::string(65, 'a') + "@h"}},
    {"uuid",
     {"2eb8aa08-aa98-11ea-b4aa-73B441D16380"},
     {"", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
      "2eb8aa08-aa98-11ea-b4aa-73b441d163800", "2eb8aa0-8aa98-11ea-b4aa-73b441d16380",
      "2eb8aa08-aa98-11ea-b4aa--3b441d16380"}},
    {"ipv4",
     {"0.0.0.0", "255.249.199.99"},
     {"", "1.2.3", "1.2.3.", "1.2.3.4.", "1.2.3.256", "01.2.3.4", "1.2.3.00", "1..2.3"}},
    {"ipv6",
     {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:1.2.3.4",
      "1:2:3:4:5:6:1.2.3.4"},
     {"", ":", ":::", "1", "1:2:3:4:5:6:7:", "1:2:3:4:5:6:7:8:9", "1::2::3", "::12345", ":1::2", "1:2:3:4::5:6:7:8",
      "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4::", "::1.2.3", "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.2555"}},
    {"hostname",
     {"a", "a-b.c1", label + "." + label},
     {"", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a-.b", "a_b", label + "a", "\xc3\xa9"}},
    {"uri",
     {"a:", "http://u:p@h:80/p?q#f", "http://[::1]:/", "http://[v1.a:b]", "a:b//c", "http://%40@h"},
     {"", "a", "//h", ":", "1a:b", "a:%", "a:%4", "a:%4g", "a:b#c#d", "a:[", "http://h:p", "http://a@b@c",
      "http://[::1", "http://[::1]x", "http://a[::1]", "http://[@h", "http://[v.a]", "http://[v1.]", "a:\xc3\xa9"}},
    {"uri-reference",
     {"", "a", "/a:b", "?a:b", "#", "//", "a/b:c", "http://h"},
     {":a", "1:b", "a,b:c", "/[", "//h:p", "//[1]"}},
    {"date",
     {"2020-02-29", "0000-02-29", "9999-12-31"},
     {"", "2021-02-29", "1900-02-29", "2021-00-01", "2021-01-00", "2021-04-31", "2021-1-1", "20210101", "2021-01-01Z"}},
    {"time",
     {"00:00:00Z", "23:59:59.5z", "23:59:60Z", "01:29:60+01:30", "00:00:60+00:01"},
     {"", "24:00:00Z", "00:60:00Z", "00:00:61Z", "00:00:00", "00:00:00.Z", "00:00:00+24:00", "00:00:00+00:60",
      "00:00:00Z+00:00", "22:59:60Z", "00:00:60+00:02"}},
    {"date-time",
     {"2020-02-29T12:00:00Z", "2020-02-29t12:00:00.123+01:00", "1998-12-31T23:59:60Z", "1999-01-01T00:59:60+01:00",
      "2015-06-30T23:59:60Z", "2015-07-01T00:59:60+01:00"},
     {"", "2020-02-29", "2020-02-29T", "2020-02-29 12:00:00Z", "2021-02-29T12:00:00Z", "1998-12-30T23:59:60Z",
      "1998-12-31T00:59:60+01:00", "1999-01-02T00:59:60+01:00", "1998-01-31T23:59:60Z", "1998-03-31T23:59:60Z",
      "1998-06-01T00:59:60+01:00", "1998-07-31T23:59:60Z"}},
    {"duration",
     {"P1Y2M3DT4H5M6S", "P2W", "PT1M", "P1DT1S", "P1Y2M"},
     {"", "P", "PT", "P1", "P1Y2D", "PT1H2S", "P1DT", "P1W1D", "P1WT1H", "PT1HT1M", "P1S", "PT1D", "p1D", "PD"}},
    {"json-pointer", {"", "/", "/~0~1", "/\xc3\xa9"}, {"a", "~", "/~", "/~2", "/~0~"}},
    {"email html5",
     {"a..b@c", ".a@b-c", "a@" + label},
     {"", "@", "a@", "@a", "a@b@c", R"("a"@b)", "a@" + label + "a", "a@-b"}},
    {"email with-tld",
     {"a@b.co", "a@b.xn--p1ai"},
     {"", "a@b", "a@b.c", "a@b.c1", "a@[1.2.3.4]", "a@b.xn--", "a@b.co."}},
    {"idn-email",
     {"a@b", "\xc3\xa4@\xed\x95\x9c.b", R"("\xc3\xa4 "@b)"},
     {"", "\xed\xa0\x80@a", "\xc3\xa4", "@\xc3\xa4", "a@\xc3\xa4-", "a@[\xc3\xa4]",
      std::string(64, 'a') + "\xc3\xa4@b"}},
    {"iri",
     {"a:\xc3\xa9", "a:?\xee\x80\x80", "http://\xc3\xa9@\xc3\xa9/?\xf4\x8f\xbf\xbd", "a:\xf3\xa1\x80\x80"},
     {"", "\xc3\xa9:a", "a:\xee\x80\x80", "a:#?\xee\x80\x80", "a:\xef\xb7\x90", "a:\xf3\xa0\x80\x81", "a:\xc2\x85",
      "a:\xed\xa0\x80", "a:\xf0\x9f\xbf\xbe", "a://[\xc3\xa9]"}},
    {"iri-reference", {"", "\xc3\xa9", "//\xc3\xa9"}, {"\xc3\xa9:a", "\xee\x80\x80"}},
    {"uri-template",
     {"", "{a}", "x{+a.b:12,c*}\xc3\xa9\xee\x80\x80", "{%41}"},
     {"{", "}", "{}", "{a", "{a,}", "{+}", "{a:0}", "{a:12345}", "{a..b}", "{a.}", "%", "%4", "{%4}", "a b", "{a:}"}},
    {"relative-json-pointer",
     {"0", "10#", "1-1/a", "0+10#"},
     {"", "#", "01", "0-", "0+0", "0-01", "/a", "0a", "0##", "1-a"}},
    {"cidrv4",
     {"1.2.3.4/0", "1.2.3.4/32"},
     {"", "/", "1.2.3.4", "1.2.3.4/", "1.2.3.4/33", "1.2.3.4/01", "1.2.3.4/1234"}},
    {"cidrv6", {"::/0", "::1/128"}, {"", "::", "::/129", "::/a", "/1", "::/064"}},
    {"mac",
     {"00:1a:2B:00:00:00", "00-1a-2B-00-00-00"},
     {"", "00:1a:2B:00:00:0", "00:1a-2B:00:00:00", "00.1a.2B.00.00.00"}},
    {"local-date-time",
     {"2020-02-29T12:00:00", "2020-02-29t23:59:59.5"},
     {"", "2020-02-29T", "2020-02-29T12:00:00Z", "2020-02-29T12:00:60", "2021-02-29T12:00:00"}},
    {"iso-week",
     {"2020-W53", "2021-W01", "0000-W52"},
     {"", "2021-W53", "2021-W00", "2020-W54", "2020-W1", "2020-w01", "0000-W53"}},
    {"credit-card",
     {"4111111111111111", "3782 822463 10005", "5555-5555-5555-4444"},
     {"", "4111111111111112", "4242  4242 4242 4242", "0000000000000000", "4111111111111111-", std::string(60, '4')}},
    {"iban",
     {"GB82WEST12345698765432", "GB82 WEST 1234 5698 7654 32"},
     {"", "G", "GB", "GB82", "GB83WEST12345698765432", "ZZ82WEST12345698765432", "GB82 WEST12345698765432", "    "}},
    {"isbn",
     {"0306406152", "0-8044-2957-X", "978-0-306-40615-7"},
     {"", "X", "0306406153", "080442957x", "9770306406157"}},
    {"e164", {"+1234567", "+123456789012345"}, {"", "+", "+0234567", "+123456", "+1234567890123456", "12345678"}},
    {"jwt", {"a0.b0.c0", "a0.b0."}, {"", ".", "..", "a.b.c", "a0.b0", "a0.b0.c0.d0", ".b0.c0"}},
    {"url", {"", "a"}, {}},
    {"http-url",
     {"http://a", "HTTPS://a/b"},
     {"", "http", "https:", "http://", "http:///a", "http://a b", "http://a\\", "ftp://a"}},
    {"emoji", {"\xc3\xa9"}, {"", "a"}},
    {"nanoid", {std::string(21, '_')}, {"", std::string(20, 'a'), std::string(21, '.')}},
    {"cuid2", {"a1", std::string(32, 'z')}, {"", "a", "1a", "A1", std::string(33, 'z')}},
    {"xid", {"9m4e2mr0ui3e8a215n4g"}, {"", "9m4e2mr0ui3e8a215n4h", "9m4e2mr0ui3e8a215w4g"}},
    {"ksuid", {"aWgEPTl1tmebfsQzFP4bxwgy80V"}, {"", "aWgEPTl1tmebfsQzFP4bxwgy80W", std::string(27, '-')}},
    {"slug", {"a", "a-1"}, {"", "-", "a-", "-a", "a--b", "A"}},
    {"md5", {std::string(32, 'a')}, {"", std::string(31, 'a'), std::string(32, 'g')}},
    {"sha512", {std::string(128, 'F')}, {"", std::string(64, 'a')}},
    {"hex-color", {"#abc", "#abcd", "#abcdef", "#abcdef01"}, {"", "#", "#ab", "#abcde", "abc", "#abg"}},
    {"base64", {"", "AA==", "AAA=", "+/+/"}, {"A", "A===", "====", "AA=A", "-_-_", std::string(99, 'A') + "!"}},
    {"base64url", {"", "AA", "AAA", "-_-_"}, {"A", "AA==", "+/+/"}},
    {"hex", {"", "00aF"}, {"0", "0g", "\xc3\xa9"}},
    {"ulid",
     {"01ARZ3NDEKTSV4RRFFQ69G5FAV", "7zzzzzzzzzzzzzzzzzzzzzzzzz"},
     {"", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FA"}},
    {"semver",
     {"0.0.0", "1.2.3-a.1+b.01", "1.0.0--", "1.0.0+-", "1.0.0-0a.0"},
     {"", "1.2", "1.2.3.4", "01.2.3", "1.2.03", "1.2.3-", "1.2.3+", "1.2.3-01", "1.2.3-a..b", "1.2.3-a.", "1.2.3+a+b"}},
};

struct Read {
  NamedFormat format;
  Parts parts;
  const char* text;
  Civil civil;
};

void reads(const Read& given) {
  Civil civil;
  EXPECT(readIso(given.format, given.parts, given.text, civil), given.text);
  EXPECT(civil.instant == given.civil.instant && civil.aware == given.civil.aware, given.text);
}

constexpr NamedFormat rfc3339 = NamedFormat::rfc3339;
constexpr NamedFormat iso = NamedFormat::iso;

const Read moments[] = {
    {rfc3339, Parts::datetime, "1985-04-12T23:20:50.52Z", {{482'196'050, 520'000'000}, true}},
    {rfc3339, Parts::datetime, "1937-01-01t12:00:27.87+00:20", {{-1'041'337'173, 870'000'000}, true}},
    {rfc3339, Parts::datetime, "0001-01-01T00:00:00+23:59", {{-62'135'683'140, 0}, true}},
    {rfc3339, Parts::datetime, "9999-12-31T23:59:59.9999999999-23:59", {{253'402'387'139, 999'999'999}, true}},
    {rfc3339, Parts::datetime, "1990-12-31T15:59:60-08:00", {{662'687'999, 0}, true}},
    {rfc3339, Parts::date, "2000-03-01", {{951'868'800, 0}, false}},
    {iso, Parts::datetime, "1970-01-01T00:01", {{60, 0}, false}},
    {iso, Parts::datetime, "1970-01-01T00:01Z", {{60, 0}, true}},
    {iso, Parts::datetime, "1969-12-31T23:59:60.5", {{-1, 500'000'000}, false}},
    {iso, Parts::time, "23:59", {{86'340, 0}, false}},
    {iso, Parts::time, "00:00:01.000000001", {{1, 1}, false}},
};

struct Refused {
  NamedFormat format;
  Parts parts;
  std::vector<const char*> texts;
};

const Refused refused[] = {
    {rfc3339,
     Parts::datetime,
     {"", "2018-07-03", "2018-07-03T10:11Z", "2018-07-03T10:11:12", "2018-07-03T10:11:12.Z", "2018-07-03T10:11:12+02",
      "2018-07-03T24:00:00Z", "2018-07-03T10:60:00Z", "2018-07-03T10:11:61Z", "2018-07-03T10:11:60Z",
      "2018-07-03T23:59:60Z", "2018-05-31T23:59:60Z", "2018-07-02T00:59:60+01:00", "2018-07-03T10:11:12+24:00",
      "2018-07-03T10:11:12+02:60", "0000-01-01T00:00:00Z", "2018-02-29T00:00:00Z"}},
    {rfc3339, Parts::time, {"10:11:12", "10:11:12Z"}},
    {rfc3339, Parts::date, {"", "2018-7-3", "2018-07-03T", "0000-01-01"}},
    {iso,
     Parts::datetime,
     {"2018-07-03T10", "2018-07-03T10:11:", "2018-07-03T10:11 ", "2018-07-03 10:11", "2018-07-03T10:11z+"}},
    {iso, Parts::time, {"", "10", "10:1", "24:00", "10:11Z", "22:59:60", "10:11:12."}},
};

}  // namespace

int main() {
  for (const Named& one : formats) validates(one);
  for (const char* name : {"", "regex", "Email", "date "}) EXPECT(formatNamed(name) == nullptr, name);
  for (const char* name : {"email", "uri"}) EXPECT(formatNamed(name)->exceptions == nullptr, name);
  const Format isLeft = formatNamed("hostname")->exceptions;
  for (const char* text : {"xn--a", "a.XN--a.b", "a.b.xN--9", "a--b.xn--c"}) EXPECT(isLeft(text), text);
  for (const char* text : {"a", "xn-a", "n--a", "--", "axn--a", "a-xn--b", "a.b-xn--c", "x.n--a", "ab--xn--c", "yn--a"})
    EXPECT(!isLeft(text), text);
  const Format isNotPlain = formatNamed("url")->exceptions;
  for (const char* text : {"http://a", "HTTPS://a-b.c1x.d:65535/\xc3\xa9 ?#", "http://a?", "http://a:#", "https://1.a"})
    EXPECT(!isNotPlain(text), text);
  for (const char* text :
       {"", "a", "http", "http:", "http:/a", "http://", "http://.", "http://1", "http://a.1b", "ftp://a",
        "http://a:65536", "http://a:x", "http://u@a", "http://xn--a", "http://\xc3\xa9", "http://[::1]"})
    EXPECT(isNotPlain(text), text);
  for (const Read& one : moments) reads(one);
  for (const Refused& one : refused) {
    for (const char* text : one.texts) {
      Civil civil;
      EXPECT(!readIso(one.format, one.parts, text, civil), text);
    }
  }
  return validlib::test::ended();
}
