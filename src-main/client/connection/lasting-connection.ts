import { BenchError } from '#protocol/connection'
import { CLIENT_NAME_REMEDY, clientName } from '#protocol/callers'
import { createBenchClient, type BenchClient } from '#protocol/client'
import { METHODS, type MethodName, type Params, type Result } from '#protocol/methods'
import { openSocket, type NamedAddress, type OpenSocket } from './socket'

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 2_000

/** A client that reopens a dropped connection until it is closed or Paybench refuses the token. */
export interface LastingConnection extends Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'> {
  close(): Promise<void>
  /** Like `close`, but rejects pending and later calls with this error. */
  end(reason: BenchError): void
  /** Aborts with a BenchError when the connection has ended and will not be reopened. */
  readonly ended: AbortSignal
}

/**
 * Connects to a bench. Reopens a dropped connection and resumes the events. A bench restarted with a new
 * token refuses the old one; every later call is then rejected.
 * @throws BenchError `invalid_params` for an invalid name; if the first connection fails, see {@link openSocket}
 */
export async function connect(address: NamedAddress): Promise<LastingConnection> {
  const client = createBenchClient()
  const end = new AbortController()
  const waiting = new Set<(reason: BenchError) => void>()
  let timer: NodeJS.Timeout | undefined
  let socket: OpenSocket

  const finish = (reason: BenchError): void => {
    if (end.signal.aborted) return
    end.abort(reason)
    clearTimeout(timer)
    socket.close()
    for (const reject of waiting) reject(reason)
    waiting.clear()
  }
  const use = (opened: OpenSocket): void => {
    socket = opened
    const drop = client.attach(opened.connection)
    void opened.closed.then(() => {
      drop()
      if (!end.signal.aborted) reconnect(FIRST_WAIT_MS)
    })
  }
  const reconnect = (waitMs: number): void => {
    timer = setTimeout(() => {
      openSocket(address).then(
        (opened) => {
          if (!end.signal.aborted) use(opened)
          else opened.close()
        },
        (error: unknown) => {
          if (error instanceof BenchError && error.code === 'unauthorized') finish(error)
          else if (!end.signal.aborted) reconnect(Math.min(MAX_WAIT_MS, waitMs * 2))
        },
      )
    }, waitMs)
  }

  const { name } = address
  if (name !== undefined) {
    const read = clientName.safeParse(name)
    if (!read.success) throw new BenchError('invalid_params', `name: not a valid name. ${CLIENT_NAME_REMEDY}`)
    client.introduce({ name: read.data })
  }
  socket = await openSocket(address)
  use(socket)
  return {
    call: (name, params) =>
      new Promise((resolve, reject) => {
        if (end.signal.aborted) {
          reject(end.signal.reason as BenchError)
          return
        }
        waiting.add(reject)
        void callThrough(client, name, params)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject))
      }),
    onEvent: client.onEvent,
    onRestart: client.onRestart,
    end: finish,
    ended: end.signal,
    async close() {
      finish(new BenchError('unavailable', 'close() or stop() has closed the connection to the bench.'))
      await socket.closed
    },
  }
}

/** If the connection is lost, repeats read-only calls. Rejects all others: Paybench may have carried them out. */
async function callThrough<Name extends MethodName>(
  client: BenchClient,
  name: Name,
  params: Params<Name>,
): Promise<Result<Name>> {
  for (;;) {
    try {
      return await client.call(name, params)
    } catch (error) {
      const isLost = error instanceof BenchError && error.code === 'unavailable' && client.status === 'lost'
      if (!isLost || METHODS[name].effect !== 'reads') throw error
    }
  }
}
