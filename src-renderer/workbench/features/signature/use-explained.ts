import { useEffect, useMemo, useState } from 'react'
import type { Params, Result } from '#protocol/methods'
import { explainParams } from '#window/navigation/message-reference'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { useSignature, type SignatureState } from './signature-store'

export type Explained = Result<'signature.explain'>

/** Longer texts are explained on request only. */
const MAX_LIVE = 200_000
const SETTLE_MS = 250

/** The request to the bench; null while there is nothing to explain. */
function paramsOf(state: Omit<SignatureState, 'language'>): Params<'signature.explain'> | null {
  const { source, text, message, surface, key, secret } = state
  const choices = {
    ...(surface === 'auto' ? {} : { surface }),
    ...(typeof key === 'number' ? { projectId: key } : {}),
    ...(key === 'typed' && secret !== '' ? { secret } : {}),
  }
  if (source === 'paste') return text.trim() === '' ? null : { body: text, ...choices }
  if (message === null) return null
  return { ...explainParams(message), ...choices }
}

interface Asked {
  /** Counts requests, so that long texts need not be compared. */
  readonly turn: number
  readonly params: Params<'signature.explain'> | null
  readonly thorough: boolean
}

/** The explanation of the page's message, renewed a moment after a change. */
export function useExplained() {
  const bench = useBench()
  const { source, text, message, surface, key, secret } = useSignature((state) => state)
  const params = useMemo(
    () => paramsOf({ source, text, message, surface, key, secret }),
    [source, text, message, surface, key, secret],
  )
  const secrets = useInfo((state) => state.info?.projects.map(({ secret }) => secret).join('\n') ?? '')
  const isLong = (params?.body?.length ?? 0) > MAX_LIVE
  // The content at the opening of the page needs no delay.
  const [asked, setAsked] = useState<Asked>({ turn: 0, params: isLong ? null : params, thorough: false })
  useEffect(() => {
    if (isLong) return
    const timer = setTimeout(() => {
      setAsked((before) =>
        before.params === params ? before : { turn: before.turn + 1, params, thorough: false },
      )
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [params, isLong])

  const { value, error } = useFetched(
    `${String(asked.turn)} ${secrets}`,
    async (): Promise<Explained | null> => {
      if (asked.params === null) return null
      return bench.call(
        'signature.explain',
        asked.thorough ? { ...asked.params, diagnose: true } : asked.params,
      )
    },
  )
  return {
    explained: value,
    error,
    /** The text has changed and is not explained yet. */
    isStale: asked.params !== params,
    isLong,
    /** An explanation was requested and has not arrived yet. */
    isComing: value === null && params !== null && !isLong && error === null,
    /** Explains a long text, or looks for the mistake in it too. */
    explainNow: () => setAsked(({ turn }) => ({ turn: turn + 1, params, thorough: true })),
  }
}
