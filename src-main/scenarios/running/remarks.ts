import { isRecord } from '#lib/json/node'
import { counted } from '#lib/words'
import { moment } from '#lib/time/time'
import { boundedText } from '#lib/limits/bounded-text'
import type { Result } from '#protocol/methods'
import type { ResponseSeen } from './context'
import type { HttpResponse } from './http'
import type { Evidence } from './result'

type RequestDetail = Result<'exchanges.get'>
type CallbackDetail = Result<'callbacks.get'>

/** Codes of refusals for a bad signature (contract 5.1): the verdict on the signature explains the mistake. */
const SIGNATURE_CODES: ReadonlySet<string> = new Set(['3261', '3262'])

/** Why the platform refused a request, or which values it refused. `response`: its body as JSON. */
export function remarksOnRequest(
  { refusal, signature, status, note }: RequestDetail,
  response: unknown,
): readonly string[] {
  if (refusal === undefined) {
    const refused = status !== undefined && status >= 400 && note !== undefined
    return [...(refused ? [`The platform refused it: ${note}`] : []), ...remarksOnValues(response)]
  }
  const { code, message, field, contract } = refusal
  const where = field === undefined ? '' : ` for ${field}`
  const why = SIGNATURE_CODES.has(code) ? signature.explanation : message
  return [`The platform refused it with ${code}${where} (contract ${contract}): ${why}`]
}

/** Why the platform refused a request, in a sentence, and the evidence without this remark. */
export function refusalIn({ response, evidence }: ResponseSeen): {
  readonly why: string
  readonly evidence: Evidence
} {
  const [why = `The platform responded with HTTP ${response.status}.`, ...remarks] = evidence.remarks ?? []
  return { why, evidence: { ...evidence, remarks } }
}

const MAX_VALUES_SHOWN = 5

/** The refused values in a response with 200 (`errors`, contract 5.2), and in a response of the form (`problems`). */
function remarksOnValues(response: unknown): readonly string[] {
  const listed = (name: string): readonly unknown[] => {
    const values = isRecord(response) ? response[name] : undefined
    return Array.isArray(values) ? values : []
  }
  return [...listed('errors'), ...listed('problems')]
    .filter(isRecord)
    .slice(0, MAX_VALUES_SHOWN)
    .map(({ code, field, message, name, reason }) =>
      typeof name === 'string'
        ? `The form did not accept ${name}: ${String(reason)}`
        : `The platform did not accept ${String(field)} (${String(code)}): ${String(message)}`,
    )
}

/** What is wrong with the signature of a captured request. */
export const remarksOnCapture = ({ signature }: Pick<RequestDetail, 'signature'>): readonly string[] =>
  signature.state === 'valid' ? [] : [`Its signature: ${signature.explanation}`]

/** The words with which a merchant refused a request. */
export function remarksOnResponse({
  status,
  text,
}: Pick<HttpResponse, 'status' | 'text'>): readonly string[] {
  const said = status < 400 ? '' : firstWords(text)
  return said === '' ? [] : [`The response says: ${said}`]
}

const MAX_ATTEMPTS_SHOWN = 5
const NOT_SENT = 'Nothing is sent'

/** What faults did to a callback, why it is not sent, and how each attempt ended if not all ended with 200. */
export function remarksOnCallback({
  attempts,
  note,
  state,
  hold,
  nextAttemptAt,
  marks,
  signature,
  replayOf,
}: CallbackDetail): readonly string[] {
  const done = [...marks, ...attempts.flatMap((attempt) => attempt.marks)].map(({ text }) => text)
  const isTried = attempts.length > 0
  const before = [
    replayOf !== undefined && `It is a replay of ${replayOf}, with its own body and signing.`,
    ...[...new Set(done)].filter((text) => note?.startsWith(text) !== true),
    // After an attempt, the note itself says why nothing more is sent.
    note !== undefined && (isTried || note.startsWith(NOT_SENT) ? note : `${NOT_SENT}: ${note}`),
    state === 'held' && hold?.wakesAt !== undefined && `It is held back until ${moment(hold.wakesAt)}.`,
    !isTried && nextAttemptAt !== undefined && `It is due at ${moment(nextAttemptAt)}.`,
  ].filter((remark) => remark !== false)
  const verdict = attempts.at(-1)?.signature ?? signature
  const signed =
    verdict.state === 'valid' ? 'Its signature is valid.' : `Its signature: ${verdict.explanation}`
  if (attempts.every(({ status }) => status === 200))
    return verdict.state === 'valid' || !isTried ? before : [...before, signed]
  const left = attempts.length - MAX_ATTEMPTS_SHOWN
  return [
    ...before,
    ...(attempts.some(({ status }) => status !== undefined && status !== 200) ? [signed] : []),
    ...attempts
      .slice(0, MAX_ATTEMPTS_SHOWN)
      .map((attempt, at) => `Attempt ${at + 1}, ${moment(attempt.sentAt)}: ${endOf(attempt)}`),
    ...(left > 0 ? [`and ${counted(left, 'more attempt')}`] : []),
  ]
}

/** The merchant's response on one line: status, target of a 404, first words, and the rule that decided it. */
function endOf(attempt: CallbackDetail['attempts'][number]): string {
  return [responseOf(attempt), ...(attempt.responseMarks ?? []).map(({ text }) => text)].join(' · ')
}

function responseOf({ status, error, answer, target }: CallbackDetail['attempts'][number]): string {
  if (error !== undefined) return error.message
  if (status === undefined) return 'no response yet'
  // After other successes and redirects, the callback does not count as delivered (contract 9.4).
  const result = status > 200 && status < 400 ? `HTTP ${status}; only 200 counts` : `HTTP ${status}`
  const place = status === NOT_FOUND && target !== undefined ? ` from ${target}` : ''
  const said = firstWords(answer?.body ?? '')
  return status === 200 || said === '' ? result + place : `${result}${place}: ${said}`
}

const NOT_FOUND = 404
const MAX_SAID_CHARS = 161

function firstWords(body: string): string {
  const text = body
    .slice(0, 4 * MAX_SAID_CHARS)
    .replace(/<(?:style|script)[^]*?<\/(?:style|script)>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return boundedText(text, MAX_SAID_CHARS)
}

const MAX_REASONS = 2

/** What led to the status of a payment, and which requested data is still missing. */
export function remarksOnPayment({
  clarification,
  timeline,
}: Pick<Result<'payments.get'>, 'clarification' | 'timeline'>): readonly string[] {
  const events = timeline.filter(({ kind }) => kind === 'event')
  const last = events.findLastIndex(({ status }) => status !== undefined)
  const led = events[last]
  // The event before the last, at the same moment, says what ended a wait.
  const words = events
    .slice(0, last + 1)
    .filter(({ at }) => at === led?.at)
    .slice(-MAX_REASONS)
    .map(({ title, detail }) => (detail === undefined ? title : `${title}, ${detail}`))
  const why = words.join('; ').replace(/\.$/, '')
  const since =
    led === undefined ? [] : [`Its status became "${led.status ?? ''}" at ${moment(led.at)}: ${why}.`]
  const missing = fieldNames(clarification?.remaining ?? {})
  if (clarification === undefined || missing.length === 0) return since
  const requested = fieldNames(clarification.requested)
  const left = missing.length === requested.length ? 'all of them' : missing.join(', ')
  const waits = `for ${left} until ${moment(clarification.expiresAt)}`
  return [...since, `The platform requested ${requested.join(', ')} and is still waiting ${waits}.`]
}

const fieldNames = (fields: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(fields).flatMap(([group, names]) => names.map((name) => `${group}.${name}`))
