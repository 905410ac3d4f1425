import { REPORT_STYLE } from '../../scenarios/reports/html-style'

/** The styles of the report: those of scenario reports, and those of the grade, the bar and the table. */
export const EXAM_STYLE = `${REPORT_STYLE}
.grade { display: flex; flex-wrap: wrap; gap: 20px; align-items: center; margin: 16px 0; padding: 14px 18px;
  border: 1px solid var(--line); border-radius: 8px; }
.letter { flex: none; width: 64px; height: 64px; display: grid; place-items: center; border: 3px solid currentColor;
  border-radius: 50%; font-size: 34px; font-weight: 700; }
.letter.good { color: var(--good); } .letter.mild { color: var(--mild); } .letter.bad { color: var(--bad); }
.grade > div { flex: 1 1 320px; } .grade h2 { margin: 0; font-size: 19px; } .grade p { margin: 4px 0 0; }
.ratio { display: flex; gap: 2px; height: 8px; margin: 0 0 8px; }
.ratio i { display: block; background: var(--good); border-radius: 2px; }
.ratio .failed { background: var(--bad); } .ratio .unseen { background: var(--line); }
.wide { overflow-x: auto; } th, td { padding: 6px 10px; }
th { font-size: 13px; font-weight: 600; } td.number { text-align: right; }
td .state { white-space: nowrap; }
td .failed { color: var(--bad); } td .passed { color: var(--good); }
td small { display: block; color: var(--quiet); }
.wide td { overflow-wrap: anywhere; }
@media (max-width: 560px) { th, td { padding: 6px 4px; } td .state { white-space: normal; overflow-wrap: normal; } }
.rule { margin-top: 28px; border-top: 2px solid var(--line); padding-top: 8px; break-inside: auto; }
.rule > summary, .all > summary { cursor: pointer; }
.rule h2 { display: inline; margin: 0; font-size: 19px; }
.todo { padding-left: 20px; } .todo li { margin: 6px 0; overflow-wrap: anywhere; }
.rule > summary .failed { color: var(--bad); } .rule > summary .passed { color: var(--good); }
.rule:not([open]) { margin-top: 8px; } .rule:not([open]) h2 { font-size: 15px; font-weight: 400; } .all { margin-top: 20px; } .rule h3 { margin: 16px 0 4px; font-size: 15px; }
.advice { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 0 28px; max-width: 100%; }
.advice p { margin: 4px 0; } .trial { margin: 14px 0; }
.trial > h3 .state.failed { color: var(--bad); } .trial > h3 .state.passed { color: var(--good); }
@media print { body { max-width: none; padding: 0; } .rule { break-before: auto; } }
`
