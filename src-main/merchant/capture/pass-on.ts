import type { StoredMark } from '../../store/records'
import type { CaptureReaction, IncomingRequest, Send, WireHeaders } from '../../bench/ports'
import type { Forward } from './planned-answer'

/** Fields that belong to one connection, not to the message (RFC 9110 7.6.1). */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The way out of the bench, and how a request is known that comes back by it. */
export interface PassingOn {
  readonly send: Send
  /** Under which this bench stands in `Via` (RFC 9110 7.6.3), so that it knows what comes back through other programs. */
  readonly name: string
  readonly signal: AbortSignal
  /** Whether a URL is that of the listener that received the request, as things are now. */
  readonly isOwn: (url: string) => boolean
  /** Told before anything is written; says afterwards whether the request came in at that listener again. */
  readonly expect: (localPort: number, remotePort: number) => { readonly cameBack: () => boolean } | null
}

/**
 * Passes a captured request on to a real merchant: same method, body bytes and fields in their order, but `Host` and
 * what belongs to the connection. Its answer is given back as it is. A merchant that does not answer in time leaves
 * the sender without an answer as well, and one that cannot be reached resets the connection: no answer is made up.
 * A body that was not kept whole is not passed on, nor is anything to the listener that received it: the rule may be older
 * than its address, or name it in a way that only its arrival shows.
 */
export async function passOn(
  forward: Forward,
  request: IncomingRequest,
  { send, name, signal, isOwn, expect }: PassingOn,
): Promise<{ readonly reaction: CaptureReaction; readonly mark: StoredMark }> {
  const url = targetOf(forward, request.target)
  const told = (text: string): StoredMark => ({ ruleId: null, text })
  if (request.truncated === true) {
    return {
      reaction: { kind: 'reset', delayMs: 0 },
      mark: told('Not passed on: the body is longer than what was kept, and the rest would be missing.'),
    }
  }
  if (isOwn(url)) return { reaction: { kind: 'reset', delayMs: 0 }, mark: told(loopWords(url)) }
  let underWay: ReturnType<PassingOn['expect']> = null
  const {
    answer,
    failure,
    durationMs,
    certificateError = null,
  } = await send({
    url,
    method: request.method,
    headers: [...passedHeaders(request), ['Via', `1.1 ${name}`]],
    body: request.body,
    verifyCertificate: forward.verifyCertificate,
    signal,
    onConnected(localPort, remotePort) {
      underWay = expect(localPort, remotePort)
    },
  })
  if (hasComeBack(underWay)) return { reaction: { kind: 'reset', delayMs: 0 }, mark: told(loopWords(url)) }
  const took = `after ${String(Math.round(durationMs))} ms`
  const accepted =
    certificateError === null ? '' : ` ${certificateError} The answer rule accepts any certificate.`
  if (answer !== null && failure === null && !isFinal(answer.status)) {
    const what = `${url} answered ${String(answer.status)} ${took}`
    return {
      reaction: { kind: 'reset', delayMs: 0 },
      mark: told(`Passed on in vain: ${what}, which is no final answer to a request.${accepted}`),
    }
  }
  if (answer !== null && failure === null) {
    const cut = answer.truncated ? ' Its body was longer than 1 MiB and was cut.' : ''
    return {
      reaction: {
        kind: 'reply',
        reply: {
          status: answer.status,
          headers: answer.headers.filter(
            ([name]) => !belongsToConnection(name) && !(answer.truncated && isLength(name)),
          ),
          body: answer.body,
        },
        delayMs: 0,
      },
      mark: told(`${url} answered ${String(answer.status)} ${took}.${cut}${accepted}`),
    }
  }
  const reason = failure?.message ?? 'No answer came.'
  return failure?.code === 'timeout'
    ? { reaction: { kind: 'silence' }, mark: told(`Passed on, and not answered: ${reason}${accepted}`) }
    : {
        reaction: { kind: 'reset', delayMs: 0 },
        mark: told(`Passed on in vain ${took}: ${reason}${accepted}`),
      }
}

/** After 101 another protocol begins, and below 100 there is no status; neither can be given back as an answer. */
function isFinal(status: number): boolean {
  return status >= 200
}

function hasComeBack(underWay: ReturnType<PassingOn['expect']>): boolean {
  return underWay?.cameBack() ?? false
}

/** Whether the request went through a bench of this name already. */
export function wentThrough({ rawHeaders }: Pick<IncomingRequest, 'rawHeaders'>, name: string): boolean {
  return rawHeaders.some(
    ([field, value]) =>
      field.toLowerCase() === 'via' && value.split(',').some((hop) => hop.trim().split(/\s+/)[1] === name),
  )
}

/** Said of both, the request that is passed on and the one that comes of it. */
export function loopWords(url: string): string {
  return `Not passed on: ${url} is this merchant listener itself, which would pass it on for ever. Give the rule the address of your own server.`
}

function targetOf({ url, appendPath }: Forward, target: string): string {
  return appendPath && target.startsWith('/') ? url.replace(/\/+$/, '') + target : url
}

function passedHeaders(request: IncomingRequest): WireHeaders {
  const kept = request.rawHeaders.filter(
    ([name]) =>
      !belongsToConnection(name) && name.toLowerCase() !== 'host' && name.toLowerCase() !== 'expect',
  )
  const hasLength = kept.some(([name]) => name.toLowerCase() === 'content-length')
  // A body that came in chunks has no length of its own.
  return hasLength || request.body.byteLength === 0
    ? kept
    : [...kept, ['Content-Length', String(request.body.byteLength)]]
}

/** Of a body that was cut the length is another one: told the old one, the sender would wait for the rest. */
function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length'
}

/** The length is written anew where the answer came in chunks. */
function belongsToConnection(name: string): boolean {
  return CONNECTION_FIELDS.has(name.toLowerCase())
}
