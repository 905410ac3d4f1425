import { requestLineOf } from './request-head'
import type { HarMessage, HarOwnFields } from '../../domain/har/message'
import type { AttemptRecord, CallbackRecord, ExchangeRecord } from '../../store/records'
import { toUrl } from '../../bench/self-address'
import type { SelfAddresses } from '../../bench/ports'
import { latin1Of } from '../../bench/bytes'

/** An exchange as an archive tells it. */
export function harOfExchange(record: ExchangeRecord): HarMessage {
  const { replyStatus } = record
  const own: HarOwnFields = {
    id: record.id,
    door: record.door,
    virtualTime: record.receivedAt,
    ...present('tlsVersion', record.tlsVersion),
    ...present('remoteAddress', record.remoteAddress),
    ...present('projectId', record.projectId),
    ...present('paymentId', record.paymentId),
    ...present('callbackId', record.callbackId),
    verdict: record.verdict,
    ...present('refusal', record.refusal),
    ...present('note', record.note),
    ...present('replayOf', record.replayOf),
    marks: record.marks,
    masked: record.masked,
  }
  return {
    startedAt: record.wallReceivedAt,
    durationMs: record.durationMs,
    method: record.method,
    url: addressOf(record),
    target: record.target,
    httpVersion: record.httpVersion,
    headers: record.headers,
    body: record.body,
    reply:
      replyStatus === null
        ? null
        : {
            status: replyStatus,
            httpVersion: '1.1',
            headers: record.replyHeaders ?? [],
            body: record.replyBody ?? new Uint8Array(0),
          },
    own,
  }
}

function addressOf({ target, secure, headers }: ExchangeRecord): string {
  if (/^https?:\/\//i.test(target)) return target
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'localhost'
  return `${secure ? 'https' : 'http'}://${host}${target.startsWith('/') ? '' : '/'}${target}`
}

/** An attempt of a callback as an archive tells it. */
export function harOfAttempt(
  callback: CallbackRecord,
  attempt: AttemptRecord,
  addresses: SelfAddresses | null,
): HarMessage {
  const url =
    attempt.targetUrl ??
    (callback.targetUrl === null ? 'http://localhost/' : toUrl(callback.targetUrl, addresses))
  const head = attempt.requestHead === null ? null : requestLineOf(latin1Of(attempt.requestHead))
  const { status, failureCode, failureMessage, certificateError } = attempt
  const failed = failureCode === null ? null : `${failureCode}: ${failureMessage ?? ''}`
  return {
    startedAt: attempt.wallSentAt,
    durationMs: attempt.durationMs,
    method: head?.method ?? callback.method,
    url,
    target: head?.target ?? pathOf(url),
    httpVersion: head?.httpVersion ?? '1.1',
    headers: head?.headers ?? callback.headers,
    body: attempt.requestBody ?? callback.body,
    reply:
      status === null
        ? null
        : {
            status,
            httpVersion: attempt.answerHttpVersion ?? '1.1',
            headers: attempt.answerHeaders ?? [],
            body: attempt.answerBody ?? new Uint8Array(0),
          },
    own: {
      id: callback.id,
      door: 'callback',
      virtualTime: attempt.sentAt,
      ...present('tlsVersion', attempt.tlsVersion),
      projectId: callback.projectId,
      ...(callback.paymentId === '' ? {} : { paymentId: callback.paymentId }),
      callbackId: callback.id,
      attempt: attempt.n,
      ...present(
        'note',
        [callback.note, failed, certificateError].filter((part) => part !== null).join(' ') || null,
      ),
      ...present('replayOf', callback.replayOf),
      marks: [...callback.marks, ...attempt.marks],
      masked: [],
      ...present('wire', attempt.wire),
    },
  }
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '/'
  const { pathname, search } = new URL(url)
  return pathname + search
}

function present<Name extends keyof HarOwnFields>(
  name: Name,
  value: HarOwnFields[Name] | null,
): Partial<Pick<HarOwnFields, Name>> {
  return value === null || value === undefined ? {} : ({ [name]: value } as Partial<Pick<HarOwnFields, Name>>)
}
