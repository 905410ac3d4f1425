import type { Connection } from '#protocol/connection'

/** Two connected ends in one process. Messages arrive in order, in a later microtask, as copies. */
export function connectionPair(): readonly [Connection, Connection] {
  const listeners = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const
  const end = (mine: 0 | 1): Connection => ({
    send(message) {
      const text = JSON.stringify(message)
      void Promise.resolve().then(() => {
        for (const listener of listeners[mine === 0 ? 1 : 0]) listener(JSON.parse(text))
      })
    },
    onMessage(listener) {
      listeners[mine].add(listener)
      return () => listeners[mine].delete(listener)
    },
  })
  return [end(0), end(1)]
}
