import { html, type Html, REPORT_BASE, reportPage } from '#lib/html/html'
import type { FieldDifference } from '#lib/match/nearest'
import {
  differencesOf,
  type Evidence,
  type Failure,
  type ScenarioResult,
  type StepResult,
} from '#scenarios/running/result'
import { consoleSummary } from './report-runs'
import { task } from '#scenarios/foreign/foreign'

const STATES: Readonly<Record<ScenarioResult['state'] | StepResult['state'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  stopped: 'Stopped',
  broken: 'Could not run',
  skipped: 'Not run',
}

/** Writes one HTML file without scripts, for light and dark screens: failures first, beginning with the differences. */
export function htmlReport(results: readonly ScenarioResult[], version: string): string {
  const [first] = results
  return reportPage({
    title: `Scenarios: ${consoleSummary(results)}`,
    style: REPORT_STYLE,
    body: html`<header>
        <h1>Scenarios</h1>
        <p class="summary">${consoleSummary(results)}</p>
        <p class="quiet">Paybench ${version}${first === undefined ? '' : `, ${first.startedAt}`}</p>
      </header>
      <main>${[...selectResults(results, true), ...selectResults(results, false)].map(scenarioPart)}</main>`,
  })
}

const selectResults = (results: readonly ScenarioResult[], isBad: boolean): readonly ScenarioResult[] =>
  results.filter(({ state }) => (state === 'failed' || state === 'broken') === isBad)

function scenarioPart(result: ScenarioResult): Html {
  const { name, about, file, tags, state, durationMs, steps, failure, payments } = result
  const failed = steps.find((step) => step.state === 'failed')
  return html`<details class="scenario ${state}" ${open(state !== 'passed')}>
    <summary>
      <span class="state">${STATES[state]}</span> <b>${name}</b>
      <span class="quiet">${file}, ${(durationMs / 1000).toFixed(2)} s</span>
    </summary>
    ${failure === null ? null : html`<div class="why">${failurePart(failure)}</div>`}
    ${failed === undefined ? null : failedPart(file, failed)}
    ${about === null ? null : html`<p class="about">${about}</p>`}
    ${tags.length === 0 ? null : html`<p class="quiet">Tags: ${tags.join(', ')}</p>`}
    <details class="steps" ${open(failed === undefined)}>
      <summary>${steps.length === 1 ? 'The step' : `All ${steps.length} steps`}</summary>
      <ol>
        ${steps.map((step) => stepPart(file, step))}
      </ol>
    </details>
    ${payments.length === 0 ? null : html`<p class="quiet">Payments: ${payments.map(({ id }) => id).join(', ')}</p>`}
  </details>`
}

/** The attribute that expands a `<details>` element, or nothing. */
export const open = (isOpen: boolean): Html => ({ markup: isOpen ? 'open' : '' })

function failedPart(file: string, { index, verb, line, failure, source, evidence }: StepResult): Html {
  return html`<section class="why" aria-label="The failed step">
      <p class="quiet">Step ${index + 1}, ${verb} · ${file}:${line}</p>
      ${failure && failurePart(failure)}
    </section>
    <pre class="source">${unindented(source)}</pre>
    ${textPart('Expected', failure?.expected ?? null)}
    ${evidence.map((each, at) => evidencePart(each, at === 0))}`
}

/** A text below its heading; null if there is no text. */
export const textPart = (what: string, text: string | null): Html | null =>
  text === null
    ? null
    : html`<p class="quiet">${what}</p>
        <pre>${text}</pre>`

const failurePart = (failure: Failure): Html =>
  html`${differencesPart(differencesOf(failure))}
    <p><b>${failure.message}</b></p>
    ${failure.lines.length === 0 ? { markup: '' } : html`<pre class="came">${failure.lines.join('\n')}</pre>`}`

/** Differences as a table; null if there are none. */
export function differencesPart(differences: readonly FieldDifference[]): Html | null {
  if (differences.length === 0) return null
  return html`<table class="fields">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Expected</th>
        <th scope="col">Actual</th>
      </tr>
    </thead>
    <tbody>
      ${differences.map(
        ({ field, expected, actual }) =>
          html`<tr>
            <td>${field}</td>
            <td>${expected}</td>
            <td>${actual}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function stepPart(file: string, step: StepResult): Html {
  const { state, source, summary, note, evidence, line, at } = step
  return html`<li class="${state}">
    <div class="step">
      <span class="state">${STATES[state]}</span>
      <span class="quiet">${file}:${line}${at === '' ? '' : ` · ${at}`}</span>
    </div>
    <pre class="source">${unindented(source)}</pre>
    ${note === null ? null : html`<p class="note">${note}</p>`}
    ${state === 'skipped' ? null : html`<p class="quiet">${summary}</p>`}
    ${state === 'failed' ? null : evidence.map((each) => evidencePart(each, false))}
  </li>`
}

/** One message of a step, with its remarks; collapsed unless `isOpen`. */
export function evidencePart(
  { title, reference, request, response, remarks = [] }: Evidence,
  isOpen: boolean,
): Html {
  return html`<details ${open(isOpen)}>
    <summary>${title}${reference === null ? '' : ` (${reference.type} ${reference.id})`}</summary>
    ${remarks.map((remark) => html`<p class="remark">${remark}</p>`)} ${textPart('Sent', request)}
    ${textPart(request === null ? 'On the platform' : 'Response', response)}
  </details>`
}

function unindented(source: string): string {
  const lines = source.split('\n')
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
  return lines.map((line) => line.slice(Math.min(...indents, 80))).join('\n')
}

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

/** Writes the report in the process for untrusted data. */
export const REPORT_RUNS = task({
  name: 'reportRuns',
  what: 'Writing the report',
  remedy: 'Report on fewer scenarios.',
  work: ({ results, version }: { readonly results: readonly ScenarioResult[]; readonly version: string }) =>
    htmlReport(results, version),
})
