import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Log } from '#net/listener'
import type { BodyReading, Interruption } from './body'
import { boundConnections } from './server'
import { type Gate, openGate } from './gate'
import type { IntakeLimits, Pace } from './limits'

/** A request whose head is complete. */
export interface Arrival {
  readonly request: IncomingMessage
  /** True once it is its turn: no earlier request of the connection waits for a response. */
  isTaken: boolean
  /** Why it was cut off while it waited for its turn; null: it was not. */
  interruption: Interruption | null
}

/** The state of one connection. The listener updates it at every event. */
export interface Connection {
  readonly socket: Socket
  readonly remoteAddress: string
  readonly remotePort: number
  readonly tlsVersion: string | null
  /** Bytes of heads since the last complete head. */
  readonly tail: ByteTail
  /** The body that is being read, if any. */
  reading: BodyReading | null
  /** The request that arrived last. */
  newest: Arrival | null
  /** Requests on this connection that still wait for the end of their response. */
  openResponses: number
  /** Set once unreadable bytes arrived: everything after them is ignored. */
  broken: boolean
  /** Set once the last response of the connection was written: later requests are not handled. */
  isEnding: boolean
  /** Called once when the last open response is finished. */
  onQuiet: (() => void) | null
}

/** Most bytes that are kept of a head, in case it turns out to be unreadable. */
const KEPT_BYTES = 64 * 1024

/** All connections of one server. */
export type Connections = ReturnType<typeof followConnections>

interface Followed extends Connection {
  readonly transport: Socket
  readonly gate: Gate
  readonly turns: Turns
}

/**
 * Follows the connections of a server. Keeps the bytes of each head before the parser sees them, because bytes that the
 * parser rejects or never completes would be lost otherwise. Limits what one connection can make the bench hold: one
 * request is handled, a few wait, and the rest stays in the network.
 */
export function followConnections(
  server: Server,
  options: {
    readonly speaksTls: boolean
    readonly limits: Pick<IntakeLimits, 'maxConnections' | 'maxPipelinedRequests'>
    readonly pipelined: Pace
    readonly log: Log
  },
) {
  const { speaksTls, limits, pipelined, log } = options
  const connections = new Map<Socket, Followed>()
  /** TLS sessions by their transports. */
  const byTransport = new Map<Socket, Followed>()
  const follow = (socket: Socket, transport: Socket): Followed => {
    const followed = openFollowed(socket, transport, limits.maxPipelinedRequests, pipelined)
    connections.set(socket, followed)
    byTransport.set(transport, followed)
    socket.once('close', () => {
      connections.delete(socket)
      byTransport.delete(transport)
    })
    return followed
  }
  const known = (socket: Socket): Followed => connections.get(socket) ?? follow(socket, socket)

  const crowd = boundConnections(server, {
    maxConnections: limits.maxConnections,
    log,
    isOwed(transport) {
      const followed = byTransport.get(transport)
      if (followed === undefined) return false
      const { newest, openResponses } = followed
      return openResponses > (newest === null || newest.request.complete ? 0 : 1)
    },
    close(transport, note) {
      const followed = byTransport.get(transport)
      if (followed?.reading?.isComplete() === false) {
        followed.reading.interrupt({ code: 'ERR_TOO_MANY_CONNECTIONS', note, status: null })
      }
      followed?.socket.destroy()
      transport.destroy()
    },
  })

  eachConnection(server, speaksTls, follow)
  // Run this before the request is handled: the rest of the chunk may be its body.
  server.prependListener('request', (request: IncomingMessage) => {
    known(request.socket).gate.onHead(request)
  })

  const openResponse = (followed: Followed): (() => void) => {
    followed.openResponses += 1
    return () => {
      followed.openResponses -= 1
      if (followed.openResponses > 0) return
      crowd.served(followed.transport)
      const task = followed.onQuiet
      followed.onQuiet = null
      task?.()
    }
  }

  return {
    /** Returns the state of a connection. Creates it at the first call. */
    of: known,
    /** Handles a request once the earlier ones of its connection are finished. `task` must not reject. */
    take(request: IncomingMessage, task: (arrival: Arrival, connection: Connection) => Promise<void>): void {
      const followed = known(request.socket)
      followed.tail.clear()
      const arrival: Arrival = { request, isTaken: false, interruption: null }
      followed.newest = arrival
      const endResponse = openResponse(followed)
      followed.turns.take(() => {
        arrival.isTaken = true
        if (!request.complete) followed.gate.reopen()
        return task(arrival, followed).finally(() => {
          if (followed.newest === arrival) followed.newest = null
          endResponse()
        })
      })
    },
    /** Hands the connection over to another protocol. Returns the bytes that were read after its request. */
    release: (socket: Socket): Buffer => known(socket).gate.release(),
    /** Runs `task` when every response on the connection is finished, or at once where none is open. */
    whenQuiet(connection: Connection, task: () => void): void {
      if (connection.openResponses === 0) task()
      else connection.onQuiet = task
    },
    /** Ends every connection that has no request to read and no response to write. */
    endQuiet(): void {
      for (const connection of connections.values()) {
        if (connection.openResponses === 0 && connection.reading === null) connection.socket.destroy()
      }
    },
    /** Ends every connection, TLS handshakes included. */
    endAll(): void {
      for (const socket of connections.keys()) socket.destroy()
      crowd.endAll()
    },
  }
}

/** Connects the gate and the queue of one connection. */
function openFollowed(
  socket: Socket,
  transport: Socket,
  maxPipelinedRequests: number,
  pipelined: Pace,
): Followed {
  const tail = createByteTail(KEPT_BYTES)
  const gate = openGate(socket, {
    mayRead: () =>
      turns.waiting() < maxPipelinedRequests &&
      (followed.newest === null || followed.newest.isTaken || followed.newest.request.complete),
    isBroken: () => followed.broken,
    onHeadBytes: tail.append,
  })
  const turns = createTurns(pipelined, () => {
    // Reopen only when half of them are finished, so that a long queue is not read request by request.
    if (turns.waiting() <= maxPipelinedRequests / 2) gate.reopen()
  })
  const followed: Followed = {
    socket,
    transport,
    gate,
    turns,
    tail,
    // Read these now: a closed socket no longer has them.
    remoteAddress: socket.remoteAddress ?? '',
    remotePort: socket.remotePort ?? 0,
    tlsVersion: socket instanceof TLSSocket ? socket.getProtocol() : null,
    reading: null,
    newest: null,
    openResponses: 0,
    broken: false,
    isEnding: false,
    onQuiet: null,
  }
  return followed
}

/** Reports each connection that can carry requests, with its TCP socket: a TLS connection after its handshake. */
function eachConnection(
  server: Server,
  speaksTls: boolean,
  report: (socket: Socket, transport: Socket) => void,
): void {
  if (!speaksTls) {
    server.on('connection', (socket: Socket) => report(socket, socket))
    return
  }
  const handshakes = new Map<string, Socket>()
  server.on('connection', (transport: Socket) => {
    const peer = peerOf(transport)
    handshakes.set(peer, transport)
    transport.once('close', () => handshakes.delete(peer))
  })
  server.on('secureConnection', (socket: Socket) => {
    report(socket, handshakes.get(peerOf(socket)) ?? socket)
  })
}

function peerOf(socket: Socket): string {
  return `${socket.remoteAddress ?? ''} ${socket.remotePort ?? 0}`
}

/**
 * Keeps the first bytes since the last message boundary of a connection, so that bytes that are not HTTP can still be
 * shown. Drops bytes beyond its limit and reports itself as truncated then.
 */
type ByteTail = ReturnType<typeof createByteTail>

/** @param maxBytes most bytes that are kept */
function createByteTail(maxBytes: number) {
  let chunks: Uint8Array[] = []
  let kept = 0
  let truncated = false
  return {
    append(chunk: Uint8Array): void {
      const room = maxBytes - kept
      if (chunk.byteLength > room) truncated = true
      if (room <= 0) return
      const part = chunk.byteLength > room ? chunk.subarray(0, room) : chunk
      chunks.push(part)
      kept += part.byteLength
    },
    clear(): void {
      chunks = []
      kept = 0
      truncated = false
    },
    /** Returns a copy of the kept bytes. */
    bytes: (): Uint8Array => new Uint8Array(Buffer.concat(chunks)),
    isEmpty: (): boolean => kept === 0,
    isTruncated: (): boolean => truncated,
  }
}

/** Runs the requests of one connection one at a time: their responses have to keep their order (RFC 9112 9.3.2). */
type Turns = ReturnType<typeof createTurns>

/**
 * Creates the queue of one connection. Waiting tasks start at a pace that all connections share, so that a client that
 * sends hundreds of requests at once does not delay clients that send one.
 * @param onTaken called when a waiting task starts
 */
function createTurns(pace: Pace, onTaken: () => void) {
  const waiting: (() => Promise<void>)[] = []
  let isBusy = false

  const run = (task: () => Promise<void>): void => {
    void task().then(next)
  }
  const next = (): void => {
    const task = waiting[0]
    if (task === undefined) {
      isBusy = false
      return
    }
    pace.later(() => {
      waiting.shift()
      run(task)
      onTaken()
    })
  }
  return {
    /** Runs `task` now, or after the earlier tasks. `task` must not reject. */
    take(task: () => Promise<void>): void {
      if (isBusy) {
        waiting.push(task)
        return
      }
      isBusy = true
      run(task)
    },
    /** Number of tasks that wait for the running one. */
    waiting: (): number => waiting.length,
  }
}
