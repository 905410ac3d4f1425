import type { BenchEvent } from './events'
import { BenchError, type Connection } from './connection'
import type { Introduction } from './callers'
import { type MethodName, METHODS, type Params, type Result } from './methods'
import { serverMessage, type ServerMessage } from './protocol'

export type ConnectionStatus = 'connecting' | 'connected' | 'lost'

/** Paybench as its clients see it, over whatever connection is attached. */
export interface BenchClient {
  /**
   * Rejects with a {@link BenchError}. Waits for the first connection. After a lost connection, read-only calls
   * wait for the next one; all others are refused immediately, because nobody would expect them to run later.
   */
  call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>>
  onEvent(listener: (event: BenchEvent) => void): () => void
  /** Calls `listener` if events were missed, so that it fetches everything again. */
  onRestart(listener: () => void): () => void
  onStatus(listener: (status: ConnectionStatus) => void): () => void
  readonly status: ConnectionStatus
  /** Names the client on this and every later connection. */
  introduce(introduction: Introduction): void
  /** Uses this connection from now on; returns the function to call when it drops. */
  attach(connection: Connection): () => void
}

interface PendingCall {
  readonly name: MethodName
  readonly params: Record<string, unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: BenchError) => void
}

/** The client rejects the calls in flight when its connection drops. {@link BenchClient.attach} connects the client. */
export function createBenchClient(): BenchClient {
  const eventListeners = new Set<(event: BenchEvent) => void>()
  const restartListeners = new Set<() => void>()
  const statusListeners = new Set<(status: ConnectionStatus) => void>()
  const waiting: { readonly id: number; readonly call: PendingCall }[] = []
  const pending = new Map<number, PendingCall>()
  let connection: Connection | null = null
  let lastIntroduction: Introduction | null = null
  let lastSeq: number | null = null
  let nextId = 1
  let status: ConnectionStatus = 'connecting'

  const setStatus = (next: ConnectionStatus): void => {
    status = next
    for (const listener of statusListeners) listener(next)
  }

  const transmit = (to: Connection, id: number, call: PendingCall): void => {
    pending.set(id, call)
    to.send({ type: 'call', id, method: call.name, params: call.params })
  }

  const settle = (message: ServerMessage & { type: 'result' | 'error' }): void => {
    const call = message.id === null ? undefined : pending.get(message.id)
    if (call === undefined || message.id === null) return
    pending.delete(message.id)
    if (message.type === 'error') {
      call.reject(BenchError.from(message.error))
      return
    }
    const result = METHODS[call.name].result.safeParse(message.result)
    if (result.success) call.resolve(result.data)
    else {
      const message = `The response to ${call.name} does not have the agreed shape. Reload the page, or use a client of the same version as the bench.`
      call.reject(new BenchError('internal', message))
    }
  }

  const receive = (raw: unknown): void => {
    const parsed = serverMessage.safeParse(raw)
    if (!parsed.success) return
    const message = parsed.data
    switch (message.type) {
      case 'result':
      case 'error':
        settle(message)
        return
      case 'subscribed':
        if (message.restart || lastSeq === null) lastSeq = message.seq
        if (message.restart) for (const listener of restartListeners) listener()
        return
      case 'event':
        lastSeq = message.seq
        for (const listener of eventListeners) listener(message.event)
        return
    }
  }

  const listen = <Listener>(set: Set<Listener>, listener: Listener): (() => void) => {
    set.add(listener)
    return () => set.delete(listener)
  }

  return {
    get status() {
      return status
    },
    call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      return new Promise((resolve, reject) => {
        const call: PendingCall = {
          name,
          params,
          resolve: (value) => {
            resolve(value as Result<Name>)
          },
          reject,
        }
        const id = nextId++
        if (connection === null && status === 'lost' && METHODS[name].effect !== 'reads') {
          reject(new BenchError('unavailable', 'Not connected to Paybench; nothing is sent.'))
        } else if (connection === null) waiting.push({ id, call })
        else transmit(connection, id, call)
      })
    },
    onEvent: (listener) => listen(eventListeners, listener),
    onRestart: (listener) => listen(restartListeners, listener),
    onStatus: (listener) => listen(statusListeners, listener),
    introduce(introduction) {
      lastIntroduction = introduction
      connection?.send({ type: 'introduce', ...introduction })
    },
    attach(newConnection) {
      connection = newConnection
      const stop = newConnection.onMessage(receive)
      if (lastIntroduction !== null) newConnection.send({ type: 'introduce', ...lastIntroduction })
      newConnection.send(lastSeq === null ? { type: 'subscribe' } : { type: 'subscribe', from: lastSeq })
      for (const { id, call } of waiting.splice(0)) transmit(newConnection, id, call)
      setStatus('connected')
      return () => {
        stop()
        if (connection !== newConnection) return
        connection = null
        for (const call of pending.values()) {
          call.reject(
            new BenchError('unavailable', 'The connection to Paybench was lost. It is being restored.'),
          )
        }
        pending.clear()
        setStatus('lost')
      }
    },
  }
}
