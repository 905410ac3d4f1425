import { createStore } from 'zustand/vanilla'

/** The last sentence for screen readers; `id` makes the same sentence twice two messages. */
export const announcements = createStore<{ readonly id: number; readonly text: string }>(() => ({
  id: 0,
  text: '',
}))

/** Says an important change in words to whoever cannot see it. */
export function announce(text: string): void {
  announcements.setState(({ id }) => ({ id: id + 1, text }))
}
