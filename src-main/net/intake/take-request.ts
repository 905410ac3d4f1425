import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  headerList,
  type HttpResponse,
  type ReceivedRequest,
  type WrittenResponse,
  type IntakeRequest,
} from '../../lib/http-message/message'
import {
  asksToClose,
  completeResponse,
  errorResponse,
  INTERNAL_ERROR,
  MALFORMED_REQUEST,
} from '../../lib/http-message/response'
import { readBody, type GatheredBody, type Interruption } from './body'
import type { Arrival, Connection } from './connection'
import type { IntakeReaction, IntakeOptions } from './intake-request'
import type { MalformedRequest, StoppedBecause } from './malformed'
import { loggedRequest } from './logged-request'
import { pause, resetConnection, untilPeerEnds } from './react'
import { refusal } from './refusal'
import { sendResponse } from './send-response'

export interface TakeContext extends IntakeOptions {
  readonly isClosing: () => boolean
  readonly record: (malformed: MalformedRequest) => Promise<void>
}

const NEVER_HANDLED =
  'The connection ended while this request waited for the response to the one before it. It was not handled.'

/** Handles one request, from the end of its head to the end of its response. Rejects where not even an error can be sent. */
export async function takeRequest(
  context: TakeContext,
  request: IncomingMessage,
  output: ServerResponse,
  { arrival, connection, head }: { arrival: Arrival; connection: Connection; head: ReceivedRequest },
): Promise<void> {
  const { listener, limits, shared, guard, log, record } = context
  const { socket } = request
  const finalResponse = (response: HttpResponse, keepAlive: boolean): HttpResponse =>
    completeResponse(response, {
      method: head.method,
      keepAlive,
      keepAliveMs: limits.keepAliveMs,
      nowMs: context.now(),
    })

  const send = async (
    response: HttpResponse,
    isLast: boolean,
    lingerMs: number,
  ): Promise<WrittenResponse> => {
    const keepAlive =
      output.shouldKeepAlive && !context.isClosing() && !isLast && request.complete && !asksToClose(response)
    const final = finalResponse(response, keepAlive)
    const { unreadTimeoutMs } = limits
    if (!keepAlive) connection.isEnding = true
    try {
      return {
        response: final,
        delivered: await sendResponse(request, output, final, { lingerMs, unreadTimeoutMs }),
      }
    } catch (error) {
      log({ level: 'error', message: `The response to ${loggedRequest(head)} cannot be written.`, error })
      connection.isEnding = true
      const excuse = finalResponse(internalError(), false)
      return {
        response: excuse,
        delivered: await sendResponse(request, output, excuse, { lingerMs, unreadTimeoutMs }),
      }
    }
  }
  const refuse = async (
    kind: StoppedBecause,
    seen: ReceivedRequest,
    { response, note, lingerMs }: { response: HttpResponse | null; note: string; lingerMs: number },
  ): Promise<void> => {
    const final = response === null ? null : finalResponse(response, false)
    await record({ kind, listener, request: seen, note, response: final })
    if (final === null) socket.destroy()
    else await send(final, true, lingerMs)
  }
  const refuseCutOff = (bytes: Uint8Array, { status, note, code }: Interruption): Promise<void> => {
    const response = status === null ? null : errorResponse(status, MALFORMED_REQUEST, note)
    // After the end of the stream, or of the client's time, there is nothing to read away.
    const hasEnded = code === 'HPE_INVALID_EOF_STATE' || status === 408
    const lingerMs = hasEnded ? 0 : limits.lingerMs
    return refuse('cutOff', { ...head, body: bytes, truncated: true }, { response, note, lingerMs })
  }
  const answerOf = async (taken: IntakeRequest): Promise<IntakeReaction> => {
    try {
      return await context.answer(taken)
    } catch (error) {
      log({ level: 'error', message: `${loggedRequest(head)} could not be handled.`, error })
      return {
        reaction: { kind: 'response', response: internalError(), delayMs: 0 },
        afterResponse: () => undefined,
      }
    }
  }
  const react = async (gathered: GatheredBody & { kind: 'complete' | 'tooLarge' }): Promise<void> => {
    const tooLarge = gathered.kind === 'tooLarge'
    const { reaction, afterResponse } = await answerOf({
      ...head,
      httpVersion: request.httpVersion === '1.0' ? '1.0' : '1.1',
      body: gathered.bytes,
      ...(request.rawTrailers.length > 0 ? { trailers: headerList(request.rawTrailers) } : {}),
      ...(tooLarge ? { truncated: true } : {}),
      tooLarge,
      targetTooLong: head.target.length > limits.maxTargetBytes,
    })
    if (reaction.kind === 'silence') {
      // Nothing is open from here on: a listener that closes need not wait for it.
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
    let sent: WrittenResponse = { response: finalResponse(reaction.response, false), delivered: false }
    try {
      sent = await send(reaction.response, tooLarge, limits.lingerMs)
    } finally {
      afterResponse(sent)
    }
  }

  if (socket.destroyed || connection.isEnding) {
    const seen = { ...head, truncated: !request.complete }
    await record({ kind: 'cutOff', listener, request: seen, note: NEVER_HANDLED, response: null })
    return
  }
  const refused = refusal(head, socket.localAddress, limits, guard)
  if (refused !== null) {
    const { kind, ...rest } = refused
    await refuse(kind, { ...head, truncated: !request.complete }, { ...rest, lingerMs: limits.lingerMs })
    return
  }
  const reading = readBody(request, limits.maxBodyBytes, shared.bodies)
  connection.reading = reading
  if (arrival.interruption !== null) reading.interrupt(arrival.interruption)
  try {
    const gathered = await reading.done
    connection.reading = null
    if (gathered.kind === 'cutOff') await refuseCutOff(gathered.bytes, gathered.interruption)
    else await react(gathered)
  } finally {
    reading.release()
  }
}

function internalError(): HttpResponse {
  return errorResponse(
    500,
    INTERNAL_ERROR,
    'Internal error. The outcome is unknown; see the log of the bench.',
  )
}
