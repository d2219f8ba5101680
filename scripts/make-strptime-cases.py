#!/usr/bin/env python3
"""Writes test/time/strptime.json: what CPython's datetime.strptime makes of several thousand texts.

    python3 scripts/make-strptime-cases.py [rows per format] [random formats] [seed] > test/time/strptime.json
    npx biome format --write test/time/strptime.json

Deterministic: the seed is an argument. Meant for CPython 3.11, in the C locale and UTC.

    {"python": "3.11.7",
     "refused": [format, ...],                  formats that no text can ever match
     "formats": [[format, [[text, isoformat or null], ...]], ...]}

A day or week that the year does not have is null, though CPython continues into another year.
"""
import json
import os
import random
import re
import sys
import time

os.environ["TZ"] = "UTC"
os.environ["LC_ALL"] = "C"
time.tzset()
import _strptime  # noqa: E402
from datetime import datetime, timedelta, timezone  # noqa: E402

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 28
RANDOM_FORMATS = int(sys.argv[2]) if len(sys.argv) > 2 else 170
rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

# Texts chosen by hand: one for every rule of the parser.
CHOSEN = {
    "%Y-%m-%d": [
        "2020-02-29", "2019-02-29", "1900-02-29", "2000-02-29", "2011-02-31", "2011-04-31", "2020-00-01", "2020-01-00",
        "2020-13-01", "2020-1-1", "2020-01-1", "2020-1-01", "2018-7-3", "2018-07- 3", "2018- 7-03", " 2018-07-03",
        "2018-07-03 ", "2018-07-03\n", "0000-01-01", "0001-01-01", "9999-12-31", "999-01-01", "10000-01-01", "20-01-01",
        "-020-01-01", "+2020-01-01", "2020-01-32", "2020-12-31", "2020/12/31", "2020-12-311", "", "2020-01-", "2020",
        "\u0662\u0660\u0662\u0660-01-01", "2020-\u0661-01", "2020-1\u0661-01", "2020-01-1\u0663", "2020-01-\u0663",
        "2020-01-3\u0661", "\uff12\uff10\uff12\uff10-12-2\uff15", "\U0001d7ce\U0001d7cf\U0001d7d8\U0001d7d9-02-03",
        "2020-01-01\u0000", "2020\u201301\u201301", "\ufeff2020-01-01", "\ud800020-01-01", "20\u00b20-01-01",
        "\u2160020-01-01", "2020-01-2\u0967", "2020-01-2\U0001e951", "2020-01-\u00b9", "2020-01-1_0", "2020-01-1e0",
    ],
    "%d %B %Y": [
        "3 july 2018", "03 JULY 2018", "3  July\t2018", "3July2018", " 3 July 2018", "3 July  2018", "3 Jul 2018",
        "31 june 2018", "29 February 2020", "29 february 2019", "1 May 2018", "3 Au\u01315ust 2018", "3 Augu\u017ft 2018",
        "3 \u017feptember 2018", "3 \u2003July\u00a02018", "3\u1680July\u30002018", "3\x1cJuly\x852018",
        "3\u200bJuly 2018", "3\ufeffJuly 2018", "3 Julyy 2018", "3 July 2018 ", "30 Apr\u0131l 2018", "30 APR\u0130L 2018",
    ],
    "%a, %d %b %Y %H:%M:%S": [
        "Mon, 03 Feb 2020 10:11:12", "Sun, 03 Feb 2020 10:11:12", "mon, 3 feb 2020 1:2:3", "MON,  03 FEB 2020 10:11:12",
        "Mon,03 Feb 2020 10:11:12", "Mond, 03 Feb 2020 10:11:12", "\u017fun, 03 Feb 2020 10:11:12",
        "Fr\u0130, 03 Feb 2020 10:11:12", "Mon, 03 Feb 2020 24:00:00", "Mon, 03 Feb 2020 23:60:00",
        "Mon, 03 Feb 2020 23:59:60", "Mon, 03 Feb 2020 23:59:61", "Mon, 03 Feb 2020 23:59:62",
    ],
    "%A %U %Y": ["Monday 0 2018", "Sunday 0 2018", "Sunday 1 2018", "Saturday 53 2018", "Sunday 53 2017",
                 "Monday 53 9999", "Monday 0 0001", "Saturday 53 9999", "Sunday 0 0001", "Monday 54 2018", "friday 9 2020"],
    "%W %w %Y": ["0 1 2018", "1 1 2018", "0 0 2018", "53 6 2018", "53 0 2012", "00 3 0001", "1 1 0000", "0 1 0000", "52 7 2018", "5 4 2020"],
    "%W %Y-%m-%d": ["10 2018-07-03", "99 2018-07-03"],
    "%U %u %y": ["0 1 18", "10 7 69", "10 7 68", "53 6 00"],
    "%G-W%V-%u": ["2020-W53-7", "2019-W53-1", "2021-W53-1", "2018-W01-1", "2018-W1-1", "2018-W00-1", "2018-W0-7",
                  "0001-W01-1", "0001-W00-1", "9999-W52-5", "9999-W53-1", "0000-W01-1", "2020-w10-4", "2020-W54-1"],
    "%G %V %a": ["2020 53 Sun", "2015 53 fri", "2016 01 MON"],
    "%G %V %A %U": ["2020 10 Monday 3", "2020 10 Sunday 0"],
    "%G %Y-%m-%d": ["2020 2018-07-03", "0000 2018-07-03"],
    "%V %U %Y %a": ["10 3 2020 Mon", "10 53 2020 Sun"],
    "%Y %j": ["2020 366", "2019 366", "2020 60", "2019 060", "2020 000", "2020 0", "2020 00", "2020 001", "2020 01",
              "2020 1", "2020 367", "9999 366", "9999 365", "0001 1", "2020 3\u0665\u0660", "2020 99", "2020 100"],
    "%Y-%j": ["2023-366", "2024-366", "1900-366", "2000-366"],
    "%Y-%W-%w": ["2023-53-1", "2018-53-1", "2024-53-1", "2024-53-2", "2024-53-3", "2024-00-0", "2018-00-0", "2023-00-0"],
    "%Y-%U-%w": ["2024-00-0", "2024-00-1", "2023-53-0", "2023-53-1", "2022-53-6", "2000-53-6", "2023-00-6"],
    "%j": ["1", "366", "365", "60"],
    "%m-%d %j": ["02-29 060", "02-29 100", "01-01 060", "02-28 366"],
    "%m-%d": ["02-29", "02-28", "12-31", "2-29"],
    "%d %j %y": ["31 60 20", "31 366 19"],
    "%y%m%d": ["680101", "690101", "000229", "010229", "991231", "68011", "6811", "681", "20123", "201231", "2011"],
    "%d%m%Y": ["01022020", "1022020", "112020", "3112020", "31122020", " 1122020", "1012020", "11020200"],
    "%H%M%S": ["123", "1234", "12345", "123456", "1234567", "12", "000000", "2460", "236", "23596", "235961", "995959"],
    "%H%M%S%f": ["1234567", "123", "12345", "1234", "123456123456", "1234561234567", "0000000"],
    "%H:%M:%S.%f": ["10:11:12.1", "10:11:12.123456", "10:11:12.1234567", "10:11:12.", "10:11:12.\u0661",
                    "10:11:12.000001", "10:11:12,5", "10:11:12.05", "1:1:1.000000"],
    "%I:%M %p": ["12:00 am", "12:00 PM", "12:00 AM", "1:00 pm", "01:00 Pm", "0:30 AM", "13:00 PM", "11:59 pm", "11:59 p",
                 "11:59 p.m.", "11:59pm", "00:00 am", "9:05  aM"],
    "%I": ["12", "1", "11", "0", "13"],
    "%p %I": ["pm 12", "am 12", "PM 1", "pm 1 "],
    "%I %H": ["5 17", "12 0"],
    "%H %I %p": ["17 5 am", "17 5 pm"],
    "%p": ["am", "PM", "xm"],
    "%Y-%m-%dT%H:%M:%S%z": [
        "2020-01-02T03:04:05" + z for z in (
            "Z", "z", "+0000", "-0000", "+00:00", "-00:00", "+0230", "+02:30", "-02:30", "+0230:15", "+02:3015", "+02:30:15",
            "+023015", "+023015.5", "+02:30:15.123456", "-02:30:15.123456", "+02:30:15.1234567", "+02:30.5", "+02", "+2:30",
            "+23:59", "-23:59", "+24:00", "-24:00", "+99:59", "+02:60", "+23:59:59.999999", " Z", " +02:30", "", "+0\u0662:30",
            "+02:3\u0660", "+\u0660\u0662\u0663\u0660", "+02:30:1\u0661.\u0665", "UTC", "+02:30Z", "\u221202:30", "-00:00:00.000001",
            "+\U0001d7ce2:30", "+14:00", "-12:00", "-04:56")
    ] + ["2020-01-02t03:04:05Z", "0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00"],
    "%z": ["Z", "+0130", "z", "-01:30"],
    "%z%f": ["+01301", "+0130301", "+01:30:301"],
    "%Y %Z": ["2020 UTC", "2020 gmt", "2020 Utc", "2020 EST", "2020 CET", "2020 ", "2020", "2020 UTC+1"],
    "%H:%M %Z %z": ["10:00 UTC +0100", "10:00 GMT Z", "10:00 utc -01:30"],
    "%c": ["Wed Mar 17 22:44:55 1999", "wed mar  7 22:44:55 1999", "Wed Mar 7 2:4:5 1999", "Wed Mar 17 22:44:55 99"],
    "%x": ["03/17/99", "3/7/68", "03/17/1999", "13/01/20"],
    "%X": ["22:44:55", "2:4:5", "24:00:00", "22:44"],
    "%x %X": ["03/17/99 22:44:55", "3/7/68  2:4:5"],
    "%%%Y%%": ["%2020%", "2020", "%%2020%", "%2020"],
    "%Y%%%m": ["2020%1", "2020%12", "202012"],
    "at %H (%M) [%S] {x} a|b ^$ \\ * + ? .": [
        "at 10 (20) [30] {x} a|b ^$ \\ * + ? .", "AT 10 (20) [30] {X} A|B ^$ \\ * + ? .", "at 10 (20) [30] {x} a ^$ \\ * + ? ."],
    "week \u00e9\u00df\u0130\u0131k\u017f %d": [
        "week \u00e9\u00df\u0130\u0131k\u017f 5", "WEEK \u00c9\u1e9eiIKs 5", "wee\u212a \u00e9\u00dfii\u212aS 5",
        "week e\u00dfiiks 5", "week \u00e9ssiiks 5"],
    # (A surrogate pair as two characters is no text in JavaScript.)
    "\U0001f600 %Y": ["\U0001f600 2020", "\ud83d 2020", "\U0001f601 2020", "2020"],
    "\U00010400%d": ["\U00010400 1", "\U000104281", "\U000104291"],
    "\ud800 %d": ["\ud800 1", "\ud801 1"],
    "": ["", " ", "x"],
    " ": ["", " ", "  \n", "x"],
    "  %d": ["1", " 1", "  1", "   1", "    1", "\t\n 1", "\u2003\u20031", "          31", "          3 1", "  \t1"],
    "%d": ["1", " 1", "  1", "   1", "    1", "         1", " \t1", "1    "],
    "%H%d": ["1 5", "1  5", "1   5", "1    5", "12         5"],
    "%d ": ["1", "1 ", "1  ", "1\u3000", " 1 ", " 1", "  1 ", "1 x"],
    "%d %m": ["1 2", " 1 2", " 1  2", "1    2", " 1", "12", "1\u00a02"],
    "x\n\ny%d": ["x y1", "x\u2028y1", "xy1", "x    y 1", "x  y  1"],
    "%d%H": ["312", "3112", "11", "1", " 111", " 11"],
    "%d%d": [],
    "%m%d": ["11", "131", "1231", "111", "1", "0101", "1 1"],
    "%j%H": ["1999", "19923", "11", "36612", "36701", "3670", "00112"],
    "%w": ["0", "6", "7", ""],
    "%u": ["0", "7", "1"],
    "%a": ["mon", "Tuesday"],
    "%A": ["mon", "tuesday"],
    "%b%d": ["may1", "MAY 1", "may31", "jun31"],
    "%B%d": ["may1", "january 1"],
    "%B %b %m %d": ["May Jan 3 4"],
    "%m %b %d": ["3 Jan 4"],
    "%Y %y": ["2018 69", "1969 01"],
    "%y %Y": ["69 2018"],
    "%u %w %a": ["1 0 tue"],
    "%a %u": ["sun 1", "\u017fun 1"],
    "%B %m": ["august 2", "augu\u017ft 2"],
    "%H:%M": ["13:35", "13:35:00", "1:5", "24:00", "13:60", "\u0661\u0663:\u0663\u0665", "2\u0664:00", "0\u0669:00"],
    "%S": ["59", "60", "61", "62", "5", "5\u0665"],
    "%f": ["1", "000000", "999999", "1234567", "\u0661"],
}

BAD = ["%", "%Y%", "%Q", "%Y %n", "%t", "%C", "%e", "%s", "%D", "%F", "%T", "%R", "%k", "%l", "%P", "%-d", "%_d", "%0d",
       "%E", "%O", "%Ey", "%i", "% ", "% d", "%\n", "%.f", "%\\", "%(", "%\u00e9", "%\U0001f600", "%:z", "%N", "%L", "%h",
       "%g", "%v", "%1", "%d%d", "%Y %Y", "%x %d", "%c %H", "%X %S", "%c %x", "%y %x", "%G", "%G-W%V", "%G %u", "%V",
       "%V %u", "%V %Y", "%V %u %Y", "%G %V %u %j", "%G %j", "%V %a %y", "%%%"]

TEXT = {
    "a": lambda d: d.strftime("%a"), "A": lambda d: d.strftime("%A"), "b": lambda d: d.strftime("%b"),
    "B": lambda d: d.strftime("%B"), "d": lambda d: "%02d" % d.day, "f": lambda d: "%06d" % d.microsecond,
    "G": lambda d: "%04d" % d.isocalendar()[0], "H": lambda d: "%02d" % d.hour, "I": lambda d: d.strftime("%I"),
    "j": lambda d: d.strftime("%j"), "m": lambda d: "%02d" % d.month, "M": lambda d: "%02d" % d.minute,
    "p": lambda d: d.strftime("%p"), "S": lambda d: "%02d" % d.second, "u": lambda d: d.strftime("%u"),
    "U": lambda d: d.strftime("%U"), "V": lambda d: "%02d" % d.isocalendar()[1], "w": lambda d: d.strftime("%w"),
    "W": lambda d: d.strftime("%W"), "y": lambda d: "%02d" % (d.year % 100), "Y": lambda d: "%04d" % d.year,
    "z": lambda d: rng.choice(["Z", "+00:00", "-0330", "+05:30", "+01:02:03", "+010203.5", "-23:59", "+2400"]),
    "Z": lambda d: rng.choice(["UTC", "GMT", "utc", "CET"]),
    "c": lambda d: d.strftime("%a %b ") + "%2d" % d.day + d.strftime(" %H:%M:%S ") + "%04d" % d.year,
    "x": lambda d: "%02d/%02d/%02d" % (d.month, d.day, d.year % 100), "X": lambda d: d.strftime("%H:%M:%S"),
    "%": lambda d: "%",
}
SEPARATORS = ["", "", "", "-", ":", " ", " ", "/", ".", ", ", "T", "  ", "\u00e9"]
JUNK = list("0123456789 -+:/.,TZampx\t\u0663\uff11\u00a0\u2003\ufeff\u017f\u0130\U0001d7d3%")


def rolls_over(format, text, moment):
    """Whether the text names a day or week that the year does not have. CPython continues into another year; we refuse it."""
    parts = _strptime.TimeRE().compile(format).match(text).groupdict()
    year = 1900
    for name, part in parts.items():
        if name == "Y":
            year = int(part)
        elif name == "y":
            year = int(part) + (2000 if int(part) <= 68 else 1900)
    if "j" in parts:
        return moment.year != year
    if not parts.keys() & {"a", "A", "w", "u"}:
        return False
    weeks = [name for name in parts if name in "UW"]
    if weeks:
        return moment.year != year or int(moment.strftime("%" + weeks[-1])) != int(parts[weeks[-1]])
    if {"G", "V"} <= parts.keys():
        return moment.isocalendar()[:2] != (int(parts["G"]), int(parts["V"]))
    return False


def answer(format, text):
    try:
        moment = datetime.strptime(text, format)
    except ValueError:
        return None
    return None if rolls_over(format, text, moment) else moment.isoformat()


def is_refused(format):
    """CPython finds some of these only with a text that matches: one is made of the format itself."""
    try:
        sure = {**TEXT, "z": lambda d: "Z", "Z": lambda d: "UTC"}
        text = re.sub("%(.)", lambda m: sure[m[1]](datetime(2020, 3, 4, 5, 6, 7, 8)), format)
        datetime.strptime(text, format)
    except re.error:
        return True
    except KeyError:
        return True
    except ValueError as error:
        return bool(re.search("directive|stray", str(error)))
    return False


def some_datetime():
    year = rng.choice([1, 2, 1900, 1904, 1969, 1999, 2000, 2012, 2018, 2019, 2020, 2068, 9998, 9999,
                       rng.randint(1, 9999)])
    moment = datetime(year, 1, 1) + timedelta(days=rng.randint(0, 364))
    return moment.replace(hour=rng.randint(0, 23), minute=rng.randint(0, 59), second=rng.randint(0, 59),
                          microsecond=rng.choice([0, 1, 120000, 999999, rng.randint(0, 999999)]))


def render(format):
    moment = some_datetime()

    def part(match):
        text = TEXT[match[1]](moment)
        style = rng.random()
        if style < 0.12:
            text = text.lstrip("0") or "0"
        elif style < 0.2:
            text = text.upper() if rng.random() < 0.5 else text.lower()
        elif style < 0.26 and match[1] in "djHMSmUWVIyY":
            text = str(rng.choice([0, 1, 2, 12, 13, 23, 24, 29, 30, 31, 32, 53, 59, 60, 61, 99, 100, 365, 366, 367]))
        elif style < 0.3:
            text = "".join(chr(0x660 + int(c)) if c.isascii() and c.isdigit() and rng.random() < 0.5 else c
                           for c in text)
        return text

    text = re.sub("%(.)", part, format)
    return re.sub(" ", lambda _: rng.choice([" "] * 6 + ["  ", "\t", "\n ", "\u00a0", "", "     "]), text)


def damage(text):
    for _ in range(rng.choice([1, 1, 2])):
        at = rng.randint(0, len(text))
        kind = rng.random()
        if kind < 0.35:
            text = text[:at] + text[at + 1:]
        elif kind < 0.7:
            text = text[:at] + rng.choice(JUNK) + text[at:]
        else:
            text = text[:at] + rng.choice(JUNK) + text[at + 1:]
    return text


def random_format():
    letters = "aAbBdfHIjmMpSuUwWyYzZ%" + rng.choice(["", "", "", "GV", "c", "xX"])
    directives = rng.sample(letters, rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8]))
    return "".join(rng.choice(SEPARATORS) + "%" + d for d in directives) + rng.choice(["", "", " ", "Z"])


formats, refused = {}, set()
for format in [*CHOSEN, *BAD, *(random_format() for _ in range(RANDOM_FORMATS))]:
    if is_refused(format):
        refused.add(format)
        continue
    texts = dict.fromkeys(CHOSEN.get(format, []))
    for _ in range(ROWS if "%" in format else 4):
        text = render(format)
        texts[damage(text) if rng.random() < 0.4 else text] = None
    formats[format] = texts

print('{\n"python": %s,' % json.dumps(sys.version.split()[0]))
print('"refused": %s,' % json.dumps(sorted(refused)))
print('"formats": [')
print(",\n".join(
    json.dumps([format, [[text, answer(format, text)] for text in texts]], separators=(",", ":"))
    for format, texts in formats.items()))
print("]\n}")
