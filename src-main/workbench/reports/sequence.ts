import { html, type Html } from '#lib/html/html'
import { boundedText } from '#lib/limits/bounded-text'
import type { Party } from '#protocol/payments'
import type { ReportStep } from './report'
import { clock } from './summary'

const PARTIES: readonly Party[] = ['customer', 'form', 'tester', 'merchant', 'platform', 'provider']

/** Most steps in a drawing: with more it is unreadable. The list below it has them all. */
const MAX_DRAWN_STEPS = 60
const TIMES_WIDTH = 96
const LANE_WIDTH = 170
const HEAD = 34
const ROW = 34
const LABEL_CHARS = 44

/** Draws the sequence of a payment. The list of its steps says the same in words. */
export function sequenceDrawing(paymentId: string, steps: readonly ReportStep[]): Html {
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
  const from = laneX(step.from)
  const to = laneX(step.to)
  const bad = step.failed === true ? ' bad' : ''
  const words = boundedText(`${String(n)} ${step.title}`, LABEL_CHARS)
  const answer = step.answer === undefined ? '' : ` → ${step.answer}`
  const time = html`<text class="time" x="0" y="${y + 4}">${clock(step.at)}</text>`
  if (from === to) {
    return html`${time}<circle class="dot${bad}" cx="${from}" cy="${y}" r="3.5" /><text
        class="own"
        x="${from + 10}"
        y="${y + 4}"
      >
        ${words}
      </text>`
  }
  const tip =
    to > from
      ? `${to},${y} ${to - 7},${y - 3.5} ${to - 7},${y + 3.5}`
      : `${to},${y} ${to + 7},${y - 3.5} ${to + 7},${y + 3.5}`
  return html`${time}<line class="arrow${bad}" x1="${from}" x2="${to}" y1="${y}" y2="${y}" /><polygon
      class="tip${bad}"
      points="${tip}"
    /><text class="words" x="${(from + to) / 2}" y="${y - 6}">${words}${answer}</text>`
}
