import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { HostGuard } from '../host-guard'
import type { Log } from '../log'
import type {
  ListenerName,
  RawReaction,
  RawReply,
  RawRequest,
  ReceivedRequest,
  SentReply,
} from '../wire/raw-message'
import { pairHeaders } from '../wire/raw-message'
import { asksToClose, completeReply, errorReply, INTERNAL_ERROR, MALFORMED_REQUEST } from '../wire/reply'
import { readBody } from './body'
import { followConnections, type Connection } from './connection'
import type { IrregularRequest, StoppedBecause } from './irregular'
import { refusal } from './refusal'
import type { IntakeLimits } from './limits'
import { pause, resetConnection } from './react'
import { reportTrouble, tlsFailure } from './trouble'
import { sendRawReply, sendReply } from './send-reply'

/** A request with a head we accept, read to its end or to the size limit. */
export interface IntakeRequest extends RawRequest {
  /** The body is longer than the limit; `body` holds its beginning. */
  readonly tooLarge: boolean
  /** The target is longer than the limit (contract 7.1). */
  readonly targetTooLong: boolean
}

export interface IntakeAnswer {
  readonly reaction: RawReaction
  /**
   * Called exactly once: when the reply was handed over, or when the connection ended before. Null: nothing was to be
   * written.
   */
  readonly afterReply: (sent: SentReply | null) => void
}

export interface IntakeOptions {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly guard: HostGuard
  readonly log: Log
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  readonly answer: (request: IntakeRequest) => Promise<IntakeAnswer>
  /** Records what the listener answers itself. It is awaited before the answer leaves. */
  readonly onIrregular: (irregular: IrregularRequest) => Promise<void>
}

export interface Intake {
  /** Takes a request whose head is complete. `target` is passed because frameworks rewrite `request.url`. */
  handle(request: IncomingMessage, response: ServerResponse, target: string): void
  /** Stops accepting, lets what is in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/**
 * Gathers exact requests from a node server and writes exact replies. `Upgrade` is ignored on purpose: HTTP allows
 * it, and some client libraries offer `h2c` with every plain request.
 */
export function openIntake(server: Server, speaksTls: boolean, options: IntakeOptions): Intake {
  const { limits, guard, log, now } = options
  const connections = followConnections(server, speaksTls)
  let closing = false

  const record = async (irregular: IrregularRequest): Promise<void> => {
    try {
      await options.onIrregular(irregular)
    } catch (error) {
      log({
        level: 'error',
        message: `A request that was refused (${irregular.kind}) could not be recorded.`,
        error,
      })
    }
  }
  const finalReply = (reply: RawReply, method: string, keepAlive: boolean): RawReply =>
    completeReply(reply, { method, keepAlive, keepAliveMs: limits.keepAliveMs, nowMs: now() })

  const headOf = (request: IncomingMessage, connection: Connection, target: string): ReceivedRequest => ({
    listener: options.listener,
    method: request.method ?? '',
    target,
    httpVersion: request.httpVersion,
    tlsVersion: connection.tlsVersion,
    rawHeaders: pairHeaders(request.rawHeaders),
    body: new Uint8Array(0),
    remoteAddress: connection.remoteAddress,
    remotePort: connection.remotePort,
    receivedAtWallMs: now(),
  })

  const take = async (
    request: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
    head: ReceivedRequest,
  ): Promise<void> => {
    const send = async (
      reply: RawReply,
      last: boolean,
      lingerMs: number,
      afterReply: (sent: SentReply) => void,
    ): Promise<void> => {
      const keepAlive =
        response.shouldKeepAlive && !closing && !last && request.complete && !asksToClose(reply)
      const final = finalReply(reply, head.method, keepAlive)
      let sent: SentReply = { reply: final, delivered: false }
      try {
        sent = { reply: final, delivered: await sendReply(request, response, final, lingerMs) }
      } catch (error) {
        log({
          level: 'error',
          message: `The reply to ${head.method} ${head.target} cannot be written.`,
          error,
        })
        const excuse = finalReply(internalError(), head.method, false)
        sent = { reply: excuse, delivered: await sendReply(request, response, excuse, lingerMs) }
      } finally {
        afterReply(sent)
      }
    }
    const refuse = async (
      kind: StoppedBecause,
      seen: ReceivedRequest,
      reply: RawReply | null,
      note: string,
      lingerMs: number,
    ): Promise<void> => {
      const final = reply === null ? null : finalReply(reply, head.method, false)
      await record({ kind, request: seen, note, reply: final })
      if (final === null) request.socket.destroy()
      else await send(final, true, lingerMs, () => undefined)
    }

    const refused = refusal(head, request.socket.localAddress, limits, guard)
    if (refused !== null) {
      const unread = { ...head, truncated: !request.complete }
      await refuse(refused.kind, unread, refused.reply, refused.note, limits.lingerMs)
      return
    }
    const reading = readBody(request, limits.maxBodyBytes)
    connection.reading = reading
    const gathered = await reading.done
    if (connection.reading === reading) {
      connection.reading = null
      connection.tail.clear()
    }
    if (gathered.kind === 'cutOff') {
      const { status, note, code } = gathered.interruption
      const seen = { ...head, body: gathered.bytes, truncated: true }
      const reply = status === null ? null : errorReply(status, MALFORMED_REQUEST, note)
      // After the end of the stream, or of the client's time, there is nothing to read away.
      const ended = code === 'HPE_INVALID_EOF_STATE' || status === 408
      await refuse('cutOff', seen, reply, note, ended ? 0 : limits.lingerMs)
      return
    }
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
      if (request.socket.destroyed) afterReply(null)
      else
        request.socket.once('close', () => {
          afterReply(null)
        })
      return
    }
    await pause(request.socket, reaction.delayMs)
    if (reaction.kind === 'reset') {
      resetConnection(request.socket)
      afterReply(null)
    } else {
      await send(reaction.reply, tooLarge, limits.lingerMs, afterReply)
    }
  }

  const answerOf = async (request: IntakeRequest): Promise<IntakeAnswer> => {
    try {
      return await options.answer(request)
    } catch (error) {
      log({ level: 'error', message: `${request.method} ${request.target} could not be handled.`, error })
      return { reaction: { kind: 'reply', reply: internalError(), delayMs: 0 }, afterReply: () => undefined }
    }
  }

  server.on('clientError', (error, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy()
    reportTrouble(error, connections.of(socket), { ...options, connections, record, finalReply })
  })
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    void record(tlsFailure(error, options.listener, socket.remoteAddress ?? '', now()))
  })
  server.on('connect', (request: IncomingMessage, socket: Socket, first: Buffer) => {
    const connection = connections.of(socket)
    connection.broken = true
    socket.on('error', () => socket.destroy())
    const note = 'CONNECT is for proxies, and this is none. Remove the proxy setting of the client.'
    const reply = finalReply(errorReply(501, MALFORMED_REQUEST, note), 'CONNECT', false)
    const head = { ...headOf(request, connection, request.url ?? ''), body: new Uint8Array(first) }
    void record({ kind: 'connect', request: head, note, reply }).then(() => {
      connections.whenQuiet(connection, () => {
        sendRawReply(socket, reply, limits.lingerMs)
      })
    })
  })
  // Node would answer an unknown `Expect` with 417 by itself, unrecorded.
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response)
  })

  return {
    handle(request, response, target) {
      const connection = connections.of(request.socket)
      connection.tail.clear()
      const endReply = connections.openReply(connection)
      take(request, response, connection, headOf(request, connection, target))
        .catch((error: unknown) => {
          log({ level: 'error', message: `${request.method ?? ''} ${target} was given up.`, error })
          request.socket.destroy()
        })
        .finally(endReply)
    },
    close: ({ graceMs }) =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(() => {
          connections.endAll()
        }, graceMs)
        // The error says that the server was not listening, which is what we want.
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        connections.endQuiet()
      }),
  }
}

function internalError(): RawReply {
  return errorReply(500, INTERNAL_ERROR, 'Internal error. The outcome is unknown; see the log of the bench.')
}
