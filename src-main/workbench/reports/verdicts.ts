import { type ClarificationFields, countFields, flattenFields } from '#domain/clarification/fields'
import type { PaymentEvent } from '#domain/payment/events'
import { CLARIFICATION_WAIT_MS } from '#domain/clarification/timers'
import type { ReportStep, Verdict } from './report'

/** What happened to a payment, with the step that shows it. */
export interface ReportedEvent {
  readonly n: number
  readonly event: PaymentEvent
}

const isCallback = ({ step }: ReportStep): boolean =>
  step.kind === 'message' && step.reference?.type === 'callback'

const isRequest = ({ step }: ReportStep): boolean =>
  step.kind === 'message' && step.reference?.type === 'exchange'

const numbers = (steps: readonly ReportStep[]): readonly number[] => steps.map(({ n }) => n)

/** What the steps of a payment show about its integration. Nothing is judged that did not happen. */
export function verdictsOf(
  steps: readonly ReportStep[],
  events: readonly ReportedEvent[],
): readonly Verdict[] {
  return [...signatureVerdicts(steps), ...refusals(steps), ...clarifications(events), ...deliveries(steps)]
}

function signatureVerdicts(steps: readonly ReportStep[]): readonly Verdict[] {
  const checked = steps.filter(({ signature }) => signature !== undefined)
  const wrong = checked.filter(({ signature }) => signature?.isValid === false)
  if (checked.length === 0) return []
  if (wrong.length === 0) {
    return [{ passed: true, text: 'Every signature that was checked is valid.', steps: numbers(checked) }]
  }
  return wrong.map((step) => ({
    passed: false,
    text: withMarks(`The signature is not valid. ${step.signature?.explanation ?? ''}`.trim(), [step]),
    steps: [step.n],
  }))
}

function refusals(steps: readonly ReportStep[]): readonly Verdict[] {
  const refused = steps.filter((step) => isRequest(step) && step.step.failed === true)
  return refused.map(({ n, step }) => ({
    passed: false,
    text: `The platform accepts the request. It was refused: ${step.detail ?? `status ${step.answer ?? 'none'}`}.`,
    steps: [n],
  }))
}

/** Data that is asked for, and not all of it has come. */
interface OpenRound {
  readonly steps: readonly number[]
  readonly missing: ClarificationFields
}

/** The requested data has to arrive before the wait ends, which every request of the merchant restarts (contract 6.2). */
function clarifications(events: readonly ReportedEvent[]): readonly Verdict[] {
  const verdicts: Verdict[] = []
  let open: OpenRound | null = null
  for (const { n, event } of events) {
    if (event.type === 'clarificationRequested') open = { steps: [n], missing: event.fields }
    else if (open === null) continue
    else if (event.type === 'clarificationSubmitted') {
      const steps: readonly number[] = [...open.steps, n]
      open = event.complete ? null : { steps, missing: event.remaining }
      if (event.complete) verdicts.push(clarified(steps))
    } else if (event.type === 'waitEnded') {
      if (event.cause !== 'tester') verdicts.push(notClarified([...open.steps, n], open.missing))
      open = null
    }
  }
  return verdicts
}

const clarified = (steps: readonly number[]): Verdict => ({
  passed: true,
  text: 'All requested data arrived in time.',
  steps,
})

function notClarified(steps: readonly number[], missing: ClarificationFields): Verdict {
  const names = flattenFields(missing)
    .slice(0, MAX_NAMES)
    .map(({ path }) => path)
  const more = countFields(missing) - names.length
  return {
    passed: false,
    text: `All requested data arrives within ${String(CLARIFICATION_WAIT_MS / 60_000)} minutes. Missing when the wait ended: ${names.join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}.`,
    steps,
  }
}

/** Each callback has to be answered with 200 (contract 9.4). */
function deliveries(steps: readonly ReportStep[]): readonly Verdict[] {
  const sent = steps.filter((step) => isCallback(step) && step.step.answer !== undefined)
  if (sent.length === 0) return []
  const byCallback = new Map<string, ReportStep[]>()
  for (const step of sent) {
    const id = step.step.reference?.id ?? ''
    byCallback.set(id, [...(byCallback.get(id) ?? []), step])
  }
  const failing = [...byCallback.values()].filter((attempts) =>
    attempts.some(({ step }) => step.failed === true),
  )
  if (failing.length === 0) {
    return [{ passed: true, text: 'Every callback was answered with 200 at once.', steps: numbers(sent) }]
  }
  return failing.flatMap((attempts): Verdict[] => {
    const failed = attempts.filter(({ step }) => step.failed === true)
    const answers = [...new Set(failed.map(({ step }) => answerWords(step.answer)))].join(', ')
    const accepted = attempts.find(({ step }) => step.failed !== true)
    return [
      {
        passed: false,
        text: withMarks(
          `A callback is answered with 200. ${String(failed.length)} of ${String(attempts.length)} attempts of the ${attempts[0]?.step.title ?? 'callback'} failed: ${answers}.`,
          failed,
        ),
        steps: numbers(failed),
      },
      ...(accepted === undefined
        ? []
        : [{ passed: true, text: 'The same callback was accepted later.', steps: [accepted.n] }]),
    ]
  })
}

/** Adds what was done to the messages, so that nobody takes it for the platform's own. */
function withMarks(text: string, steps: readonly ReportStep[]): string {
  const marks = [...new Set(steps.flatMap((step) => step.marks))]
  return marks.length === 0 ? text : `${text} About the message: ${marks.join(' ')}`
}

/** Names in one sentence. */
const MAX_NAMES = 12

const answerWords = (answer: string | undefined): string =>
  answer === undefined || answer === 'none' ? 'no response' : `status ${answer}`
