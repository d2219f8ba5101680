const { rows } = await import("/work/wt/errors/bench/losses/refused.mjs");
const { measure, median } = await import("/work/wt/errors/bench/measure.mjs");
for (const r of rows.filter((_, i) => process.argv[2] === undefined || i === +process.argv[2])) { const t = await r.load(); const m = measure(t, { rounds: 11 }); console.log(r.what.slice(0,50), Object.entries(m).map(([k,v])=>k+" "+median(v).toFixed(0)+"ns").join("  ")); }
