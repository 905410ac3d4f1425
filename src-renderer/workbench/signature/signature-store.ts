import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { MessageReference } from '../message-view/reference'
import { draftOf, keepDraft, setPreferences } from '../state/preferences'
import { forgetWithSession } from '../state/session-memory'
import { EXAMPLE } from './example'

export const SURFACES = ['auto', 'api', 'callback', 'form'] as const
export type SurfaceChoice = (typeof SURFACES)[number]

/** What the page is about. The text is kept when a message is looked at, and comes back. */
export interface SignatureState {
  readonly source: 'paste' | 'message'
  readonly text: string
  readonly message: MessageReference | null
  readonly surface: SurfaceChoice
  /** Whose secret: the project that the message names (auto), a project, or one that is typed. */
  readonly key: 'auto' | 'typed' | number
  /** Never kept: it goes with the window. */
  readonly secret: string
}

const CHOICES = 'signature'
const TEXT = 'signature text'

const kept = z.object({
  source: z.enum(['paste', 'message']).catch('paste'),
  message: z
    .object({ type: z.enum(['callback', 'capture', 'exchange']), id: z.string() })
    .nullable()
    .catch(null),
  surface: z.enum(SURFACES).catch('auto'),
  key: z.union([z.literal('auto'), z.int()]).catch('auto'),
})

const readKept = (text: string | undefined): z.infer<typeof kept> => {
  const none = { source: 'paste', message: null, surface: 'auto', key: 'auto' } as const
  if (text === undefined) return none
  try {
    const read = kept.safeParse(JSON.parse(text))
    return read.success ? read.data : none
  } catch {
    return none
  }
}

export const signatureStore = createStore<SignatureState>(() => ({
  ...readKept(draftOf(CHOICES)),
  text: draftOf(TEXT) ?? '',
  secret: '',
}))

export function useSignature<Part>(select: (state: SignatureState) => Part): Part {
  return useStore(signatureStore, select)
}

/** Changes what the page is about; all but a typed secret is kept for the next visit. */
export function setSignature(change: Partial<SignatureState>): void {
  signatureStore.setState(change)
  const { source, message, surface, key, text } = signatureStore.getState()
  keepDraft(CHOICES, JSON.stringify({ source, message, surface, key: key === 'typed' ? 'auto' : key }))
  keepDraft(TEXT, text === '' ? null : text)
}

forgetWithSession(() => {
  if (signatureStore.getState().message !== null) setSignature({ message: null })
})

/** Goes to the page with a message of the bench. */
export function explainMessage(message: MessageReference): void {
  setSignature({ source: 'message', message, surface: 'auto', key: 'auto' })
  setPreferences({ page: 'signature' })
}

/** Shows the example, whose secret belongs to no project. */
export function showExample(): void {
  setSignature({ source: 'paste', text: EXAMPLE.text, surface: 'auto', key: 'typed', secret: EXAMPLE.secret })
}
