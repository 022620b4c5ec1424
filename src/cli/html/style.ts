/** The style of the page: system fonts, light and dark as the reader has it, readable when printed. */

/** Colours of the parts of the bar, in the order of their first use; told apart by lightness as well. */
export const barClasses = ['managed', 'user', 'project', 'local', 'auto-memory', 'skills', 'agents'] as const;

export const style = `
:root{color-scheme:light dark;--text:#1b1f24;--dim:#59636e;--back:#fff;--card:#f6f8fa;--line:#d1d9e0;--bad:#b42318;--warn:#8a5300;--info:#0b62c4;
--managed:#5f4b8b;--user:#0b7a75;--project:#1f6feb;--local:#b35c00;--auto-memory:#a1306f;--skills:#4d7c0f;--agents:#6e7781}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--dim:#9aa5b1;--back:#0d1117;--card:#161b22;--line:#30363d;--bad:#ff8a80;--warn:#f0b35a;--info:#7db7ff;
--managed:#b9a5e8;--user:#4fd1c5;--project:#79b8ff;--local:#ffb366;--auto-memory:#f29ac5;--skills:#a3d160;--agents:#b1bac4}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 4rem;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.35rem;margin:0 0 .25rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .5rem}
p{margin:.25rem 0}.dim{color:var(--dim)}.path{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1rem 0;padding:0;list-style:none}
.cards li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem .8rem}
.cards b{display:block;font-size:1.25rem;font-variant-numeric:tabular-nums}
svg.bar{display:block;width:100%;height:2.25rem;border:1px solid var(--line);border-radius:6px}
svg.bar rect{stroke:var(--back);stroke-width:1;vector-effect:non-scaling-stroke}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 0;padding:0;list-style:none}
.legend svg{width:.8rem;height:.8rem;vertical-align:-.05rem;margin-right:.35rem}
${barClasses.map((name) => `.${name}{fill:var(--${name})}`).join('')}
dl.gauges{display:grid;grid-template-columns:auto minmax(8rem,1fr) auto;gap:.4rem .8rem;align-items:center;margin:0}
dl.gauges dt,dl.gauges dd{margin:0}meter{width:100%;height:1rem}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;background:var(--card)}
summary{cursor:pointer;padding:.45rem .8rem;font-weight:600}summary .cost{float:right;font-weight:400}
details ul{list-style:none;margin:0;padding:0 .8rem .6rem}details li{border-top:1px solid var(--line);padding:.35rem 0}
li.d1{padding-left:1.25rem}li.d2{padding-left:2.5rem}li.d3{padding-left:3.75rem}li.d4{padding-left:5rem}
.row{display:flex;justify-content:space-between;gap:1rem}.cost{color:var(--dim);font-variant-numeric:tabular-nums;white-space:nowrap}
.state{border:1px solid currentColor;border-radius:1rem;padding:0 .5rem;font-size:.8em;white-space:nowrap}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid var(--line)}
td.place{white-space:nowrap}.error{color:var(--bad)}.warning{color:var(--warn)}.info{color:var(--info)}.hint{color:var(--dim)}
footer{margin-top:2rem;color:var(--dim);font-size:.9em}
@media (max-width:40rem){td,th{display:block;border:0;padding:.1rem .6rem}tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}thead{display:none}}
@media print{details{break-inside:avoid}body{max-width:none}}
`;
