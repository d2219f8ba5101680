import { readFileSync, readdirSync } from "node:fs";
const dir = process.argv[2]; const f = readdirSync(dir).sort((a,b)=>0).at(-1);
const p = JSON.parse(readFileSync(dir + "/" + f)); const self = new Map(); const byId = new Map(p.nodes.map(n => [n.id, n]));
let total = 0; p.samples.forEach((id, i) => { const n = byId.get(id); const dt = p.timeDeltas[i]; total += dt; const k = n.callFrame.functionName + " " + n.callFrame.url.split("/").slice(-2).join("/") + ":" + n.callFrame.lineNumber; self.set(k, (self.get(k) ?? 0) + dt); });
for (const [k, t] of [...self].sort((a, b) => b[1] - a[1]).slice(0, +(process.argv[3] ?? 40))) console.log((100 * t / total).toFixed(1).padStart(5), k);
