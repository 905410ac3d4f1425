import { type Attempt, nextAttempt } from '#domain/callback/retry-schedule'
import {
  RETRY_ACTIONS,
  type CallbackAttempt,
  type CallbackDetail,
  type CallbackSummary,
  type ExchangeDetail,
  type RetryAction,
  type SignatureVerdict,
} from '#protocol/messages'
import { parseJsonBytes } from '#lib/json/parse'
import type { Project } from '#domain/project/project'
import type { BenchContext } from '#workbench/payment-engine'
import { notFound } from '#core/errors'
import type {
  AttemptOutline,
  AttemptRecord,
  CallbackRecord,
  CallbackRow,
  ExchangeRecord,
  ExchangeRow,
} from '#store/records'
import type { Store } from '#store/store'
import { unknownProjectVerdict, unreadableVerdict, verdictOf } from '#core/verdict'
import {
  base64Of,
  callbackSummary,
  exchangeSummary,
  iso,
  isSentOnce,
  latin1Of,
  readHold,
  textOf,
} from '#core/views'
import { refusalOfRetry } from '#protocol/retry-refusal'
import type { CallbackId, ProjectId } from '#domain/ids'
import { pick, present } from '#lib/members'

/** Maximum number of bytes of attempts in a detail; the newest attempt is complete even if it has more. */
const MAX_ATTEMPT_BYTES = 2 * 1024 ** 2

/** @throws BenchError not_found */
export function findCallback({ store }: BenchContext, id: CallbackId): CallbackRecord {
  const callback = store.callbacks.byId(id)
  if (callback === null) throw notFound('callback', id)
  return callback
}

/**
 * The callback as lists show it, once everything written about it is committed.
 * @throws BenchError not_found
 */
export async function committedCallback(
  { store, addresses }: BenchContext,
  id: CallbackId,
): Promise<CallbackSummary> {
  await store.committed()
  const row = store.callbacks.row(id)
  if (row === null) throw notFound('callback', id)
  return callbackSummary(row, addresses())
}

/** @throws BenchError not_found */
export function attemptDetail(context: BenchContext, id: CallbackId, seq: number): CallbackAttempt {
  const callback = findCallback(context, id)
  const attempt = wholeAttempt(context, callback, seq, context.store.exchanges.capturesOf(id))
  if (attempt === null) throw notFound('attempt', `${String(seq)} of ${id}`)
  return attempt
}

function wholeAttempt(
  context: BenchContext,
  callback: CallbackRecord,
  seq: number,
  captures: readonly ExchangeRow[],
): CallbackAttempt | null {
  const attempt = context.store.attempts.bySeq(callback.id, seq)
  if (attempt === null) return null
  return {
    ...attemptView(attempt),
    ...bodiesView(attempt),
    ...captureOfAttempt(captures, attempt),
    ...present({
      signature: attempt.requestBody && bodyVerdict(context, attempt.requestBody, callback.projectId),
    }),
  }
}

/** Chooses the attempts to show with their bodies: going back from the newest, each that fits. Returns their `seq`. */
function seqsToShowWhole(attempts: readonly AttemptOutline[]): ReadonlySet<number> {
  const whole = new Set<number>()
  let room = MAX_ATTEMPT_BYTES
  for (const { seq, bytes } of attempts.toReversed()) {
    if (whole.size > 0 && bytes > room) continue
    whole.add(seq)
    room -= bytes
  }
  return whole
}

/**
 * A callback with every attempt, the merchant's responses, and the planned attempts.
 * @throws BenchError not_found
 */
export function callbackDetail(context: BenchContext, id: CallbackId): CallbackDetail {
  const { store, addresses } = context
  const callback = findCallback(context, id)
  const row = store.callbacks.row(callback.id)
  if (row === null) throw new Error(`Callback ${callback.id} has no row`)
  const text = textOf(callback.body)
  const attempts = store.attempts.outlines(callback.id)
  const whole = seqsToShowWhole(attempts)
  const captures = store.exchanges.capturesOf(callback.id)
  return {
    ...callbackSummary(row, addresses()),
    method: callback.method,
    body: text ?? latin1Of(callback.body),
    ...(text === null ? { bodyBase64: base64Of(callback.body) } : {}),
    headers: pairsOf(callback.headers),
    signature: bodyVerdict(context, callback.body, callback.projectId),
    attempts: attempts.map((attempt) => {
      const { seq, bytes } = attempt
      const complete = whole.has(seq) ? wholeAttempt(context, callback, seq, captures) : null
      const short = { ...attemptView(attempt), ...captureOfAttempt(captures, attempt), withheldBytes: bytes }
      return complete ?? short
    }),
    planned: plannedAttempts(callback),
    actions: RETRY_ACTIONS.filter((action) => retryRefusal(action, callback) === null),
    replays: store.callbacks.replaysOf(callback.id).map(({ id }) => id),
    ...present({ captureId: captures.at(-1)?.id }),
  }
}

function captureOfAttempt(
  captures: readonly ExchangeRow[],
  attempt: AttemptShort,
): Pick<CallbackAttempt, 'captureId' | 'responseMarks'> {
  const capture = captures.find((each) => isCaptureOf(each, attempt))
  const marks = capture?.marks ?? []
  return present({ captureId: capture?.id, responseMarks: marks.length === 0 ? null : [...marks] })
}

/** Compares times if the capture names no attempt: it came through a tunnel, or an older version stored it. */
function isCaptureOf(capture: ExchangeRow, { seq, wallSentAt, durationMs }: AttemptShort): boolean {
  if (capture.attempt !== null) return capture.attempt === seq
  const { wallReceivedAt } = capture
  return durationMs !== null && wallReceivedAt >= wallSentAt && wallReceivedAt <= wallSentAt + durationMs
}

/** Checks the signature with the secret of the project. */
export function bodyVerdict(context: BenchContext, body: Uint8Array, projectId: ProjectId): SignatureVerdict {
  const project = context.projects.byId(projectId)
  return project === null ? unknownProjectVerdict(projectId) : verdictAbout(context, body, project)
}

/** The verdict that a merchant with the project's secret will reach. */
export function verdictAbout({ crypto }: BenchContext, body: Uint8Array, project: Project): SignatureVerdict {
  const json = parseJsonBytes(body)
  if (!json.ok) return unreadableVerdict(json.message)
  return verdictOf({ root: json.root, project, crypto, surface: 'callback' })
}

/**
 * The attempts that follow if none succeeds (contract 9.4), without the one in flight; for a held callback,
 * those after its release. A callback that is sent once has only the next one.
 */
function plannedAttempts(callback: CallbackRecord): CallbackDetail['planned'] {
  const hold = callback.state === 'held' ? readHold(callback.hold) : null
  const heldUntil =
    hold?.kind === 'rule' ? (hold.wakeAt ?? hold.dueAt) : hold?.kind === 'tester' ? hold.dueAt : null
  const next = callback.nextAttemptAt ?? heldUntil
  if (next === null) return []
  const firstDueAt = callback.attemptCount === 0 ? next : callback.firstDueAt
  const planned: CallbackDetail['planned'] = []
  let attempt: Attempt | null = { n: callback.nextN, dueAt: next }
  while (attempt !== null) {
    planned.push({ n: attempt.n, dueAt: iso(attempt.dueAt) })
    if (isSentOnce(callback.hold)) break
    attempt = nextAttempt({ ...attempt, firstDueAt })
  }
  return callback.state === 'delivering' ? planned.slice(1) : planned
}

type AttemptShort = Omit<AttemptOutline, 'bytes'>

function attemptView(attempt: AttemptShort): CallbackAttempt {
  const { seq, n, failureCode: code, failureMessage, requestHead } = attempt
  return {
    seq,
    n,
    dueAt: iso(attempt.dueAt),
    sentAt: iso(attempt.sentAt),
    wallSentAt: iso(attempt.wallSentAt),
    ...present({
      ...pick(attempt, 'status', 'durationMs', 'tlsVersion', 'certificateError'),
      target: attempt.targetUrl,
      error: code === null ? null : { code, message: failureMessage ?? '' },
      requestHead: requestHead && latin1Of(requestHead),
    }),
    marks: [...attempt.marks],
  }
}

/** The parts that may be long: the sent body and bytes, and the response. */
function bodiesView(
  attempt: AttemptRecord,
): Pick<CallbackAttempt, 'requestBodyBase64' | 'wireBase64' | 'answer'> {
  const { answerBody, status } = attempt
  const answer: CallbackAttempt['answer'] | null =
    status === null || answerBody === null
      ? null
      : {
          status,
          httpVersion: attempt.answerHttpVersion ?? '',
          headers: pairsOf(attempt.answerHeaders ?? []),
          ...bodyView(answerBody),
          truncated: attempt.answerTruncated,
        }
  return present({
    requestBodyBase64: attempt.requestBody && base64Of(attempt.requestBody),
    wireBase64: attempt.wire && base64Of(attempt.wire),
    answer,
  })
}

const bodyView = (body: Uint8Array) => ({ body: textOf(body), bodyBase64: base64Of(body) })

/** An exchange with its exact bytes and its response. */
export function exchangeDetail(record: ExchangeRecord, store: Store): ExchangeDetail {
  const row = store.exchanges.row(record.id)
  if (row === null) throw new Error(`Exchange ${record.id} has no row`)
  const { responseStatus, responseBody } = record
  return {
    ...exchangeSummary(row),
    headers: pairsOf(record.headers),
    ...bodyView(record.body),
    masked: [...record.masked],
    signature: { ...record.verdict },
    reply:
      responseStatus === null
        ? null
        : {
            status: responseStatus,
            headers: pairsOf(record.responseHeaders ?? []),
            ...bodyView(responseBody ?? new Uint8Array()),
            ...present({ durationMs: record.durationMs }),
          },
    ...sentByView(record, store),
  }
}

function sentByView(
  { callbackId, attempt: seq }: ExchangeRecord,
  store: Store,
): Pick<ExchangeDetail, 'sentBy'> {
  const callback = callbackId === null ? null : store.callbacks.row(callbackId)
  if (callback === null) return {}
  const { id, kind } = callback
  const attempt = store.attempts.outlines(id).find((one) => one.seq === seq)
  return {
    sentBy: { callbackId: id, kind, ...present({ attempt: attempt && pick(attempt, 'seq', 'n') }) },
  }
}

const pairsOf = (headers: ExchangeRecord['headers']): ExchangeDetail['headers'] =>
  headers.map(([name, value]) => [name, value])

type Steered = Pick<CallbackRow, 'state' | 'nextAttemptAt' | 'attemptCount' | 'targetUrl'>

/** Why the action is refused; null if it is possible for the callback now. */
export function retryRefusal(action: RetryAction, callback: Steered): string | null {
  const { state, attemptCount, nextAttemptAt, targetUrl } = callback
  return refusalOfRetry(action, {
    state,
    attemptCount,
    isPlanned: nextAttemptAt !== null,
    hasTarget: targetUrl !== null,
  })
}
