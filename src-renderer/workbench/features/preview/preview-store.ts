import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PaymentSummary } from '#protocol/payments'
import type { PreviewCreated, PreviewMode } from '#protocol/projects'
import { draftOf, keepDraft } from '#window/state/preferences'
import { forgetWithSession } from '#window/state/session-memory'
import { type OpeningDraft, type PreviewDraft, readDraft } from './draft'
import { type TimelineEntry, withEntries } from './timeline'
import type { ProjectId } from '#domain/ids'

/** A form that the tester has opened. */
export interface OpenedPreview extends PreviewCreated {
  readonly mode: PreviewMode
  /** The draft as it was when the form was opened. */
  readonly draft: OpeningDraft
  readonly projectId: ProjectId
  /** null where the form is opened without a payment. */
  readonly paymentId: string | null
}

interface PreviewState {
  readonly draft: PreviewDraft
  readonly opened: OpenedPreview | null
  readonly payment: PaymentSummary | null
  readonly entries: readonly TimelineEntry[]
}

const DRAFT = 'preview'

/** What the page shows; it outlives a visit to another page. */
export const previewStore = createStore<PreviewState>(() => ({
  draft: readDraft(draftOf(DRAFT)),
  opened: null,
  payment: null,
  entries: [],
}))

export function usePreview<Part>(select: (state: PreviewState) => Part): Part {
  return useStore(previewStore, select)
}

/** Changes a choice or a text, and keeps it for the next visit. */
export function setDraft(change: Partial<PreviewDraft>): void {
  const draft = { ...previewStore.getState().draft, ...change }
  previewStore.setState({ draft })
  keepDraft(DRAFT, JSON.stringify(draft))
}

/** Puts what has happened into the time line. */
export function addEntries(added: readonly TimelineEntry[]): void {
  if (added.length > 0) previewStore.setState(({ entries }) => ({ entries: withEntries(entries, added) }))
}

/** The form that is open, its payment and what has happened; the draft stays. */
function forgetOpened(): void {
  previewStore.setState({ opened: null, payment: null, entries: [] })
}

forgetWithSession(forgetOpened)

export function clearEntries(): void {
  previewStore.setState({ entries: [] })
}
