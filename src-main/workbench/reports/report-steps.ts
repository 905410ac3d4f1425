import type { TimelineStep } from '#protocol/payments'
import type { AttemptRecord, CallbackRecord } from '#store/records'
import type { Store } from '#store/store'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Projects } from '#core/projects'
import type { SignatureVerdict } from '#protocol/messages'
import { bodyVerdict } from '#workbench/callbacks/callback-detail'
import type { ReportStep, ShownBytes } from './report'
import type { ShownText } from './shown-text'

interface StepSources {
  readonly store: Store
  readonly crypto: SignatureCrypto
  readonly projects: Projects
  readonly shown: ShownText
}

type StepContent = Pick<ReportStep, 'parts' | 'signature' | 'marks'>

const NOTHING: StepContent = { parts: [], signature: undefined, marks: [] }

/** A step of the timeline with its bytes; without them where they were removed to make room. */
export function reportStep(step: TimelineStep, n: number, sources: StepSources): ReportStep {
  return { n, step, ...contentOf(step, sources) }
}

function contentOf(step: TimelineStep, sources: StepSources): StepContent {
  if (step.kind === 'planned' || step.reference === undefined) return NOTHING
  if (step.reference.type === 'callback') return attemptContent(step, step.reference.id, sources)
  return exchangeContent(step.reference.id, sources)
}

const withLength = (what: string, bytes: number): string => `${what}, ${String(bytes)} bytes of body`

const afterMs = (durationMs: number | null): string =>
  durationMs === null ? '' : ` after ${String(Math.round(durationMs))} ms`

function exchangeContent(id: string, { store, shown }: StepSources): StepContent {
  const record = store.exchanges.byId(id)
  if (record === null) return NOTHING
  const { verdict, responseStatus, responseBody } = record
  const request = shown.message(
    `${record.method} ${record.target} HTTP/${record.httpVersion}`,
    record.headers,
    record.body,
  )
  return {
    parts: [
      { title: withLength('Request', record.body.length), text: request },
      ...(responseStatus === null
        ? []
        : [
            {
              title: `Response${afterMs(record.durationMs)}`,
              text: shown.message(
                `HTTP/1.1 ${String(responseStatus)}`,
                record.responseHeaders ?? [],
                responseBody ?? new Uint8Array(),
              ),
            },
          ]),
    ],
    signature: signatureOf(verdict, shown),
    marks: [],
  }
}

function attemptContent(step: TimelineStep, id: string, sources: StepSources): StepContent {
  const { store, crypto, projects, shown } = sources
  const callback = store.callbacks.byId(id)
  const attempt = callback === null ? null : store.attempts.bySeq(id, Number(step.id.slice(id.length + 1)))
  if (callback === null || attempt === null) return NOTHING
  const body = attempt.requestBody ?? callback.body
  return {
    parts: [
      { title: withLength('Request', body.length), text: requestOf(callback, attempt, body, shown) },
      answerOf(attempt, shown),
    ],
    signature: signatureOf(bodyVerdict(body, callback.projectId, projects, crypto), shown),
    marks: [...callback.marks, ...attempt.marks].map(({ text }) => shown.plain(text)),
  }
}

/** Undefined where the signature could not be checked at all. */
function signatureOf(
  { state, explanation }: Pick<SignatureVerdict, 'state' | 'explanation'>,
  shown: ShownText,
): ReportStep['signature'] {
  if (state === 'unreadable' || state === 'unknown_project') return undefined
  return { isValid: state === 'valid', explanation: shown.plain(explanation) }
}

function requestOf(
  callback: CallbackRecord,
  attempt: AttemptRecord,
  body: Uint8Array,
  shown: ShownText,
): string {
  if (attempt.requestHead !== null) return shown.raw(attempt.requestHead, body)
  const target = attempt.targetUrl ?? callback.targetUrl ?? 'nowhere'
  return shown.message(`${callback.method} ${target}`, callback.headers, body)
}

function answerOf(attempt: AttemptRecord, shown: ShownText): ShownBytes {
  const { status, failureMessage } = attempt
  if (status === null) {
    return { title: 'No response', text: shown.plain(failureMessage ?? 'The attempt has not ended yet.') }
  }
  return {
    title: `Response${afterMs(attempt.durationMs)}`,
    text: shown.message(
      `HTTP/${attempt.answerHttpVersion ?? '1.1'} ${String(status)}`,
      attempt.answerHeaders ?? [],
      attempt.answerBody ?? new Uint8Array(),
    ),
  }
}
