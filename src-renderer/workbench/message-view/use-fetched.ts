import { useCallback, useEffect, useRef, useState } from 'react'
import { useInfo } from '../state/info'

/** Something that is fetched from the bench. The last value stays while it is fetched again. */
export interface Fetched<Value> {
  readonly value: Value | null
  /** Why the last fetch failed, in words for the tester. */
  readonly fault: string | null
  readonly reload: () => void
}

interface State<Value> {
  readonly key: string
  readonly value: Value | null
  readonly fault: string | null
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Fetches when `key` changes, on `reload`, and on reconnecting after a failed fetch. Responses to an older key or an older
 * fetch are dropped.
 */
export function useFetched<Value>(key: string, fetchValue: () => Promise<Value>): Fetched<Value> {
  const [state, setState] = useState<State<Value>>({ key, value: null, fault: null })
  const newest = useRef(0)
  const latest = useRef(fetchValue)
  useEffect(() => {
    latest.current = fetchValue
  })

  const run = useCallback(() => {
    const turn = ++newest.current
    latest.current().then(
      (value) => {
        if (turn === newest.current) setState({ key, value, fault: null })
      },
      (error: unknown) => {
        if (turn !== newest.current) return
        setState((before) => ({
          key,
          value: before.key === key ? before.value : null,
          fault: messageOf(error),
        }))
      },
    )
  }, [key])

  useEffect(() => {
    run()
    return () => {
      newest.current += 1
    }
  }, [run])

  const isConnected = useInfo(({ status }) => status === 'connected')
  const failed = useRef(false)
  useEffect(() => {
    failed.current = state.key === key && state.fault !== null
  })
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    const isBack = isConnected && !wasConnected.current
    wasConnected.current = isConnected
    if (isBack && failed.current) run()
  }, [isConnected, run])

  const current = state.key === key
  return { value: current ? state.value : null, fault: current ? state.fault : null, reload: run }
}
