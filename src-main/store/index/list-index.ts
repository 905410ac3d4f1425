import type { Share } from '#store/search/catch-up-work'
import type { Page } from '#store/records'
import type { AnyPage, ListQuestion, ListRow } from './list-queries'

export interface IndexState {
  /** Number of commits that the index has not copied yet. */
  readonly behind: number
  /** Progress during a rebuild, in rows. */
  readonly rebuilding: Share | null
  /** Progress after a rebuild, in messages, until the texts of all older messages can be searched. */
  readonly texts: Share | null
}

/** Answers list and search queries, in this thread or in another one. */
export interface ListIndex {
  /** A page as of the newest commit, or a later one. Rejects if the index cannot be read. */
  ask(question: ListQuestion): Promise<AnyPage>
  /** Call it after every commit that changed rows. */
  changed(): void
  /** Resolves when the index is no longer too far behind; responses wait for it. Null if it is not too far behind. */
  readonly room: Promise<void> | null
  readonly state: IndexState
  /** Closes the index, even if it is behind: it catches up later. Null if there is nothing to wait for. */
  close(): Promise<void> | null
}

/** A page of the requested list. The type assertion is safe: the index returns rows of that list. */
export const askFor = async <List extends ListQuestion['list']>(
  index: ListIndex,
  question: ListQuestion & { readonly list: List },
): Promise<Page<ListRow[List]>> => (await index.ask(question)) as Page<ListRow[List]>

/** What an index needs to know about its journal. */
export interface IndexedJournal {
  /** The folder of both databases; null if they are in memory. */
  readonly directory: string | null
  /** Commits the open transaction, so that the index sees it. If that fails, only its writers get the error. */
  commitOpen(): void
  position(): number
  onReached(position: number): void
  onFailure(message: string): void
}
