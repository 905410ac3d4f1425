import { createStore } from 'zustand/vanilla'

/** A sentence for screen readers; `id` makes the same sentence twice two messages. */
export interface Announcement {
  readonly id: number
  readonly text: string
}

/** Sentences in quick succession are all read only if they are in the page together. */
const MAX_SENTENCES = 4

/** The last sentences for screen readers, the newest last. */
export const announcements = createStore<readonly Announcement[]>(() => [])

let nextId = 1

/** Announces an important change to screen readers. */
export function announce(text: string): void {
  const next = { id: nextId++, text }
  announcements.setState([...announcements.getState(), next].slice(-MAX_SENTENCES), true)
}
