import type { HarMessage, HarOwnFields } from '#domain/har/message'
import type { AttemptRecord, CallbackRecord, ExchangeRecord } from '#store/records'
import type { HeaderList } from '#lib/http-message/message'
import { pick, present } from '#lib/members'
import { toUrl } from '#core/self-address'
import type { SelfAddresses } from '#core/sending'
import { latin1Of } from '#core/views'

export function harOfExchange(record: ExchangeRecord): HarMessage {
  const own: HarOwnFields = {
    ...pick(record, 'id', 'source', 'verdict', 'marks', 'masked'),
    virtualTime: record.receivedAt,
    ...present(pick(record, 'tlsVersion', 'remoteAddress', 'projectId', 'paymentId', 'callbackId')),
    ...present(pick(record, 'refusal', 'note', 'replayOf')),
  }
  return {
    ...pick(record, 'durationMs', 'method', 'target', 'httpVersion', 'headers', 'body'),
    startedAt: record.wallReceivedAt,
    url: addressOf(record),
    response: responseOf(record.responseStatus, null, record.responseHeaders, record.responseBody),
    own,
  }
}

const responseOf = (
  status: number | null,
  httpVersion: string | null,
  headers: HeaderList | null,
  body: Uint8Array | null,
): HarMessage['response'] =>
  status === null
    ? null
    : { status, httpVersion: httpVersion ?? '1.1', headers: headers ?? [], body: body ?? new Uint8Array(0) }

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
  const { answerHttpVersion, answerHeaders, answerBody } = attempt
  const { failureCode, failureMessage, certificateError } = attempt
  const failed = failureCode === null ? null : `${failureCode}: ${failureMessage ?? ''}`
  const notes = [callback.note, failed, certificateError].filter((part) => part !== null)
  return {
    startedAt: attempt.wallSentAt,
    durationMs: attempt.durationMs,
    method: head?.method ?? callback.method,
    url,
    target: head?.target ?? pathOf(url),
    httpVersion: head?.httpVersion ?? '1.1',
    headers: head?.headers ?? callback.headers,
    body: attempt.requestBody ?? callback.body,
    response: responseOf(attempt.status, answerHttpVersion, answerHeaders, answerBody),
    own: {
      id: callback.id,
      source: 'callback',
      virtualTime: attempt.sentAt,
      projectId: callback.projectId,
      ...(callback.paymentId === '' ? {} : { paymentId: callback.paymentId }),
      callbackId: callback.id,
      attempt: attempt.n,
      ...present({ note: notes.join(' ') || null, replayOf: callback.replayOf }),
      ...present(pick(attempt, 'tlsVersion', 'wire')),
      marks: [...callback.marks, ...attempt.marks],
      masked: [],
    },
  }
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '/'
  const { pathname, search } = new URL(url)
  return pathname + search
}

const START = /^(\S+) (\S+) HTTP\/(\d\.\d)$/

/** Null if the text is not a complete HTTP head. */
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
