import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import {
  headerList,
  type HttpResponse,
  type IntakeRequest,
  type Reaction,
  type ReceivedRequest,
  type WrittenResponse,
} from '#lib/http-message/message'
import {
  ACCESS_DENIED,
  asksToClose,
  completeResponse,
  errorResponse,
  INTERNAL_ERROR,
  MALFORMED_REQUEST,
} from '#lib/http-message/response'
import { BenchError } from '#protocol/connection'
import type { HostGuard } from '#net/host-guard'
import type { HealthCheck, Log } from '#net/listener'
import { type GatheredBody, readBody } from './body'
import type { Arrival, Connection } from './connection'
import { type ListenerName, loggedRequest, type MalformedRequest, type StoppedBecause } from './malformed'
import { sendResponse } from './send-response'
import type { IntakeLimits, SharedBounds } from './limits'

/** What is needed to handle requests, beside the options of the intake. */
interface TakeContext extends IntakeOptions {
  readonly isClosing: () => boolean
  readonly record: (malformed: MalformedRequest) => Promise<void>
}

const NEVER_HANDLED =
  'The connection ended while this request waited for the response to the one before it. It was not handled.'

/** A request whose head was read, and its connection. */
interface Taken {
  readonly arrival: Arrival
  readonly connection: Connection
  readonly head: ReceivedRequest
}

/**
 * Handles one request, from the end of its head to the end of its response. Rejects where no response can be sent at
 * all.
 */
export async function takeRequest(
  context: TakeContext,
  request: IncomingMessage,
  output: ServerResponse,
  taken: Taken,
): Promise<void> {
  const { listener, limits, shared, guard, health, record } = context
  const { arrival, connection, head } = taken
  const { socket } = request
  const healthResponse = health(head)
  if (socket.destroyed || connection.isEnding) {
    if (healthResponse !== null) return
    const seen = { ...head, truncated: !request.complete }
    await record({ kind: 'cutOff', listener, request: seen, note: NEVER_HANDLED, response: null })
    return
  }
  const sender = createResponseSender(context, request, output, taken)
  if (healthResponse !== null) {
    await sender.send(healthResponse, false, limits.lingerMs)
    return
  }
  const refused = refusal(head, socket.localAddress, limits, guard)
  if (refused !== null) {
    const { kind, ...rest } = refused
    await sender.refuse(
      kind,
      { ...head, truncated: !request.complete },
      { ...rest, lingerMs: limits.lingerMs },
    )
    return
  }
  const reading = readBody(request, limits.maxBodyBytes, shared.bodies)
  connection.reading = reading
  if (arrival.interruption !== null) reading.interrupt(arrival.interruption)
  try {
    const gathered = await reading.done
    connection.reading = null
    if (gathered.kind === 'cutOff') await refuseCutOff(sender, head, gathered, limits.lingerMs)
    else await react(context, request, head, gathered, sender)
  } finally {
    reading.release()
  }
}

/** Writes the response to one request. */
interface ResponseSender {
  /** Returns the response as `send` would write it now, as the same object. `isLast`: the connection ends after it. */
  expected(response: HttpResponse, isLast: boolean): HttpResponse
  /** Returns the response as it is written where the connection does not stay open. */
  final(response: HttpResponse): HttpResponse
  /** `isLast`: the connection ends after it. */
  send(response: HttpResponse, isLast: boolean, lingerMs: number): Promise<WrittenResponse>
  /** Records the request as malformed, then sends the response, or closes the connection where there is none. */
  refuse(
    kind: StoppedBecause,
    seen: ReceivedRequest,
    refusal: { readonly response: HttpResponse | null; readonly note: string; readonly lingerMs: number },
  ): Promise<void>
}

function createResponseSender(
  context: TakeContext,
  request: IncomingMessage,
  output: ServerResponse,
  { connection, head }: Taken,
): ResponseSender {
  const { listener, limits, log, record } = context
  /** The date of the response, epoch milliseconds: the same wherever the response is recorded. */
  let dateMs: number | null = null
  /** The last response completed for a connection that stays open, and the last for one that ends. */
  const known = new Map<boolean, { readonly of: HttpResponse; readonly result: HttpResponse }>()
  const completed = (response: HttpResponse, keepAlive: boolean): HttpResponse => {
    const last = known.get(keepAlive)
    if (last?.of === response) return last.result
    const result = completeResponse(response, {
      method: head.method,
      keepAlive,
      keepAliveMs: limits.keepAliveMs,
      nowMs: (dateMs ??= context.now()),
    })
    known.set(keepAlive, { of: response, result })
    return result
  }
  const staysOpen = (response: HttpResponse, isLast: boolean): boolean =>
    output.shouldKeepAlive && !context.isClosing() && !isLast && request.complete && !asksToClose(response)
  const write = async (response: HttpResponse, lingerMs: number): Promise<WrittenResponse> => ({
    response,
    delivered: await sendResponse(request, output, response, {
      lingerMs,
      unreadTimeoutMs: limits.unreadTimeoutMs,
    }),
  })
  const send: ResponseSender['send'] = async (response, isLast, lingerMs) => {
    const keepAlive = staysOpen(response, isLast)
    const final = completed(response, keepAlive)
    if (!keepAlive) connection.isEnding = true
    try {
      return await write(final, lingerMs)
    } catch (error) {
      log({ level: 'error', message: `The response to ${loggedRequest(head)} cannot be written.`, error })
      connection.isEnding = true
      return write(completed(internalError(error), false), lingerMs)
    }
  }
  return {
    expected: (response, isLast) => completed(response, staysOpen(response, isLast)),
    final: (response) => completed(response, false),
    send,
    async refuse(kind, seen, { response, note, lingerMs }) {
      const final = response === null ? null : completed(response, false)
      await record({ kind, listener, request: seen, note, response: final })
      if (final === null) request.socket.destroy()
      else await send(final, true, lingerMs)
    },
  }
}

/** Refuses a request whose body did not arrive completely. */
function refuseCutOff(
  sender: ResponseSender,
  head: ReceivedRequest,
  { bytes, interruption }: GatheredBody & { readonly kind: 'cutOff' },
  lingerMs: number,
): Promise<void> {
  const { status, note, code } = interruption
  const response = status === null ? null : errorResponse(status, MALFORMED_REQUEST, note)
  // After the end of the stream or a time-out there is nothing left to read and discard.
  const hasEnded = code === 'HPE_INVALID_EOF_STATE' || status === 408
  const seen = { ...head, body: bytes, truncated: true }
  return sender.refuse('cutOff', seen, { response, note, lingerMs: hasEnded ? 0 : lingerMs })
}

/** Lets the application respond to a request that was read, and carries out its reaction. */
async function react(
  context: TakeContext,
  request: IncomingMessage,
  head: ReceivedRequest,
  gathered: GatheredBody & { readonly kind: 'complete' | 'tooLarge' },
  sender: ResponseSender,
): Promise<void> {
  const { limits } = context
  const { socket } = request
  const tooLarge = gathered.kind === 'tooLarge'
  const { reaction, afterResponse } = await reactionTo(context, {
    ...head,
    httpVersion: request.httpVersion === '1.0' ? '1.0' : '1.1',
    body: gathered.bytes,
    ...(request.rawTrailers.length > 0 ? { trailers: headerList(request.rawTrailers) } : {}),
    ...(tooLarge ? { truncated: true } : {}),
    tooLarge,
    targetTooLong: head.target.length > limits.maxTargetBytes,
    completed: (response) => sender.expected(response, tooLarge),
  })
  if (reaction.kind === 'silence') {
    // The request no longer counts as open, so that a closing listener does not wait for it.
    untilPeerEnds(socket, () => {
      afterResponse(null)
    })
    return
  }
  await pause(socket, reaction.delayMs)
  if (reaction.kind === 'reset') {
    resetConnection(socket)
    afterResponse(null)
    return
  }
  let sent: WrittenResponse | null = null
  try {
    sent = await sender.send(reaction.response, tooLarge, limits.lingerMs)
  } finally {
    afterResponse(sent ?? { response: sender.final(reaction.response), delivered: false })
  }
}

async function reactionTo({ respond, log }: TakeContext, taken: IntakeRequest): Promise<IntakeReaction> {
  try {
    return await respond(taken)
  } catch (error) {
    log({ level: 'error', message: `${loggedRequest(taken)} could not be handled.`, error })
    return {
      reaction: { kind: 'response', response: internalError(error), delayMs: 0 },
      afterResponse: () => undefined,
    }
  }
}

/** A full disk says so: nothing was done then. */
function internalError(error: unknown): HttpResponse {
  const message =
    error instanceof BenchError && error.code === 'disk_full'
      ? error.message
      : 'Internal error. The outcome is unknown; see the log of the bench.'
  return errorResponse(500, INTERNAL_ERROR, message)
}

/**
 * Settles after `ms` of real time, or when the connection ends before that. Closes the connection where the client ends
 * its side meanwhile: no client closes its side on purpose and waits for a delayed response.
 */
function pause(socket: Socket, ms: number): Promise<void> {
  if (ms <= 0 || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const leave = (): void => {
      socket.destroy()
    }
    const end = (): void => {
      clearTimeout(timer)
      socket.off('close', end)
      socket.off('end', leave)
      resolve()
    }
    const timer = setTimeout(end, ms)
    socket.once('close', end)
    if (socket.readableEnded) leave()
    else socket.once('end', leave)
  })
}

/** Keeps the connection open without a response until the other side ends it, then runs `task`. */
function untilPeerEnds(socket: Socket, task: () => void): void {
  if (socket.destroyed) {
    task()
    return
  }
  socket.once('close', task)
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** Resets the connection, so that the other side gets an error instead of an orderly end. */
function resetConnection(socket: Socket): void {
  // Under TLS only the transport can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

/** Why a request is refused by its head alone, and the response that explains it. */
interface Refusal {
  readonly kind: StoppedBecause
  readonly response: HttpResponse
  readonly note: string
}

/** Checks the version, the number of fields and the `Host` before the body is read. Null: the request is acceptable. */
function refusal(
  head: ReceivedRequest,
  localAddress: string | undefined,
  limits: IntakeLimits,
  guard: HostGuard,
): Refusal | null {
  const { httpVersion, headers, target } = head
  if (httpVersion !== '1.0' && httpVersion !== '1.1') {
    const note = `HTTP/${httpVersion} is not supported. Use HTTP/1.1.`
    return { kind: 'versionRefused', response: errorResponse(505, MALFORMED_REQUEST, note), note }
  }
  if (headers.length > limits.maxHeaderFields) {
    const note = `The request has ${headers.length} header fields. Send at most ${limits.maxHeaderFields}.`
    return { kind: 'tooManyHeaderFields', response: errorResponse(431, MALFORMED_REQUEST, note), note }
  }
  const verdict = guard({ headers, httpVersion, target, localAddress })
  if (verdict.kind === 'allowed') return null
  const note = verdict.message
  return { kind: 'hostRefused', response: errorResponse(verdict.status, ACCESS_DENIED, note), note }
}

/** The reaction to a request. */
interface IntakeReaction {
  readonly reaction: Reaction
  /**
   * Called exactly once: when the response was handed over, or when the connection ended before that. Null: there was
   * nothing to write.
   */
  readonly afterResponse: (sent: WrittenResponse | null) => void
}

/** What the intake needs to read requests and to respond to them. */
export interface IntakeOptions {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly shared: SharedBounds
  readonly guard: HostGuard
  readonly health: HealthCheck
  readonly log: Log
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  readonly respond: (request: IntakeRequest) => Promise<IntakeReaction>
  /** Records a request that the listener refuses itself. It is awaited before the response is sent. */
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
}
