import { z } from 'zod'
import { type CallbackId, MAX_PROJECT_ID, type MessageId, type ProjectId } from '#domain/ids'
import { readShape, type ShapeError, worded } from '#domain/read-shape'
import { decodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'
import { headerValues, type HeaderList, type HttpRequest, type HttpResponse } from '#lib/http-message/message'
import { isRecord } from '#lib/json/node'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { TIME_RANGE } from '#lib/time/time'

export interface HarMessage extends HttpRequest {
  /** Wall time, epoch milliseconds. */
  readonly startedAt: number
  /** Real milliseconds; null if not measured. */
  readonly durationMs: number | null
  readonly url: string
  readonly response: HarResponse | null
  /** Our additions to HAR; null in archives of other programs. */
  readonly own: HarOwnFields | null
}

export interface HarResponse extends HttpResponse {
  readonly httpVersion: string
}

const MAX_BODY_BYTES = 16 * 1024 * 1024
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/

const text = (most: number): z.ZodString => z.string().max(most)
const short = text(300)
const long = text(100_000)

const moment = z.string().transform((written, context) => {
  const at = MOMENT.test(written) ? Date.parse(written) : NaN
  if (at >= TIME_RANGE.first && at <= TIME_RANGE.last) return at
  return fail(context, 'must be a time with its offset such as 2031-04-09T16:20:05.000Z')
})

function fail(context: z.RefinementCtx, message: string): typeof z.NEVER {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const base64 = text(MAX_BODY_BYTES * 2).transform(
  (encoded, context) => decodeBase64(encoded) ?? fail(context, 'is not base64'),
)

/** The member `_paybench` of an entry. Members without a value are omitted. */
const ownMember = z.object({
  version: z.literal(1, 'was written by a newer Paybench; import it there'),
  id: short,
  /** Listener that received the request; `callback` if the platform sent it. */
  source: z.enum(['api', 'form', 'capture', 'imported', 'callback']),
  virtualTime: moment,
  tlsVersion: short.optional(),
  remoteAddress: short.optional(),
  projectId: (z.int().min(1).max(MAX_PROJECT_ID) as z.ZodType<ProjectId>).optional(),
  paymentId: long.optional(),
  callbackId: (short as z.ZodType<CallbackId>).optional(),
  /** Attempt of a callback; the first is 0. */
  attempt: z.int().min(0).optional(),
  verdict: z
    .object({
      state: z.enum(['valid', 'invalid', 'missing', 'empty', 'unreadable', 'unknown_project']),
      place: long.optional(),
      dialect: long.optional(),
      received: long.optional(),
      expected: long.optional(),
      explanation: long,
    })
    .optional(),
  refusal: z.object({ code: short, message: long, field: long.optional(), contract: short }).optional(),
  note: long.optional(),
  replayOf: (short as z.ZodType<MessageId>).optional(),
  marks: z
    .array(z.object({ ruleId: short.nullable(), text: long }))
    .max(1000)
    .default([]),
  /** Characters of the body that were masked before storage. */
  masked: z
    .array(z.object({ start: z.int().min(0), end: z.int(), kind: z.enum(['pan', 'cvv']) }))
    .max(100_000)
    .default([]),
  /** The written bytes, if they are not simply head and body. */
  wire: base64.optional(),
  target: long,
  /** The duration was not measured. */
  untimed: z.literal(true).optional(),
  /** The request has no response. */
  unanswered: z.literal(true).optional(),
})
export type HarOwnFields = ReadonlyDeep<
  Omit<z.infer<typeof ownMember>, 'version' | 'target' | 'untimed' | 'unanswered'>
>

/** Version 0.1.0 calls the source `door`, and the API `platform`. */
const ownMemberOfAnyVersion = z.preprocess((value) => {
  if (!isRecord(value) || value['door'] === undefined || value['source'] !== undefined) return value
  return { ...value, source: value['door'] === 'platform' ? 'api' : value['door'] }
}, ownMember)

const headers = z
  .array(
    z
      .object({ name: text(65_536), value: text(1_048_576) })
      .transform(({ name, value }) => [byteText(name), byteText(value)] as const),
  )
  .max(2000)

/** Archives say `HTTP/1.1`, `http/2.0`, `h2`, `h3`, `unknown` or nothing; ours have `HTTP/` for unparsable messages. */
const httpVersion = z
  .unknown()
  .optional()
  .transform((value) => {
    if (value === 'HTTP/') return ''
    const name = typeof value === 'string' ? value.replace(/^https?\//i, '').replace(/^h(?=\d)/i, '') : ''
    return /^\d(?:\.\d)?$/.test(name) ? name : '1.1'
  })

const content = z
  .object({
    text: text(MAX_BODY_BYTES * 2).default(''),
    encoding: z.unknown().optional(),
    _encoding: z.unknown().optional(),
  })
  .transform(({ text, encoding, _encoding }, context) => {
    const bytes = (_encoding ?? encoding) === 'base64' ? decodeBase64(text) : encodeUtf8(text)
    const wrong =
      bytes === undefined ? 'is not base64, although its encoding says so' : 'decodes to more than 16 MiB'
    if (bytes !== undefined && bytes.length <= MAX_BODY_BYTES) return bytes
    context.addIssue({ code: 'custom', path: ['text'], message: wrong })
    return z.NEVER
  })

/** A form-encoded body of which the archive has only the parameters, not the text. */
const params = z
  .object({
    params: z.array(z.object({ name: z.string().default(''), value: z.string().default('') })).max(100_000),
  })
  .transform(({ params: pairs }, context) => {
    let body = ''
    for (const { name, value } of pairs) {
      const pair = [name, value]
        .map((part) => encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\ufffd')))
        .join('=')
      body += (body === '' ? '' : '&') + pair
      if (body.length > MAX_BODY_BYTES) return fail(context, 'makes the body longer than 16 MiB')
    }
    return encodeUtf8(body)
  })

const entry = z.object({
  startedDateTime: moment,
  /** Browsers write -1 if they did not measure. */
  time: z.number().min(0).nullable().catch(null),
  request: z.object({
    method: text(200).transform(byteText),
    url: text(200_000).regex(/^(?:https?|wss?):\/\//i, 'must be an absolute http or https address'),
    httpVersion,
    headers,
    postData: z.unknown().optional(),
  }),
  response: z.object({ status: z.int().min(-1).max(999) }),
  _paybench: ownMemberOfAnyVersion.optional(),
})

const response = z
  .object({ status: z.int(), httpVersion, headers, content: content.nullish() })
  .transform(({ content: body, ...head }) => ({ ...head, body: body ?? new Uint8Array() }))

export type EntryReading =
  | { readonly kind: 'message'; readonly message: HarMessage }
  /** An entry of another protocol, which browsers also write: `data:` and `blob:` addresses. */
  | { readonly kind: 'skipped' }
  /** `field`: the path from the entry to the error. */
  | { readonly kind: 'error'; readonly field: string; readonly message: string }

/** Reads and checks an entry of HAR 1.2, from Paybench or a browser. */
export function readEntry(value: unknown): EntryReading {
  if (isOfOtherProtocol(value)) return { kind: 'skipped' }
  const read = readShape(entry, value)
  if (!read.success) return errorOf(read.error)
  const { startedDateTime, time, request, _paybench } = read.data
  const { url, postData } = request
  const body =
    postData === undefined || postData === null
      ? { success: true as const, data: new Uint8Array() }
      : readShape(
          isRecord(postData) && postData['text'] === undefined && 'params' in postData ? params : content,
          postData,
        )
  if (!body.success) return errorOf(body.error, 'request.postData')
  // In archives of other programs, status 0 and -1 mean no response.
  const hasResponse = _paybench === undefined ? read.data.response.status > 0 : _paybench.unanswered !== true
  const received = hasResponse ? readShape(response, isRecord(value) ? value['response'] : null) : null
  if (received?.success === false) return errorOf(received.error, 'response')
  const {
    version: _version,
    target,
    untimed,
    unanswered: _unanswered,
    ...own
  } = _paybench ?? { target: null }
  if ('masked' in own && own.masked.some(({ start, end }) => end < start || end > body.data.length)) {
    return { kind: 'error', field: '_paybench.masked', message: 'must lie inside the body' }
  }
  return {
    kind: 'message',
    message: {
      startedAt: startedDateTime,
      durationMs: untimed === true ? null : time,
      method: request.method,
      url,
      target: byteText(target ?? targetOf(url, request.headers)),
      httpVersion: request.httpVersion,
      headers: request.headers,
      body: body.data,
      response: received === null ? null : received.data,
      own: 'id' in own ? own : null,
    },
  }
}

function isOfOtherProtocol(value: unknown): boolean {
  const request = isRecord(value) ? value['request'] : undefined
  const url = isRecord(request) ? request['url'] : undefined
  return typeof url === 'string' && /^(?!https?:|wss?:)[a-z][a-z0-9+.-]*:/i.test(url.slice(0, 100))
}

function errorOf({ issues: [issue] }: ShapeError, below = ''): EntryReading {
  const path = (issue?.path ?? []).map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
  )
  return {
    kind: 'error',
    field: (below + path.join('')).replace(/^\./, ''),
    message: issue === undefined ? 'is not readable' : worded(issue.message),
  }
}

/** The address as a start line names it; in full if no `Host` field gives the rest. */
function targetOf(url: string, headers: HeaderList): string {
  const [address = ''] = url.split('#', 1)
  if (headerValues(headers, 'host').length === 0) return address
  const rest = address.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** One character per byte; a text with other characters becomes its UTF-8 bytes. */
function byteText(written: string): string {
  return /[^\0-\xff]/.test(written)
    ? Array.from(encodeUtf8(written), (byte) => String.fromCharCode(byte)).join('')
    : written
}
