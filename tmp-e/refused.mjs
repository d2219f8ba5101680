const folder = process.argv[2] ?? "/work/wt/errors";
const only = process.argv[3] ?? "";
const { Dict, Int, Str, Bool, Float, List } = await import(folder + "/dist/index.js");
const user = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1, maxlen: 100 }), email: Str({ format: "email" }), age: Int({ min: 0, max: 150 }), active: Bool(), tags: List(Str({ maxlen: 40 }), { maxlen: 20 }), balance: Float() });
const good = { id: 1, name: "Ann", email: "a@example.org", age: 5, active: true, tags: ["a", "b"], balance: 1.5 };
const bad = [{ ...good, age: -1, name: 5 }, { ...good, active: "x", email: "nobody" }, { ...good, balance: null, age: 200 }];
const texts = bad.map((b) => Buffer.from(JSON.stringify(b)));
let k = 0; let sink;
const work = {
  is: () => user.is(bad[k++ % 3]),
  "safe ok": () => user.safe(bad[k++ % 3]).ok,
  "safe issues": () => user.safe(bad[k++ % 3]).error.issues,
  isJson: () => user.isJson(texts[k++ % 3]),
  "safeJson ok": () => user.safeJson(texts[k++ % 3]).ok,
  "safeJson issues": () => user.safeJson(texts[k++ % 3]).error.issues,
  "safeJson issues text": () => JSON.stringify(user.safeJson(texts[k++ % 3]).error.issues),
};
for (const [name, f] of Object.entries(work)) {
  if (!name.includes(only)) continue;
  for (let i = 0; i < 30000; i++) sink = f();
  let best = 1e9; for (let r = 0; r < 15; r++) { const n = 10000; const t = process.cpuUsage(); for (let i = 0; i < n; i++) sink = f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / n); }
  let alloc = "";
  if (globalThis.gc) { gc(); const b = process.memoryUsage().heapUsed; for (let i = 0; i < 200; i++) sink = f(); alloc = ((process.memoryUsage().heapUsed - b) / 200).toFixed(0) + " B"; }
  console.log(name.padEnd(22), (best * 1000).toFixed(0).padStart(6), "ns", alloc);
}
