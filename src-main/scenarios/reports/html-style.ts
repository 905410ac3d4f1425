import { REPORT_BASE } from '#lib/html/html'

/** All styles of a report of scenarios. */
export const REPORT_STYLE = `${REPORT_BASE}.summary { margin: 4px 0 0; font-size: 18px; }
.scenario { margin-top: 16px; border: 1px solid var(--line); border-radius: 8px; padding: 10px 16px; }
.scenario > summary { cursor: pointer; font-size: 16px; }
.state { font-weight: 600; color: var(--quiet); }
.passed > summary > .state, .passed > .step > .state { color: var(--good); }
.failed > summary > .state, .failed > .step > .state, .broken > summary > .state { color: var(--bad); }
.stopped > summary > .state { color: var(--mild); }
.about { white-space: pre-line; max-width: 75ch; }
ol { padding-left: 28px; }
li { margin: 14px 0; }
li.skipped pre { color: var(--quiet); }
.why { border-left: 4px solid var(--bad); background: var(--bad-back); padding: 6px 14px; margin: 8px 0; border-radius: 4px; }
.why p { margin: 4px 0; }
.note { margin: 4px 0; font-style: italic; }
li details { margin: 6px 0; }
li summary { cursor: pointer; font-size: 13px; }
`
