import { useCallback, useEffect, useState } from 'react'
import type { SessionView } from '#protocol/sessions'
import { useBench, useBenchEvents } from '#window/state/bench'
import { showFailure } from '#window/state/toasts'

/** The imported sessions; null before they are known. */
export function useSessions(): readonly SessionView[] | null {
  const bench = useBench()
  const [sessions, setSessions] = useState<readonly SessionView[] | null>(null)
  const read = useCallback(() => {
    bench.call('sessions.list', {}).then(({ items }) => setSessions(items), showFailure)
  }, [bench])
  useEffect(read, [read])
  useBenchEvents((events) => {
    if (events.some(({ type }) => type === 'sessions.listed' || type === 'session.changed')) read()
  })
  return sessions
}
