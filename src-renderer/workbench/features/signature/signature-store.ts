import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { explainedMessage } from '#window/navigation/explain-message'
import type { MessageReference } from '#window/navigation/message-reference'
import { maskText } from '#domain/card/mask-text'
import { draftOf, keepDraft } from '#window/state/preferences'
import { forgetWithSession } from '#window/state/session-memory'
import { FIX_LANGUAGES, type FixLanguage } from './fix-code/fix-code'

export const SURFACES = ['auto', 'api', 'callback', 'form'] as const
export type SurfaceChoice = (typeof SURFACES)[number]

/** What the page explains. The text is kept while a message is shown. */
export interface SignatureState {
  readonly source: 'paste' | 'message'
  readonly text: string
  readonly message: MessageReference | null
  readonly surface: SurfaceChoice
  /** Whose secret: the project that the message names (auto), a project, or one that is typed. */
  readonly key: 'auto' | 'typed' | number
  /** The language of the correcting code. */
  readonly language: FixLanguage
  /** Never stored. */
  readonly secret: string
}

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

const readKept = (text: string | undefined): z.infer<typeof kept> => {
  const none = {
    source: 'paste',
    message: null,
    surface: 'auto',
    key: 'auto',
    language: 'javascript',
  } as const
  if (text === undefined) return none
  try {
    const read = kept.safeParse(JSON.parse(text))
    return read.success ? read.data : none
  } catch {
    return none
  }
}

const signatureStore = createStore<SignatureState>(() => ({
  ...readKept(draftOf(CHOICES)),
  text: draftOf(TEXT) ?? '',
  secret: '',
}))

export function useSignature<Part>(select: (state: SignatureState) => Part): Part {
  return useStore(signatureStore, select)
}

/** Longer texts are not kept for the next visit. */
const MAX_KEPT = 200_000

/**
 * Whether card data keeps a pasted text from being kept: card numbers are never stored, and without them the
 * signature would not match.
 */
export const holdsCardData = (text: string): boolean =>
  text.length <= MAX_KEPT && maskText(text).text !== text

/** Changes what the page explains; all but a typed secret and card data is kept for the next visit. */
export function setSignature(change: Partial<SignatureState>): void {
  signatureStore.setState(change)
  const { source, message, surface, key, language, text } = signatureStore.getState()
  const choices = { source, message, surface, key: key === 'typed' ? 'auto' : key, language }
  keepDraft(CHOICES, JSON.stringify(choices))
  if (change.text !== undefined) keepDraft(TEXT, text === '' || holdsCardData(text) ? null : text)
}

forgetWithSession(() => {
  if (signatureStore.getState().message !== null) setSignature({ message: null })
})

explainedMessage.subscribe(({ message }) => {
  setSignature({ source: 'message', message, surface: 'auto', key: 'auto' })
})

/** A request signed with its lines in code point order: what the page shows first. */
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

/** Shows the example, whose secret belongs to no project. */
export function showExample(): void {
  setSignature({ source: 'paste', text: EXAMPLE.text, surface: 'auto', key: 'typed', secret: EXAMPLE.secret })
}
