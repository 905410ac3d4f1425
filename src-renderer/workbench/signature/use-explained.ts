import { useEffect, useRef, useState } from 'react'
import type { Params, Result } from '../../../src-main/contract/methods'
import { explainParams } from '../message-view/reference'
import { useFetched } from '../message-view/use-fetched'
import { useBench } from '../state/bench'
import { useInfo } from '../state/info'
import { useSignature, type SignatureState } from './signature-store'

export type Explained = Result<'signature.explain'>

/** Longer texts are explained when they are asked to be. */
export const LONGEST_LIVE = 200_000
const SETTLE_MS = 250

/** What to ask the bench; null where there is nothing yet. */
export function paramsOf(state: SignatureState): Params<'signature.explain'> | null {
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
  readonly key: string
  readonly params: Params<'signature.explain'> | null
  readonly thorough: boolean
}

/** The explanation of what the page is about, made anew a moment after it changed. */
export function useExplained() {
  const bench = useBench()
  const params = paramsOf(useSignature((state) => state))
  const secrets = useInfo((state) => state.info?.projects.map(({ secret }) => secret).join('\n') ?? '')
  const wanted = params === null ? '' : JSON.stringify(params)
  const isLong = (params?.body?.length ?? 0) > LONGEST_LIVE
  const [asked, setAsked] = useState<Asked>({ key: '', params: null, thorough: false })

  const latest = useRef<Asked>(asked)
  useEffect(() => {
    latest.current = { key: wanted, params, thorough: false }
  })
  useEffect(() => {
    if (isLong) return
    const timer = setTimeout(() => {
      setAsked((before) => (before.key === wanted ? before : latest.current))
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [wanted, isLong])

  const { value, fault } = useFetched(
    `${asked.key} ${String(asked.thorough)} ${secrets}`,
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
    fault,
    /** The text has changed and is not explained yet. */
    isStale: asked.key !== wanted,
    isLong,
    /** Explains a long text, or looks for the mistake in it too. */
    explainNow: () => setAsked({ key: wanted, params, thorough: true }),
  }
}
