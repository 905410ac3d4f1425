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
import { asksToClose } from '#lib/http-message/response'
import { BenchError } from '#protocol/connection'
import type { HostGuard } from '#net/host-guard'
import type { HealthCheck, Log } from '#net/listener'
import { type BodyBudget, type GatheredBody, readBody } from './body'
import type { Arrival, Connection } from './connection'
import { type ListenerName, loggedRequest, type MalformedRequest, type StoppedBecause } from './malformed'
import { sendResponse } from './send-response'
import type { IntakeLimits } from './limits'

interface TakeContext extends IntakeOptions {
  readonly isClosing: () => boolean
  readonly record: (malformed: Omit<MalformedRequest, 'listener'>) => Promise<void>
  readonly complete: (response: HttpResponse, head: ReceivedRequest, keepAlive: boolean) => HttpResponse
}

const NEVER_HANDLED =
  'The connection ended while this request waited for the response to the one before it. It was not handled.'

const noteOfFlood = (most: number): string =>
  `The connection was closed, because more than ${most} requests on it waited for a response. None of them was handled; wait for responses.`

interface Taken {
  readonly arrival: Arrival
  readonly connection: Connection
  readonly head: ReceivedRequest
}

/** Handles a request from the end of its head to the end of the response. Rejects if no response can be sent. */
export async function takeRequest(
  context: TakeContext,
  request: IncomingMessage,
  output: ServerResponse,
  taken: Taken,
): Promise<void> {
  const { limits, bodies, health, admit, record } = context
  const { arrival, connection, head } = taken
  const { socket } = request
  const healthResponse = health(head)
  const seen = { ...head, truncated: !request.complete }
  if (socket.destroyed || connection.isEnding) {
    const isCounted = connection.isFlooded && connection.newest !== arrival
    if (healthResponse !== null || isCounted) return
    const note = connection.isFlooded ? noteOfFlood(limits.maxPipelinedRequests) : NEVER_HANDLED
    await record({ kind: 'cutOff', request: seen, note, response: null })
    return
  }
  const sender = createResponseSender(context, request, output, taken)
  if (healthResponse !== null) {
    await sender.send(healthResponse, false)
    return
  }
  const refused = refusalByHead(head, socket.localAddress, context)
  if (refused !== null) {
    await sender.refuse(refused.kind, seen, refused)
    return
  }
  const refusalBeforeBody = admit?.(request) ?? null
  if (refusalBeforeBody !== null) {
    await sender.send(refusalBeforeBody, false)
    return
  }
  const reading = readBody(request, limits.maxBodyBytes, bodies)
  arrival.reading = reading
  if (arrival.interruption !== null) reading.interrupt(arrival.interruption)
  try {
    const gathered = await reading.done
    if (gathered.kind === 'cutOff') {
      const { bytes, interruption } = gathered
      const hasEnded = interruption.code === 'HPE_INVALID_EOF_STATE' || interruption.status === 408
      const part = { ...head, body: bytes, truncated: true }
      await sender.refuse('cutOff', part, interruption, hasEnded ? 0 : limits.lingerMs)
    } else await react(context, request, head, gathered, sender)
  } finally {
    reading.release()
  }
}

function createResponseSender(
  context: TakeContext,
  request: IncomingMessage,
  output: ServerResponse,
  { connection, head }: Taken,
) {
  const { limits, log, record } = context
  /** The last response completed for a connection that stays open, and the last for one that ends. */
  const lastCompleted = new Map<boolean, { readonly original: HttpResponse; readonly result: HttpResponse }>()
  const completed = (response: HttpResponse, keepAlive: boolean): HttpResponse => {
    const last = lastCompleted.get(keepAlive)
    if (last?.original === response) return last.result
    const result = context.complete(response, head, keepAlive)
    lastCompleted.set(keepAlive, { original: response, result })
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
  /** `isLast`: the connection ends after this response. */
  const send = async (
    response: HttpResponse,
    isLast: boolean,
    lingerMs = limits.lingerMs,
  ): Promise<WrittenResponse> => {
    const keepAlive = staysOpen(response, isLast)
    if (!keepAlive) connection.isEnding = true
    try {
      return await write(completed(response, keepAlive), lingerMs)
    } catch (error) {
      log({ level: 'error', message: `The response to ${loggedRequest(head)} cannot be written.`, error })
      connection.isEnding = true
      return write(completed(internalError(context, error), false), lingerMs)
    }
  }
  return {
    /** The same object that `send` would write now. */
    expected: (response: HttpResponse, isLast: boolean) => completed(response, staysOpen(response, isLast)),
    /** The response as it is written if the connection ends after it. */
    final: (response: HttpResponse) => completed(response, false),
    send,
    /** Records first, then sends the response or, if there is none, closes the connection. */
    async refuse(
      kind: StoppedBecause,
      seen: ReceivedRequest,
      { status, note }: { readonly status: number | null; readonly note: string },
      lingerMs = limits.lingerMs,
    ): Promise<void> {
      const response = status === null ? null : context.errorResponse(status, note, kind)
      await record({
        kind,
        request: seen,
        note,
        response: response === null ? null : completed(response, false),
      })
      if (response === null) request.socket.destroy()
      else await send(response, true, lingerMs)
    },
  }
}

async function react(
  context: TakeContext,
  request: IncomingMessage,
  head: ReceivedRequest,
  gathered: GatheredBody & { readonly kind: 'complete' | 'tooLarge' },
  sender: ReturnType<typeof createResponseSender>,
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
    untilPeerEnds(socket, () => afterResponse(null))
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
    sent = await sender.send(reaction.response, tooLarge)
  } finally {
    afterResponse(sent ?? { response: sender.final(reaction.response), delivered: false })
  }
}

async function reactionTo(context: TakeContext, taken: IntakeRequest): Promise<IntakeReaction> {
  try {
    return await context.respond(taken)
  } catch (error) {
    context.log({ level: 'error', message: `${loggedRequest(taken)} could not be handled.`, error })
    return responseAlone(internalError(context, error))
  }
}

export function responseAlone(response: HttpResponse): IntakeReaction {
  return { reaction: { kind: 'response', response, delayMs: 0 }, afterResponse: () => undefined }
}

/** A full disk is reported as such, because nothing was done in that case. */
function internalError({ errorResponse }: TakeContext, error: unknown): HttpResponse {
  const message =
    error instanceof BenchError && error.code === 'disk_full'
      ? error.message
      : 'Internal error. The outcome is unknown; see the log of Paybench.'
  return errorResponse(500, message, 'failed')
}

/** Settles after `ms`, or when the connection ends. If the client closes its side, ends the connection. */
function pause(socket: Socket, ms: number): Promise<void> {
  if (ms <= 0 || socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const leave = (): void => void socket.destroy()
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

function untilPeerEnds(socket: Socket, task: () => void): void {
  if (socket.destroyed) {
    task()
    return
  }
  socket.once('close', task)
  if (socket.readableEnded) socket.destroy()
  else socket.once('end', () => socket.destroy())
}

/** Gives the peer a connection error instead of an orderly close. */
function resetConnection(socket: Socket): void {
  // Under TLS only the transport can be reset.
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

/** Checks version, number of fields and `Host` before the body is read. Null if acceptable. */
export function refusalByHead(
  head: ReceivedRequest,
  localAddress: string | undefined,
  { limits, guard }: Pick<IntakeOptions, 'limits' | 'guard'>,
): { readonly kind: StoppedBecause; readonly status: number; readonly note: string } | null {
  const { httpVersion, headers, target } = head
  if (httpVersion !== '1.0' && httpVersion !== '1.1') {
    return {
      kind: 'versionRefused',
      status: 505,
      note: `HTTP/${httpVersion} is not supported. Use HTTP/1.1.`,
    }
  }
  if (headers.length > limits.maxHeaderFields) {
    const note = `The request has ${headers.length} header fields. Send at most ${limits.maxHeaderFields}.`
    return { kind: 'tooManyHeaderFields', status: 431, note }
  }
  const verdict = guard({ headers, httpVersion, target, localAddress })
  if (verdict.kind === 'allowed') return null
  return { kind: 'hostRefused', status: verdict.status, note: verdict.message }
}

export interface IntakeReaction {
  readonly reaction: Reaction
  /** Called once, after the response is handed over or the connection ends; `sent` is null without a response. */
  readonly afterResponse: (sent: WrittenResponse | null) => void
}

export interface IntakeOptions {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly bodies: BodyBudget
  readonly guard: HostGuard
  readonly health: HealthCheck
  readonly log: Log
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  readonly errorResponse: (status: number, note: string, because: StoppedBecause | 'failed') => HttpResponse
  /** Adds the header fields that every response of this listener has. `host` is '' if the request names none. */
  readonly withOwnFields: (response: HttpResponse, host: string) => HttpResponse
  /** May refuse a request before its body is read; such a request is not recorded. */
  readonly admit?: (request: IncomingMessage) => HttpResponse | null
  readonly respond: (request: IntakeRequest) => Promise<IntakeReaction>
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
}
