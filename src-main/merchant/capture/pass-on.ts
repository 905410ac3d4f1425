import type { MessageMark } from '#protocol/messages'
import { forwardAddress, type ResponseStep } from '#domain/response-rule/response-rule'
import { type HeaderList, headerValues, type Reaction, type ReceivedRequest } from '#lib/http-message/message'
import { isSelfReference, selfPorts, toReference } from '#core/self-address'
import type { BenchServices } from '#core/services'

export type Forward = Extract<ResponseStep, { readonly kind: 'forward' }>

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

export type PassingOn = ReturnType<typeof createPassingOn>

export function createPassingOn({
  send,
  randomHex,
  selfRequests,
  addresses,
  ending,
}: Pick<BenchServices, 'send' | 'randomHex' | 'selfRequests' | 'addresses' | 'ending'>) {
  return {
    send,
    /** Our name in `Via` (RFC 9110 7.6.3), by which we recognise a request that another program sent back. */
    name: `paybench-${randomHex(16)}`,
    signal: ending,
    isSelfReference: (url: string): boolean => isSelfReference(toReference(url, addresses())),
    /** Call it before anything is written. `cameBack` then reports whether the request reached our own listener. */
    expect(localPort: number, remotePort: number) {
      if (!selfPorts(addresses(), ['merchant', 'merchantTls']).has(remotePort)) return null
      const inFlight = selfRequests.expect(localPort, { kind: 'passedOn' })
      return {
        cameBack(): boolean {
          inFlight.end()
          return inFlight.exchangeId() !== null
        },
      }
    },
  }
}

/**
 * Passes a captured request on to a real merchant, with a new `Host`, our `Via`, and no `Expect` or connection fields.
 * Never makes up a response: if none comes, it stays silent or resets. Refuses truncated bodies and our own listener.
 */
export async function passOn(
  forward: Forward,
  request: ReceivedRequest,
  passing: PassingOn,
): Promise<{ readonly reaction: Reaction; readonly mark: MessageMark }> {
  const { send, name, signal, expect } = passing
  const url = forwardAddress(forward, request.target)
  const marked = (reaction: Reaction, text: string) => ({ reaction, mark: { ruleId: null, text } })
  const reset = (text: string) => marked({ kind: 'reset', delayMs: 0 }, text)
  if (request.truncated === true)
    return reset('Not passed on: the body is longer than the stored part, and the rest would be missing.')
  if (passing.isSelfReference(url)) return reset(loopWords(url))
  let inFlight: ReturnType<PassingOn['expect']> = null
  const { response, failure, durationMs, certificateError } = await send({
    url,
    method: request.method,
    headers: [...passedHeaders(request), ['Via', `1.1 ${name}`]],
    body: request.body,
    verifyCertificate: forward.verifyCertificate,
    signal,
    onConnected(localPort, remotePort) {
      inFlight = expect(localPort, remotePort)
    },
  })
  if (hasComeBack(inFlight)) return reset(loopWords(url))
  const took = `after ${String(Math.round(durationMs))} ms`
  const accepted =
    certificateError === null ? '' : ` ${certificateError} The response rule accepts any certificate.`
  if (response === null || failure !== null) {
    const reason = failure?.message ?? 'No response came.'
    return failure?.code === 'timeout'
      ? marked({ kind: 'silence' }, `Passed on without a response: ${reason}${accepted}`)
      : reset(`Passing on failed ${took}: ${reason}${accepted}`)
  }
  const { status, body, truncated } = response
  const responded = `${url} responded with ${String(status)}`
  // Interim responses such as 101, which switches the protocol, cannot be returned.
  if (status < 200)
    return reset(`Passing on failed: ${responded}, which is not a final response, ${took}.${accepted}`)
  const headers = response.headers.filter(
    ([field]) => !belongsToConnection(field) && !(truncated && isLength(field)),
  )
  const cut = truncated ? ' The body was longer than 1 MiB and was cut.' : ''
  return marked(
    { kind: 'response', response: { status, headers, body }, delayMs: 0 },
    `${responded} ${took}.${cut}${accepted}`,
  )
}

function hasComeBack(inFlight: ReturnType<PassingOn['expect']>): boolean {
  return inFlight?.cameBack() ?? false
}

export function wentThrough({ headers }: Pick<ReceivedRequest, 'headers'>, name: string): boolean {
  const hops = headerValues(headers, 'via').flatMap((value) => value.split(','))
  return hops.some((hop) => hop.trim().split(/\s+/)[1] === name)
}

function loopWords(url: string): string {
  return `Not passed on: ${url} belongs to this merchant listener itself, so this would loop forever. Give the rule the address of your own server.`
}

function passedHeaders(request: ReceivedRequest): HeaderList {
  const kept = request.headers.filter(
    ([name]) =>
      !belongsToConnection(name) && name.toLowerCase() !== 'host' && name.toLowerCase() !== 'expect',
  )
  const hasLength = kept.some(([name]) => isLength(name))
  // A body that arrived in chunks has no length field.
  return hasLength || request.body.byteLength === 0
    ? kept
    : [...kept, ['Content-Length', String(request.body.byteLength)]]
}

/** A truncated body is passed on without this field, because the client would wait for the rest. */
function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length'
}

function belongsToConnection(name: string): boolean {
  return CONNECTION_FIELDS.has(name.toLowerCase())
}
