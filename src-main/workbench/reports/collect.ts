import { createPacer } from '#core/retention'
import { iso, readAnnotation } from '#core/views'
import type { Project } from '#domain/project/project'
import type { PaymentKey } from '#domain/ids'
import { LIMITS } from '#lib/limits/limit-table'
import type { PaymentDetail, TimelineStep } from '#protocol/payments'
import type { BenchContext } from '#workbench/payment-engine'
import { findPayment, paymentDetail } from '#workbench/payments/payment-detail'
import { fromEvent } from '#platform/payments/payment-writer'
import { eventStepId } from '#workbench/payments/timeline'
import type { AttemptRecord, CallbackRecord } from '#store/records'
import type { SignatureVerdict } from '#protocol/messages'
import { bodyVerdict } from '#workbench/callbacks/callback-detail'
import { type ClarificationFields, flattenFields } from '#domain/clarification/fields'
import type { PaymentEvent } from '#domain/payment/events'
import { CLARIFICATION_WAIT_MS } from '#domain/clarification/timers'
import {
  createShownText,
  factsOf,
  leadOf,
  type ReportNote,
  type ReportStep,
  type ShownBytes,
  type ShownText,
  type Verdict,
} from './report'

/** `isCut`: steps or bytes were left out; the text says which. */
export type Report = Awaited<ReturnType<typeof collectReport>>

export type PaymentReport = Report['payments'][number]

/** @throws BenchError not_found */
export async function collectReport(context: BenchContext, keys: readonly PaymentKey[], version: string) {
  const secrets = context.projects.all().map(({ secret }) => secret)
  const shown = createShownText(secrets)
  const pacer = createPacer()
  const payments: ReturnType<typeof collectPayment>[] = []
  for (const key of new Set(keys)) {
    payments.push(collectPayment(context, key, shown))
    await pacer.pause()
  }
  const isCut = shown.hasCut() || payments.some(({ leftOut }) => leftOut !== undefined)
  return { version, /** Virtual time, ISO 8601. */ writtenAt: iso(context.clock.now()), payments, isCut }
}

function collectPayment(context: BenchContext, key: PaymentKey, shown: ShownText) {
  const { project } = findPayment(context, key)
  const payment = paymentDetail(context, key, null)
  const sources = { ...context, shown }
  const happened = payment.timeline.filter(({ kind }) => kind !== 'planned')
  const steps = happened
    .slice(0, LIMITS.reportSteps)
    .map((step, at) => ({ n: at + 1, step, ...contentOf(step, sources) }))
  const more = happened.length - steps.length
  return {
    payment,
    project: shown.plain(projectWords(project)),
    lead: shown.plain(leadOf(payment)),
    facts: factsOf(payment).map(([name, value]) => [name, shown.plain(value)] as const),
    steps,
    leftOut:
      more === 0
        ? undefined
        : `Steps left out: ${String(more)}. A report shows the first ${String(LIMITS.reportSteps)}; the payment in Paybench has all of them.`,
    verdicts: verdictsOf(steps, eventsOf(context, key, steps)),
    notes: notesOf(context, payment, steps).map(({ about, annotation: { labels, note, ...rest } }) => ({
      about,
      annotation: { ...rest, labels: labels.map(shown.plain), note: shown.plain(note) },
    })),
  }
}

/** The events of the payment that the report shows, each with the number of its step. */
function eventsOf(
  { store }: BenchContext,
  key: PaymentKey,
  steps: readonly ReportStep[],
): readonly ReportedEvent[] {
  const numbers = new Map(steps.map(({ n, step }) => [step.id, n]))
  return store.events.byPayment(key).flatMap(({ seq, data }) => {
    const n = numbers.get(eventStepId(seq))
    return n === undefined ? [] : [{ n, event: fromEvent(data) }]
  })
}

function projectWords({ name, projectId }: Pick<Project, 'name' | 'projectId'>): string {
  const number = String(projectId)
  return name.includes(number) ? name : `${name}, project ${number}`
}

/** The note of the payment, then those of its messages in the order of the steps. */
function notesOf(
  { store }: BenchContext,
  payment: PaymentDetail,
  steps: readonly ReportStep[],
): readonly ReportNote[] {
  const own = payment.annotation === undefined ? [] : [{ about: null, annotation: payment.annotation }]
  const seen = new Set<string>()
  const ofMessages = steps.flatMap(({ n, step: { reference, title } }): ReportNote[] => {
    if (reference === undefined || seen.has(reference.id)) return []
    seen.add(reference.id)
    const row =
      reference.type === 'callback' ? store.callbacks.row(reference.id) : store.exchanges.row(reference.id)
    const annotation = readAnnotation(row?.annotation ?? null)
    return annotation === undefined ? [] : [{ about: `${String(n)} ${title}`, annotation }]
  })
  return [...own, ...ofMessages]
}

type StepSources = BenchContext & { readonly shown: ShownText }

type StepContent = Pick<ReportStep, 'parts' | 'signature' | 'marks'>

const NOTHING: StepContent = { parts: [], signature: undefined, marks: [] }

/** Empty for an event, or if the bytes of the message were removed to make room. */
function contentOf(step: TimelineStep, sources: StepSources): StepContent {
  const { reference } = step
  if (reference === undefined) return NOTHING
  return reference.type === 'callback'
    ? attemptContent(step, reference.id, sources)
    : exchangeContent(reference.id, sources)
}

const withLength = (what: string, bytes: number): string => `${what}, ${String(bytes)} bytes of body`

const afterMs = (durationMs: number | null): string =>
  durationMs === null ? '' : ` after ${String(Math.round(durationMs))} ms`

function exchangeContent(id: string, { store, shown }: StepSources): StepContent {
  const record = store.exchanges.byId(id)
  if (record === null) return NOTHING
  const { source, method, target, httpVersion, headers, body, verdict, durationMs } = record
  const { responseStatus: status, responseHeaders, responseBody } = record
  const request = shown.message(`${method} ${target} HTTP/${httpVersion}`, headers, body)
  const parts = [{ title: withLength('Request', body.length), text: request }]
  if (status !== null) {
    const line = `HTTP/1.1 ${String(status)}`
    const text = shown.message(line, responseHeaders ?? [], responseBody ?? EMPTY)
    parts.push({ title: `Response${afterMs(durationMs)}`, text })
  }
  // Pages for customers carry no signature, except for the opening of the form.
  const isUnsigned = source === 'form' && verdict.state === 'missing'
  return { parts, signature: isUnsigned ? undefined : signatureOf(verdict, shown), marks: [] }
}

function attemptContent(step: TimelineStep, id: string, sources: StepSources): StepContent {
  const { store, shown } = sources
  const callback = store.callbacks.byId(id)
  const attempt = callback === null ? null : store.attempts.bySeq(id, Number(step.id.slice(id.length + 1)))
  if (callback === null || attempt === null) return NOTHING
  const body = attempt.requestBody ?? callback.body
  return {
    parts: [
      { title: withLength('Request', body.length), text: requestOf(callback, attempt, body, shown) },
      answerOf(attempt, shown),
    ],
    signature: signatureOf(bodyVerdict(sources, body, callback.projectId), shown),
    marks: [...new Set([...callback.marks, ...attempt.marks].map(({ text }) => shown.plain(text)))],
  }
}

/** Undefined if the signature could not be checked. */
function signatureOf(
  { state, explanation }: Pick<SignatureVerdict, 'state' | 'explanation'>,
  shown: ShownText,
): ReportStep['signature'] {
  if (state === 'unreadable' || state === 'unknown_project') return undefined
  return { isValid: state === 'valid', explanation: shown.plain(explanation) }
}

function requestOf(
  callback: CallbackRecord,
  { requestHead, targetUrl }: AttemptRecord,
  body: Uint8Array,
  shown: ShownText,
): string {
  if (requestHead !== null) return shown.raw(requestHead, body)
  const target = targetUrl ?? callback.targetUrl ?? 'nowhere'
  return shown.message(`${callback.method} ${target}`, callback.headers, body)
}

const EMPTY = new Uint8Array()

function answerOf(attempt: AttemptRecord, shown: ShownText): ShownBytes {
  const { status, failureMessage, answerHttpVersion, answerHeaders, answerBody } = attempt
  if (status === null)
    return { title: 'No response', text: shown.plain(failureMessage ?? 'The attempt has not ended yet.') }
  const line = `HTTP/${answerHttpVersion ?? '1.1'} ${String(status)}`
  return {
    title: `Response${afterMs(attempt.durationMs)}`,
    text: shown.message(line, answerHeaders ?? [], answerBody ?? EMPTY),
  }
}

interface ReportedEvent {
  readonly n: number
  readonly event: PaymentEvent
}

const isAbout = ({ step }: ReportStep, type: 'callback' | 'exchange'): boolean =>
  step.kind === 'message' && step.reference?.type === type

const numbers = (steps: readonly ReportStep[]): readonly number[] => steps.map(({ n }) => n)

/** Judges the merchant's integration by the steps of a payment. Planned steps are not judged. */
function verdictsOf(steps: readonly ReportStep[], events: readonly ReportedEvent[]): readonly Verdict[] {
  return [...signatureVerdicts(steps), ...refusals(steps), ...clarifications(events), ...deliveries(steps)]
}

function signatureVerdicts(steps: readonly ReportStep[]): readonly Verdict[] {
  const checked = steps.filter(({ signature }) => signature !== undefined)
  const wrong = checked.filter(({ signature }) => signature?.isValid === false)
  if (checked.length === 0) return []
  if (wrong.length === 0)
    return [{ passed: true, text: 'Every signature that was checked is valid.', steps: numbers(checked) }]
  return wrong.map((step) => ({
    passed: false,
    text: withMarks(`The signature is not valid. ${step.signature?.explanation ?? ''}`.trim(), [step]),
    steps: [step.n],
  }))
}

const refusals = (steps: readonly ReportStep[]): readonly Verdict[] =>
  steps
    .filter((step) => isAbout(step, 'exchange') && step.step.failed === true)
    .map(({ n, step: { detail, answer } }) => ({
      passed: false,
      text: `The platform has to accept the request. It was refused: ${detail ?? `status ${answer ?? 'none'}`}.`,
      steps: [n],
    }))

/** The requested data has to arrive before the end of the wait, which every request restarts (contract 6.2). */
function clarifications(events: readonly ReportedEvent[]): readonly Verdict[] {
  const verdicts: Verdict[] = []
  let open: { readonly steps: readonly number[]; readonly missing: ClarificationFields } | null = null
  for (const { n, event } of events) {
    if (event.type === 'clarificationRequested') open = { steps: [n], missing: event.fields }
    else if (open === null) continue
    else if (event.type === 'clarificationSubmitted') {
      const steps: readonly number[] = [...open.steps, n]
      open = event.complete ? null : { steps, missing: event.remaining }
      if (event.complete) verdicts.push({ passed: true, text: 'All requested data arrived in time.', steps })
    } else if (event.type === 'waitEnded') {
      if (event.cause !== 'tester') verdicts.push(notClarified([...open.steps, n], open.missing))
      open = null
    }
  }
  return verdicts
}

function notClarified(steps: readonly number[], missing: ClarificationFields): Verdict {
  const paths = flattenFields(missing).map(({ path }) => path)
  const more = paths.length - MAX_NAMES
  const names = `${paths.slice(0, MAX_NAMES).join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}`
  const minutes = String(CLARIFICATION_WAIT_MS / 60_000)
  return {
    passed: false,
    text: `All requested data has to arrive within ${minutes} minutes. Missing when the wait ended: ${names}.`,
    steps,
  }
}

/** Each callback has to get status 200 (contract 9.4). */
function deliveries(steps: readonly ReportStep[]): readonly Verdict[] {
  const sent = steps.filter((step) => isAbout(step, 'callback') && step.step.answer !== undefined)
  const isFailed = ({ step }: ReportStep): boolean => step.failed === true
  if (sent.length === 0) return []
  if (!sent.some(isFailed))
    return [{ passed: true, text: 'Every callback was answered with 200 immediately.', steps: numbers(sent) }]
  const ids = new Set(sent.map(({ step }) => step.reference?.id))
  return [...ids].flatMap((id): Verdict[] => {
    const attempts = sent.filter(({ step }) => step.reference?.id === id)
    const failed = attempts.filter(isFailed)
    if (failed.length === 0) return []
    const answers = [...new Set(failed.map(({ step }) => answerWords(step.answer)))].join(', ')
    const accepted = attempts.find((step) => !isFailed(step))
    const counts = `${String(failed.length)} of ${String(attempts.length)} attempts`
    const text = `A callback has to be answered with 200. ${counts} of the ${attempts[0]?.step.title ?? 'callback'} failed: ${answers}.`
    return [
      { passed: false, text: withMarks(text, failed), steps: numbers(failed) },
      ...(accepted === undefined
        ? []
        : [{ passed: true, text: 'The same callback was accepted later.', steps: [accepted.n] }]),
    ]
  })
}

/** Adds the marks of the messages, so that nobody blames platform or merchant for the effects of a fault rule. */
function withMarks(text: string, steps: readonly ReportStep[]): string {
  const marks = [...new Set(steps.flatMap((step) => step.marks))]
  return marks.length === 0 ? text : `${text} About the message: ${marks.join(' ')}`
}

const MAX_NAMES = 12

const answerWords = (answer: string | undefined): string =>
  answer === undefined || answer === 'none' ? 'no response' : `status ${answer}`
