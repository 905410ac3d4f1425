import type { Share } from '#store/search/catch-up-work'

/** How far the index of the lists has come. */
export interface IndexState {
  /** Commits that it has not taken over yet. */
  readonly behind: number
  /** While it is built anew, in rows. */
  readonly rebuilding: Share | null
  /** After it was built anew, while the texts of older messages are not searched yet, in messages. */
  readonly texts: Share | null
}
