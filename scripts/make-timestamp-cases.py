#!/usr/bin/env python3
"""Writes test/time/timestamps.json: what CPython's datetime.fromtimestamp makes of Unix timestamps, in UTC.

    python3 scripts/make-timestamp-cases.py > test/time/timestamps.json
    npx biome format --write test/time/timestamps.json

    [[timestamp, isoformat with microseconds], ...]
"""
import json
import random
from datetime import datetime, timezone

rng = random.Random(1)
values = [0, -0.0, 1, -1, 0.5, -0.5, 1e-6, -1e-6, 5e-7, -5e-7, 1.5e-6, -1.5e-6, 2.5e-6, -2.5e-6, 4.9e-7, 5.1e-7,
          0.9999995, 0.9999994, 0.9999996, -0.9999995, 0.99999949999, 1714979289.00001, 1543968000, 1e9, -1e9,
          1.0000005, 1.0000015,
          253402300799, 253402300799.5, 253402214400.25, -62135510400, -62135510399.75, -62135510400.0, 0.1, 0.2, 0.3,
          -0.1, 951782399.9999999, 951782400, 1582934399, 4107542400, 2**31 - 1, 2**31, -2**31, 1e-300, 5e-324]
for _ in range(120):
    values.append(rng.uniform(-62135510400, 253402300799))
    values.append(round(rng.uniform(-3e9, 3e9), 3))
    values.append(rng.randint(-2**20, 2**20) / 2**21)
    values.append(rng.randint(-10**6, 10**6) + rng.randint(0, 2**20) / 2**20)
rows = [[v, datetime.fromtimestamp(v, timezone.utc).replace(tzinfo=None).isoformat(timespec="microseconds")] for v in values]
print("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]")
