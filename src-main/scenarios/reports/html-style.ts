/** The whole look of a report: fonts of the reader's machine, colours for light and dark. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d5dae0; --code: #f5f6f8;
  --good: #116329; --bad: #b3141d; --mild: #8a5a00; --bad-back: #fdf0f0; }
@media (prefers-color-scheme: dark) { :root { --back: #15181c; --text: #e6e9ed; --quiet: #9aa4af; --line: #343a42;
  --code: #1e2329; --good: #5cc878; --bad: #ff8f8f; --mild: #e0b050; --bad-back: #2b1b1d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 60px; max-width: 1080px; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 24px; }
.summary { margin: 4px 0 0; font-size: 18px; }
.quiet { color: var(--quiet); font-size: 13px; margin: 2px 0; }
.scenario { margin-top: 16px; border: 1px solid var(--line); border-radius: 8px; padding: 10px 16px; }
.scenario > summary { cursor: pointer; font-size: 16px; }
.state { font-weight: 600; color: var(--quiet); }
.passed > summary > .state, .passed > .step > .state { color: var(--good); }
.failed > summary > .state, .failed > .step > .state, .broken > summary > .state { color: var(--bad); }
.stopped > summary > .state { color: var(--mild); }
.about { white-space: pre-line; max-width: 75ch; }
ol { padding-left: 28px; }
li { margin: 14px 0; }
li.skipped { opacity: .75; }
pre { margin: 4px 0; padding: 8px 12px; background: var(--code); border-radius: 6px; overflow-x: auto;
  font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.why { border-left: 4px solid var(--bad); background: var(--bad-back); padding: 6px 14px; margin: 8px 0; border-radius: 4px; }
.why p { margin: 4px 0; }
.note { margin: 4px 0; font-style: italic; }
li details { margin: 6px 0; }
li summary { cursor: pointer; font-size: 13px; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media print { details::details-content { content-visibility: visible; } }
`
