import { REPORT_BASE } from '../../lib/html/report-style'

/** The whole look of a report of payments, on the screen and on paper. */
export const PAYMENT_REPORT_STYLE = `${REPORT_BASE}
body { max-width: 900px; }
article { margin-top: 28px; }
h2 { margin: 26px 0 8px; padding-bottom: 4px; border-bottom: 1px solid var(--line); font-size: 17px; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
.lead { margin: 8px 0; max-width: 74ch; font-size: 17px; }
.badge, .label { display: inline-block; padding: 0 7px; border: 1px solid var(--line); border-radius: 4px; font-size: 13px;
  font-weight: 400; vertical-align: middle; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr)); gap: 10px 20px; margin: 0; }
.facts dt { color: var(--quiet); font-size: 12px; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
th, td { padding: 5px 12px 5px 0; }
th { font-size: 12px; font-weight: 500; }
td:first-child { white-space: nowrap; }
.notes { padding: 0; list-style: none; display: grid; gap: 10px; }
.notes p { margin: 2px 0; }
.note { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 76ch; }
.steps { padding: 0; list-style: none; }
.steps > li { padding: 6px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.steps summary { cursor: pointer; }
.steps > li > :is(.head, .quiet), .steps details > :not(summary) { margin-left: 17px; }
.n { display: inline-block; min-width: 24px; color: var(--quiet); text-align: right; }
.drawing { overflow-x: auto; }
.draw { display: block; min-width: 600px; max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.draw text { fill: var(--text); }
.draw .lane { font-weight: 600; text-anchor: middle; }
.draw .words { text-anchor: middle; paint-order: stroke; stroke: var(--back); stroke-width: 4px; }
.draw .own { paint-order: stroke; stroke: var(--back); stroke-width: 4px; }
.draw .time { fill: var(--quiet); font-family: ui-monospace, monospace; font-size: 11px; }
.draw .life { stroke: var(--line); }
.draw .arrow { stroke: var(--text); }
.draw .tip, .draw .dot { fill: var(--text); }
.draw .arrow.bad { stroke: var(--bad); stroke-dasharray: 5 3; }
.draw .tip.bad, .draw .dot.bad { fill: var(--bad); }
footer { margin-top: 28px; padding-top: 8px; border-top: 1px solid var(--line); }
@page { size: A4; margin: 16mm 15mm; }
@media print { :root { color-scheme: light; --back: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d5dae0; --code: #f5f6f8;
    --good: #116329; --bad: #b3141d; }
  body { padding: 0; max-width: none; }
  .drawing { overflow: visible; }
  .draw { min-width: 0; }
  article + article { break-before: page; }
  h2 { break-after: avoid; }
  pre, .draw { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`
