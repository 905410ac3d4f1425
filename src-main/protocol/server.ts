import { z } from 'zod'
import type { Introduction } from './callers'
import { dispatch, type Outcome } from './dispatch'
import type { EventLog } from './event-log'
import type { Connection } from './connection'
import type { Handlers } from './methods'
import { clientMessage, type ServerMessage } from './protocol'
import type { RecentChanges } from './recent-changes'
import { readShape } from '#domain/read-shape'

export interface ServedBench {
  readonly handlers: Handlers
  readonly events: EventLog
  readonly recentChanges: RecentChanges
  /** Logs and counts an error of Paybench itself. `what`: the failure, as a sentence without a full stop. */
  onBug(error: unknown, what?: string): void
}

export async function call(
  bench: ServedBench,
  client: Introduction,
  method: string,
  params: unknown,
): Promise<Outcome> {
  const outcome = await dispatch(bench.handlers, method, params, (error) => {
    bench.onBug(error)
  })
  if ('result' in outcome) bench.recentChanges.note(client, method, params)
  return outcome
}

/** Serves the calls of a connection, and events once it has subscribed. Returns the function that stops both. */
export function serveConnection(connection: Connection, bench: ServedBench): () => void {
  let unsubscribe: (() => void) | null = null
  let client: Introduction = {}
  const send = (message: ServerMessage): void => {
    connection.send(message)
  }

  const subscribe = (from: number | undefined): void => {
    unsubscribe?.()
    const missed = from === undefined ? null : bench.events.since(from)
    send({ type: 'subscribed', seq: bench.events.seq, restart: from !== undefined && missed === null })
    for (const entry of missed ?? []) send({ type: 'event', ...entry })
    unsubscribe = bench.events.subscribe((entry) => {
      send({ type: 'event', ...entry })
    })
  }

  const stopListening = connection.onMessage((raw) => {
    const message = readShape(clientMessage, raw)
    if (!message.success) {
      send({
        type: 'error',
        id: callId(raw),
        error: {
          code: 'invalid_params',
          message:
            'This message is neither a call, a subscription nor an introduction. Send {"type": "call", "id": 1, "method": …, "params": {}} or {"type": "subscribe"}.',
        },
      })
      return
    }
    if (message.data.type === 'subscribe') {
      subscribe(message.data.from)
      return
    }
    if (message.data.type === 'introduce') {
      const { type: _type, ...introduction } = message.data
      client = introduction
      return
    }
    const { id, method, params } = message.data
    void call(bench, client, method, params).then((outcome) => {
      send('result' in outcome ? { type: 'result', id, ...outcome } : { type: 'error', id, ...outcome })
    })
  })

  return () => {
    stopListening()
    unsubscribe?.()
  }
}

/** The id of a call that is otherwise malformed, so that its caller gets a response; null if there is none. */
function callId(raw: unknown): number | null {
  const numbered = z.object({ type: z.literal('call'), id: z.int().min(0) }).safeParse(raw)
  return numbered.success ? numbered.data.id : null
}
