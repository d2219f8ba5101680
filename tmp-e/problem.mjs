const folder = process.argv[2] ?? "/work/wt/errors";
const { Dict, Int, Str, Bool, Float, List } = await import(folder + "/dist/index.js");
const { readJson } = await import(folder + "/dist/servers/fetch.js");
const P = await import(folder + "/dist/servers/problem.js");
const user = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1, maxlen: 100 }), email: Str({ format: "email" }), age: Int({ min: 0, max: 150 }), active: Bool(), tags: List(Str({ maxlen: 40 }), { maxlen: 20 }), balance: Float() });
const good = { id: 1, name: "Ann", email: "a@example.org", age: 5, active: true, tags: ["a", "b"], balance: 1.5 };
const bad = [{ ...good, age: -1, name: 5 }, { ...good, active: "x", email: "nobody" }, { ...good, balance: null, age: 200 }];
const texts = bad.map((b) => Buffer.from(JSON.stringify(b)));
let k = 0, sink; const f = () => { const { error } = user.safeJson(texts[k++ % 3]); P.hideValues(error); return JSON.stringify(P.invalid([["body", error]])); };
console.log(f());
for (let i = 0; i < 20000; i++) sink = f();
let best = 1e9; for (let r = 0; r < 15; r++) { const n = 5000; const t = process.cpuUsage(); for (let i = 0; i < n; i++) sink = f(); const u = process.cpuUsage(t); best = Math.min(best, (u.user + u.system) / n); }
console.log(best.toFixed(2), "µs");
