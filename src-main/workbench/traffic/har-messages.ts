import type { HarMessage, HarOwnFields } from '#domain/har/message'
import type { AttemptRecord, CallbackRecord, ExchangeRecord } from '#store/records'
import { toUrl } from '#core/self-address'
import type { SelfAddresses } from '#core/sending'
import { latin1Of } from '#core/views'

export function harOfExchange(record: ExchangeRecord): HarMessage {
  const { responseStatus } = record
  const own: HarOwnFields = {
    id: record.id,
    source: record.source,
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
    response:
      responseStatus === null
        ? null
        : {
            status: responseStatus,
            httpVersion: '1.1',
            headers: record.responseHeaders ?? [],
            body: record.responseBody ?? new Uint8Array(0),
          },
    own,
  }
}

function addressOf({ target, secure, headers }: ExchangeRecord): string {
  if (/^https?:\/\//i.test(target)) return target
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'localhost'
  return `${secure ? 'https' : 'http'}://${host}${target.startsWith('/') ? '' : '/'}${target}`
}

export function harOfAttempt(
  callback: CallbackRecord,
  attempt: AttemptRecord,
  addresses: SelfAddresses | null,
): HarMessage {
  const url =
    attempt.targetUrl ??
    (callback.targetUrl === null ? 'http://localhost/' : toUrl(callback.targetUrl, addresses))
  const head = attempt.requestHead === null ? null : requestHeadOf(latin1Of(attempt.requestHead))
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
    response:
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
      source: 'callback',
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

const START = /^(\S+) (\S+) HTTP\/(\d\.\d)$/

/** Null if it is not a complete HTTP head. */
function requestHeadOf(head: string) {
  const [start = '', ...fields] = head.replace(/(?:\r\n)+$/, '').split('\r\n')
  const [, method, target, httpVersion] = START.exec(start) ?? []
  if (method === undefined || target === undefined || httpVersion === undefined) return null
  const headers: [string, string][] = []
  for (const field of fields) {
    const colon = field.indexOf(':')
    if (colon <= 0) return null
    headers.push([field.slice(0, colon), field.slice(colon + 1).replace(/^ /, '')])
  }
  return { method, target, httpVersion, headers }
}
