import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RawReply, ReceivedRequest, SentReply } from '../../lib/http-message/raw-message'
import { pairHeaders } from '../../lib/http-message/raw-message'
import {
  asksToClose,
  completeReply,
  errorReply,
  INTERNAL_ERROR,
  MALFORMED_REQUEST,
} from '../../lib/http-message/reply'
import { readBody, type GatheredBody, type Interruption } from './body'
import type { Arrival, Connection } from './connection'
import type { IntakeAnswer, IntakeOptions, IntakeRequest } from './intake-request'
import type { MalformedRequest, StoppedBecause } from './malformed'
import { loggedRequest } from './logged-request'
import { pause, resetConnection, untilPeerEnds } from './react'
import { refusal } from './refusal'
import { sendReply } from './send-reply'

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
  response: ServerResponse,
  { arrival, connection, head }: { arrival: Arrival; connection: Connection; head: ReceivedRequest },
): Promise<void> {
  const { limits, shared, guard, log, record } = context
  const { socket } = request
  const finalReply = (reply: RawReply, keepAlive: boolean): RawReply =>
    completeReply(reply, {
      method: head.method,
      keepAlive,
      keepAliveMs: limits.keepAliveMs,
      nowMs: context.now(),
    })

  const send = async (reply: RawReply, isLast: boolean, lingerMs: number): Promise<SentReply> => {
    const keepAlive =
      response.shouldKeepAlive && !context.isClosing() && !isLast && request.complete && !asksToClose(reply)
    const final = finalReply(reply, keepAlive)
    const { unreadTimeoutMs } = limits
    if (!keepAlive) connection.isEnding = true
    try {
      return {
        reply: final,
        delivered: await sendReply(request, response, final, { lingerMs, unreadTimeoutMs }),
      }
    } catch (error) {
      log({ level: 'error', message: `The response to ${loggedRequest(head)} cannot be written.`, error })
      connection.isEnding = true
      const excuse = finalReply(internalError(), false)
      return {
        reply: excuse,
        delivered: await sendReply(request, response, excuse, { lingerMs, unreadTimeoutMs }),
      }
    }
  }
  const refuse = async (
    kind: StoppedBecause,
    seen: ReceivedRequest,
    { reply, note, lingerMs }: { reply: RawReply | null; note: string; lingerMs: number },
  ): Promise<void> => {
    const final = reply === null ? null : finalReply(reply, false)
    await record({ kind, request: seen, note, reply: final })
    if (final === null) socket.destroy()
    else await send(final, true, lingerMs)
  }
  const refuseCutOff = (bytes: Uint8Array, { status, note, code }: Interruption): Promise<void> => {
    const reply = status === null ? null : errorReply(status, MALFORMED_REQUEST, note)
    // After the end of the stream, or of the client's time, there is nothing to read away.
    const hasEnded = code === 'HPE_INVALID_EOF_STATE' || status === 408
    const lingerMs = hasEnded ? 0 : limits.lingerMs
    return refuse('cutOff', { ...head, body: bytes, truncated: true }, { reply, note, lingerMs })
  }
  const answerOf = async (taken: IntakeRequest): Promise<IntakeAnswer> => {
    try {
      return await context.answer(taken)
    } catch (error) {
      log({ level: 'error', message: `${loggedRequest(head)} could not be handled.`, error })
      return { reaction: { kind: 'reply', reply: internalError(), delayMs: 0 }, afterReply: () => undefined }
    }
  }
  const react = async (gathered: GatheredBody & { kind: 'complete' | 'tooLarge' }): Promise<void> => {
    const tooLarge = gathered.kind === 'tooLarge'
    const { reaction, afterReply } = await answerOf({
      ...head,
      httpVersion: request.httpVersion === '1.0' ? '1.0' : '1.1',
      body: gathered.bytes,
      ...(request.rawTrailers.length > 0 ? { rawTrailers: pairHeaders(request.rawTrailers) } : {}),
      ...(tooLarge ? { truncated: true } : {}),
      tooLarge,
      targetTooLong: head.target.length > limits.maxTargetBytes,
    })
    if (reaction.kind === 'silence') {
      // Nothing is open from here on: a listener that closes need not wait for it.
      untilPeerEnds(socket, () => {
        afterReply(null)
      })
      return
    }
    await pause(socket, reaction.delayMs)
    if (reaction.kind === 'reset') {
      resetConnection(socket)
      afterReply(null)
      return
    }
    let sent: SentReply = { reply: finalReply(reaction.reply, false), delivered: false }
    try {
      sent = await send(reaction.reply, tooLarge, limits.lingerMs)
    } finally {
      afterReply(sent)
    }
  }

  if (socket.destroyed || connection.isEnding) {
    const seen = { ...head, truncated: !request.complete }
    await record({ kind: 'cutOff', request: seen, note: NEVER_HANDLED, reply: null })
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

function internalError(): RawReply {
  return errorReply(500, INTERNAL_ERROR, 'Internal error. The outcome is unknown; see the log of the bench.')
}
