import { z } from 'zod'
import { create } from 'zustand'
import { explainedMessage, explainParams } from '#window/navigation/views'
import { maskText } from '#domain/card/mask-text'
import { draftOf, keepDraft } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'
import { forgetWithSession } from '#window/state/session-memory'
import { FIX_LANGUAGES } from './fix-code'
import { useEffect, useMemo, useState } from 'react'
import { useInfo } from '#window/state/info'
import type { Params, Result } from '#protocol/methods'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'

const SURFACES = ['auto', 'api', 'callback', 'form'] as const
export type SurfaceChoice = (typeof SURFACES)[number]

const CHOICES = 'signature'
const TEXT = 'signature text'

const kept = z.object({
  source: z.enum(['paste', 'message']).catch('paste'),
  message: z
    .object({
      type: z.enum(['callback', 'capture', 'exchange']),
      id: z.string(),
      attempt: z.int().min(0).optional(),
    })
    .nullable()
    .catch(null),
  surface: z.enum(SURFACES).catch('auto'),
  key: z.union([z.literal('auto'), z.int()]).catch('auto'),
  language: z.enum(FIX_LANGUAGES).catch('javascript'),
})

/** State of the signature page. The pasted text is kept while a picked message is shown. */
interface SignatureState extends Readonly<Omit<z.infer<typeof kept>, 'key'>> {
  readonly text: string
  /** The secret to use: of the project that the message names (`auto`), of a project by its id, or a typed one. */
  readonly key: 'auto' | 'typed' | number
  /** Never stored. */
  readonly secret: string
}

export const useSignature = create<SignatureState>(() => ({
  ...(readStored(kept, draftOf(CHOICES)) ?? kept.parse({})),
  text: draftOf(TEXT) ?? '',
  secret: '',
}))

/** Longer text is neither searched for card data nor stored. */
const MAX_KEPT = 200_000

/** Whether text contains card data. Such text is not stored, not even masked: its signature would not match. */
export const holdsCardData = (text: string): boolean =>
  text.length <= MAX_KEPT && maskText(text).text !== text

/**
 * Changes the state of the page and stores it, except a typed secret and text with card data. The kind and the secret
 * that were chosen for a text are not kept for a picked message, which has its own.
 */
export function setSignature(change: Partial<SignatureState>): void {
  const picksMessage = (change.message ?? null) !== null
  useSignature.setState({ ...(picksMessage ? { surface: 'auto', key: 'auto' } : {}), ...change })
  const { source, message, surface, key, language, text } = useSignature.getState()
  const choices = { source, message, surface, key: key === 'typed' ? 'auto' : key, language }
  keepDraft(CHOICES, JSON.stringify(choices))
  if (change.text !== undefined) {
    keepDraft(TEXT, text === '' || text.length > MAX_KEPT || holdsCardData(text) ? null : text)
  }
}

forgetWithSession(() => {
  if (useSignature.getState().message !== null) setSignature({ message: null })
})

explainedMessage.subscribe(({ message }) => setSignature({ source: 'message', message }))

/** A request whose lines were signed in code point order. */
const EXAMPLE = {
  secret: 'example-secret-Hq7Lw4',
  text: `{
  "general": {
    "project_id": 9041,
    "payment_id": "Order/77-β",
    "signature": "Mi2SH2Ykw+jdq/pDaN6Ox+/lrX8A7MUMwgHo2M+XCeyRmASw0jgyakXxAef+GzrofxH8eaRuLTy4+14Iao5r1g=="
  },
  "payment": { "amount": 4650, "currency": "EUR" },
  "customer": { "first_name": "Zoë", "email": "zoe@vale.test" },
  "items": ["shirt", "socks", "hat", "scarf", "gloves", "belt", "shoes", "coat", "tie", "bag", "mug"]
}
`,
} as const

export function showExample(): void {
  setSignature({ source: 'paste', text: EXAMPLE.text, surface: 'auto', key: 'typed', secret: EXAMPLE.secret })
}

export type Explained = Result<'signature.explain'>

const SETTLE_MS = 250

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

export function useExplained() {
  const bench = useBench()
  const { source, text, message, surface, key, secret } = useSignature()
  const params = useMemo(
    () => paramsOf({ source, text, message, surface, key, secret }),
    [source, text, message, surface, key, secret],
  )
  const secrets = useInfo((state) => state.info?.projects.map(({ secret }) => secret).join('\n') ?? '')
  // The initial content needs no delay. `turn` counts requests, so that long texts need not be compared.
  const [asked, setAsked] = useState({ turn: 0, params, thorough: false })
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setAsked((before) =>
          before.params === params ? before : { turn: before.turn + 1, params, thorough: false },
        ),
      SETTLE_MS,
    )
    return () => clearTimeout(timer)
  }, [params])

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
    isStale: asked.params !== params,
    isComing: value === null && params !== null && error === null,
    /** Explains again, and looks for the mistake even if the search was skipped. */
    explainNow: () => setAsked(({ turn }) => ({ turn: turn + 1, params, thorough: true })),
  }
}
