import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { BenchError } from '#protocol/connection'
import { useInfo } from '#window/state/info'
import { errorText } from '#lib/error-text'

/** A read that takes this long or longer is followed by an equal pause, up to `MAX_REST_MS`, to spare Paybench. */
const MIN_SLOW_MS = 100
const MAX_REST_MS = 2000

interface Outcomes<Value> {
  readonly fetched: (value: Value) => void
  readonly failed: (error: unknown) => void
}

/** Shows every response: if changes come faster than responses, dropping outdated responses would show none. */
export function createFetcher<Value>(fetchValue: () => Promise<Value>, outcomes: Outcomes<Value>) {
  let isRunning = false
  let isRereadDue = false
  let isStopped = false
  let startedAt = 0
  let restTimer: ReturnType<typeof setTimeout> | undefined

  const begin = (): void => {
    restTimer = undefined
    if (!isRereadDue) return
    isRereadDue = false
    run()
  }
  const settle = (show: () => void): void => {
    isRunning = false
    if (isStopped) return
    show()
    const took = performance.now() - startedAt
    if (took < MIN_SLOW_MS) begin()
    else restTimer = setTimeout(begin, Math.min(took, MAX_REST_MS))
  }
  const run = (): void => {
    if (isStopped) return
    if (isRunning || restTimer !== undefined) {
      isRereadDue = true
      return
    }
    isRunning = true
    startedAt = performance.now()
    fetchValue().then(
      (value) => settle(() => outcomes.fetched(value)),
      (error: unknown) => settle(() => outcomes.failed(error)),
    )
  }
  return {
    /** Starts a read; during a read or the pause after it, reads once more when that is over. */
    run,
    stop(): void {
      isStopped = true
      clearTimeout(restTimer)
    },
  }
}

/** A value read from Paybench. The last value is kept while it is read again. */
export interface Fetched<Value> {
  readonly value: Value | null
  readonly error: string | null
  /** Whether Paybench has no such object, so that reading it again would not help. */
  readonly isMissing: boolean
  readonly reload: () => void
}

const NOTHING = { value: null, error: null, isMissing: false } as const

/** Reads when `key` changes, on `reload`, and on reconnecting after a failure. Drops responses for an older key. */
export function useFetched<Value>(key: string, fetchValue: () => Promise<Value>): Fetched<Value> {
  const [state, setState] = useState<Omit<Fetched<Value>, 'reload'> & { readonly key: string }>({
    key,
    ...NOTHING,
  })
  const { value, error, isMissing } = state.key === key ? state : NOTHING
  const fetchNow = useEffectEvent(fetchValue)
  const fetcher = useRef<ReturnType<typeof createFetcher> | null>(null)
  const run = useCallback(() => fetcher.current?.run(), [])

  useEffect(() => {
    const newFetcher = createFetcher(() => fetchNow(), {
      fetched: (value) => setState({ ...NOTHING, key, value }),
      failed: (error) =>
        setState((before) => ({
          key,
          value: before.key === key ? before.value : null,
          error: errorText(error),
          isMissing: error instanceof BenchError && error.code === 'not_found',
        })),
    })
    fetcher.current = newFetcher
    newFetcher.run()
    return newFetcher.stop
  }, [key])

  const isConnected = useInfo(({ status }) => status === 'connected')
  const readFailed = useEffectEvent(() => {
    if (error !== null) run()
  })
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    const isBack = isConnected && !wasConnected.current
    wasConnected.current = isConnected
    if (isBack) readFailed()
  }, [isConnected])

  return { value, error, isMissing, reload: run }
}
