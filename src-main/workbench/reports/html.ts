import { html, type Html, REPORT_BASE, reportPage } from '#lib/html/html'
import {
  clock,
  moment,
  type ReportNote,
  type ReportStep,
  statusWords,
  stepWords,
  type Verdict,
} from './report'
import type { PaymentReport, Report } from './collect'
import { boundedText } from '#lib/limits/bounded-text'
import type { Party } from '#protocol/payments'

/** The report as one HTML file. */
export function htmlReport({ version, writtenAt, payments }: Report): string {
  const [first] = payments
  const title =
    payments.length === 1 && first !== undefined
      ? `Payment ${first.payment.paymentId}, report`
      : `${String(payments.length)} payments, report`
  return reportPage({
    title: `${title} · Paybench`,
    style: PAYMENT_REPORT_STYLE,
    body: html`<header><p class="quiet">Paybench payment report</p></header>
      ${payments.length === 1 ? null : overview(payments)}
      <main>${payments.map((payment, at) => paymentPart(payment, at))}</main>
      <footer class="quiet">
        Card numbers, card codes, secrets of projects and credentials in headers are masked. Written
        ${moment(writtenAt)}, virtual time UTC, by Paybench ${version}.
      </footer>`,
  })
}

const anchor = (at: number): string => `payment-${String(at + 1)}`

function overview(payments: readonly PaymentReport[]): Html {
  return html`<nav aria-label="Payments">
    <h1>${payments.length} payments</h1>
    <ol>
      ${payments.map(
        ({ payment, lead }, at) =>
          html`<li><a href="#${anchor(at)}">${payment.paymentId}</a> <span class="quiet">${lead}</span></li>`,
      )}
    </ol>
  </nav>`
}

function paymentPart(report: PaymentReport, at: number): Html {
  const { payment, project, lead, facts, steps, leftOut, verdicts, notes } = report
  return html`<article id="${anchor(at)}" aria-label="Payment ${payment.paymentId}">
    <h1>
      Payment <code>${payment.paymentId}</code>
      <span class="badge">${statusWords(payment)}</span>
    </h1>
    <p class="quiet">${project}</p>
    <p class="lead">${lead}</p>
    <h2>Key facts</h2>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${notes.length === 0 ? null : notesPart(notes)}
    <h2>Verdicts</h2>
    ${verdicts.length === 0 ? html`<p>Nothing to judge has happened yet.</p>` : verdictTable(verdicts)}
    <h2>Sequence</h2>
    <div class="drawing" role="region" aria-label="Drawing of the sequence" tabindex="0">
      ${sequenceDrawing(payment.paymentId, steps)}
    </div>
    <h2>Messages and events in order</h2>
    <ol class="steps">
      ${steps.map(stepPart)}
    </ol>
    ${leftOut === undefined ? null : html`<p><b>${leftOut}</b></p>`}
  </article>`
}

function verdictTable(verdicts: readonly Verdict[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Verdict</th>
        <th scope="col">What was checked</th>
        <th scope="col">Steps</th>
      </tr>
    </thead>
    <tbody>
      ${verdicts.map(
        ({ passed, text, steps }) =>
          html`<tr>
            <td class="${passed ? 'good' : 'bad'}">${passed ? '✓ passed' : '✗ failed'}</td>
            <td>${text}</td>
            <td class="quiet">${stepWords(steps)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function notesPart(notes: readonly ReportNote[]): Html {
  return html`<h2>Notes</h2>
    <ul class="notes">
      ${notes.map(
        ({ about, annotation: { labels, note } }) =>
          html`<li>
            ${about === null ? null : html`<p class="quiet">On step ${about}</p>`}
            ${labels.length === 0 ? null : html`<p>${labels.map((label) => html`<span class="label">${label}</span> `)}</p>`}
            ${note === '' ? null : html`<p class="note">${note}</p>`}
          </li>`,
      )}
    </ul>`
}

function stepHead({ n, step }: ReportStep): Html {
  const way = step.from === step.to ? step.from : `${step.from} to ${step.to}`
  const state = step.failed === true ? 'bad' : 'good'
  return html`<span class="n">${n}</span> <code>${clock(step.at)}</code> <span class="quiet">${way}</span>
    <b>${step.title}</b>
    ${step.status === undefined ? null : html`<span class="badge">${step.status}</span>`}
    ${step.answer === undefined ? null : html`<span class="${state}">${step.answer}</span>`}`
}

function stepPart(reported: ReportStep): Html {
  const { step, parts, signature, marks } = reported
  const detail = step.detail === undefined ? null : html`<p class="quiet">${step.detail}</p>`
  if (parts.length === 0)
    return html`<li>
      <div class="head">${stepHead(reported)}</div>
      ${detail}
    </li>`
  return html`<li>
    <details ${{ markup: step.failed === true ? ' open' : '' }}>
      <summary>${stepHead(reported)}</summary>
      ${detail}
      ${
        signature === undefined
          ? null
          : html`<p class="${signature.isValid ? 'good' : 'bad'}">
              ${signature.isValid ? 'Signature valid' : 'Signature not valid'}<span class="quiet"
                >${signature.explanation === '' ? '' : ` ${signature.explanation}`}</span
              >
            </p>`
      }
      ${marks.map((mark) => html`<p class="quiet">${mark}</p>`)}
      ${parts.map(
        ({ title, text }) =>
          html`<p class="quiet">${title}</p>
            <pre>${text}</pre>`,
      )}
    </details>
  </li>`
}

/** For the screen and for print. */
const PAYMENT_REPORT_STYLE = `${REPORT_BASE}
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

const PARTIES: readonly Party[] = ['customer', 'form', 'tester', 'merchant', 'platform', 'provider']

const MAX_DRAWN_STEPS = 60
const TIMES_WIDTH = 96
const LANE_WIDTH = 170
const HEAD = 34
const ROW = 34
const LABEL_CHARS = 44

/** Draws the first steps. The list below the drawing has all steps as text. */
function sequenceDrawing(paymentId: string, steps: readonly ReportStep[]): Html {
  const drawn = steps.slice(0, MAX_DRAWN_STEPS)
  const used = PARTIES.filter((party) => drawn.some(({ step }) => step.from === party || step.to === party))
  const laneX = (party: Party): number => TIMES_WIDTH + LANE_WIDTH * (used.indexOf(party) + 0.5)
  const width = TIMES_WIDTH + LANE_WIDTH * Math.max(1, used.length)
  const height = HEAD + ROW * drawn.length + 12
  const label = `Sequence of payment ${paymentId} with ${String(drawn.length)} steps. The same steps are listed below.`
  return html`<svg class="draw" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
      ${used.map(
        (party) =>
          html`<line class="life" x1="${laneX(party)}" x2="${laneX(party)}" y1="26" y2="${height}" />
            <text class="lane" x="${laneX(party)}" y="18">${party}</text>`,
      )}
      ${drawn.map((step, at) => stepDrawing(step, HEAD + ROW * at + 22, laneX))}
    </svg>
    ${
      steps.length > drawn.length
        ? html`<p class="quiet">
            The drawing shows the first ${drawn.length} of ${steps.length} steps; the list below has the
            others.
          </p>`
        : null
    }`
}

function stepDrawing({ n, step }: ReportStep, y: number, laneX: (party: Party) => number): Html {
  const [from, to] = [laneX(step.from), laneX(step.to)]
  const bad = step.failed === true ? ' bad' : ''
  const words = boundedText(`${String(n)} ${step.title}`, LABEL_CHARS)
  const answer = step.answer === undefined ? '' : ` → ${step.answer}`
  const time = html`<text class="time" x="0" y="${y + 4}">${clock(step.at)}</text>`
  if (from === to) {
    return html`${time}<circle class="dot${bad}" cx="${from}" cy="${y}" r="3.5" />
      <text class="own" x="${from + 10}" y="${y + 4}">${words}</text>`
  }
  const back = to > from ? to - 7 : to + 7
  return html`${time}<line class="arrow${bad}" x1="${from}" x2="${to}" y1="${y}" y2="${y}" />
    <polygon class="tip${bad}" points="${to},${y} ${back},${y - 3.5} ${back},${y + 3.5}" />
    <text class="words" x="${(from + to) / 2}" y="${y - 6}">${words}${answer}</text>`
}
