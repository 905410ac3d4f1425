import { html, type Html, REPORT_BASE, reportPage } from '#lib/html/html'
import { moment } from '#lib/time/time'
import { clock, type ReportNote, type ReportStep, statusWords, stepWords, type Verdict } from './report'
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
    body: html`${payments.length === 1 ? null : overview(payments)}
      <main>${payments.map((payment, at) => paymentPart(payment, at))}</main>
      <footer class="quiet">
        <span>Card numbers, card codes, secrets of projects and credentials in headers are masked.</span>
        <span>Written ${moment(writtenAt)}, virtual time UTC, by Paybench ${version}</span>
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
    <p class="over quiet">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3 13V3h5.5a3.5 3.5 0 0 1 0 7H6.5M10.5 13h3" />
      </svg>
      <span>Paybench payment report</span> <span>${project}</span>
    </p>
    <h1>Payment <code>${payment.paymentId}</code> ${badge(payment.status, statusWords(payment))}</h1>
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
    <h2>Sequence</h2>
    <div class="drawing" role="region" aria-label="Drawing of the sequence" tabindex="0">
      ${sequenceDrawing(payment.paymentId, steps)}
    </div>
    <h2>Messages and events in order</h2>
    <p class="head" aria-hidden="true">
      <span class="n">#</span><span>Virtual time</span><span>From, to</span><span>What</span
      ><span>Response</span><span class="n">Size</span>
    </p>
    <ol class="steps">
      ${steps.map(stepPart)}
    </ol>
    ${leftOut === undefined ? null : html`<p><b>${leftOut}</b></p>`}
    <h2>Verdicts</h2>
    ${verdicts.length === 0 ? html`<p>Nothing to judge has happened yet.</p>` : verdictTable(verdicts)}
    ${notes.length === 0 ? null : notesPart(notes)}
  </article>`
}

/** A status as an icon, a word and a hue. */
function badge(status: string, words = status): Html {
  const [hue, icon] =
    status === 'success'
      ? ['good', '✓ ']
      : /^(?:decline|error|expired)/.test(status)
        ? ['bad', '✗ ']
        : status.startsWith('awaiting')
          ? ['mild', '… ']
          : ['', '']
  return html`<span class="badge ${hue}">${icon}${words}</span>`
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
            <span class="quiet">${about === null ? 'Payment' : `Step ${about}`}</span>
            <p class="note">${labels.map((label) => html`<span class="label">${label}</span> `)}${note}</p>
          </li>`,
      )}
    </ul>`
}

function stepHead({ n, step, marks }: ReportStep): Html {
  const { from, to, sizeBytes } = step
  const state = step.failed === true ? 'bad' : 'good'
  return html`<span class="n">${n}</span><code>${clock(step.at)}</code>
    <span class="quiet">${from === to ? from : `${from} to ${to}`}</span>
    <span
      ><b>${step.title}</b> ${step.status === undefined ? null : badge(step.status)}
      ${step.marks === undefined ? null : marks.map((mark) => html`<span class="quiet">${mark}</span> `)}</span
    >
    <code class="${state}">${step.answer ?? ''}</code>
    <span class="n">${sizeBytes === undefined ? '' : `${String(sizeBytes)} B`}</span>`
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
      <summary class="head">${stepHead(reported)}</summary>
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
      ${step.marks === undefined ? marks.map((mark) => html`<p class="quiet">${mark}</p>`) : null}
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
:root { --mild-back: #fdf3dc; --good-back: #e6f4ea; }
@media (prefers-color-scheme: dark) { :root { --mild-back: #37290e; --good-back: #17352a; } }
body { max-width: 820px; padding: 36px 24px 56px; font-size: 13px; }
article + article, nav + main { margin-top: 56px; }
h1 { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 28px 0 10px; padding-bottom: 6px; border-bottom: 1px solid var(--line); font-size: 15px; font-weight: 600; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
h1 code { font-weight: 500; }
.over, footer { display: flex; flex-wrap: wrap; gap: 4px 8px; margin-bottom: 10px; }
.over svg { width: 16px; height: 20px; fill: none; stroke: var(--text); stroke-width: 1.5; }
.over :last-child, footer :last-child { margin-left: auto; }
.lead { margin: 10px 0; max-width: 74ch; font-size: 15px; }
.badge, .label { display: inline-block; padding: 1px 8px; border-radius: 4px; background: var(--code); font-size: 12px;
  font-weight: 500; }
.good { color: var(--good); } .badge.good { background: var(--good-back); }
.bad { color: var(--bad); } .badge.bad { background: var(--bad-back); }
.badge.mild { color: var(--mild); background: var(--mild-back); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr)); gap: 12px 20px; margin: 0; }
.facts dt, .draw + .quiet, p.head, th { color: var(--quiet); font-size: 12px; font-weight: 500; }
.facts dd { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
.head { display: grid; grid-template-columns: 10px 20px 96px 150px minmax(0, 1fr) 58px 58px; gap: 8px; align-items: center;
  min-height: 34px; margin: 0; padding: 4px 0; font-size: 13px; }
.head::before { content: ''; }
summary.head { cursor: pointer; list-style: none; }
summary.head::before { content: '›'; color: var(--quiet); font-size: 18px; line-height: 1; }
[open] > .head::before { transform: rotate(90deg); }
summary::-webkit-details-marker { display: none; }
.n { color: var(--quiet); text-align: right; }
.steps { margin: 0; padding: 0; list-style: none; }
.steps > li, p.head { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.steps details > :not(summary) { margin: 4px 0 4px 46px; }
.steps > li > .quiet { margin: -6px 0 10px 46px; }
.steps details > :last-child { margin-bottom: 10px; }
pre { font-size: 11.5px; }
th, td { padding: 5px 16px 5px 0; }
td:first-child { white-space: nowrap; }
td:nth-child(2) { overflow-wrap: anywhere; }
td:last-child { min-width: 96px; }
.notes { margin: 0; padding: 0; list-style: none; }
.notes li { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 16px; margin-bottom: 10px; }
.note { margin: 0; max-width: 76ch; white-space: pre-wrap; overflow-wrap: anywhere; }
.drawing { overflow-x: auto; }
.draw { display: block; min-width: 600px; max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.draw text { fill: var(--text); }
.draw .box { fill: var(--code); stroke: var(--line); }
.draw .lane { font-weight: 600; text-anchor: middle; text-transform: capitalize; }
.draw .words, .draw .own, .draw .answer { paint-order: stroke; stroke: var(--back); stroke-width: 4px; }
.draw .words { text-anchor: middle; }
.draw .time, .draw .answer { fill: var(--quiet); font-family: ui-monospace, monospace; font-size: 11px; }
.draw .answer.good { fill: var(--good); }
.draw .life { stroke: var(--line); }
.draw .arrow { stroke: var(--text); }
.draw .tip, .draw .dot { fill: var(--text); }
.draw .arrow.bad { stroke: var(--bad); }
.draw .tip.bad, .draw .dot.bad, .draw .answer.bad { fill: var(--bad); }
footer { margin-top: 28px; padding-top: 10px; border-top: 1px solid var(--line); }
@media (max-width: 640px) { .head { display: flex; flex-wrap: wrap; gap: 0 8px; padding: 6px 0; } p.head { display: none; } }
@page { size: A4; margin: 16mm 15mm; }
@media print { :root { color-scheme: light; --back: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d5dae0; --code: #f5f6f8;
    --good: #116329; --bad: #b3141d; --mild: #8a5a00; --bad-back: #fdf0f0; --mild-back: #fdf3dc; --good-back: #e6f4ea; }
  body { padding: 0; max-width: none; }
  .drawing { overflow: visible; }
  .draw { min-width: 0; }
  .draw, tr, .notes li, .steps > li > .head { break-inside: avoid; }
  article + article { break-before: page; }
  h2, summary { break-after: avoid; }
  summary.head::before { content: ''; }
  pre, .badge, .draw { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
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
            <rect class="box" x="${laneX(party) - 42}" y="3" width="84" height="22" rx="4" />
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
  const time = html`<text class="time" x="0" y="${y + 4}">${clock(step.at)}</text>`
  if (from === to) {
    return html`${time}<circle class="dot${bad}" cx="${from}" cy="${y}" r="3.5" />
      <text class="own" x="${from + 10}" y="${y + 4}">${words}</text>`
  }
  const back = to > from ? to - 7 : to + 7
  return html`${time}<line class="arrow${bad}" x1="${from}" x2="${to}" y1="${y}" y2="${y}" />
    <polygon class="tip${bad}" points="${to},${y} ${back},${y - 3.5} ${back},${y + 3.5}" />
    <text class="words" x="${(from + to) / 2}" y="${y - 6}">${words}</text>
    <text
      class="answer${bad === '' ? ' good' : bad}"
      x="${to > from ? to + 8 : to - 8}"
      y="${y + 4}"
      text-anchor="${to > from ? 'start' : 'end'}"
    >
      ${step.answer ?? ''}
    </text>`
}
