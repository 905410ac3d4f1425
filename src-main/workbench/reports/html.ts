import { html, type Html } from '../../lib/html/html'
import { reportPage } from '../../lib/html/report-page'
import { PAYMENT_REPORT_STYLE } from './html-style'
import type { PaymentReport, Report, ReportNote, ReportStep, Verdict } from './report'
import { sequenceDrawing } from './sequence'
import { clock, moment, statusWords, stepWords } from './summary'

/** The report as one HTML file for people. */
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
