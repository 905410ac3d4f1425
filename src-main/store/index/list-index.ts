import type { Share } from '#store/search/catch-up-work'
import type { Page } from '#store/records'
import type { AnyPage, ListQuestion, ListRow } from './list-queries'

/** How far the index of the lists has come. */
export interface IndexState {
  /** Commits that it has not taken over yet. */
  readonly behind: number
  /** While it is built anew, in rows. */
  readonly rebuilding: Share | null
  /** After it was built anew, while the texts of older messages are not searched yet, in messages. */
  readonly texts: Share | null
}

/** Answers lists and searches, in this thread or in another one. */
export interface ListIndex {
  /** A page as of the newest commit, or a later one. Rejects where the index cannot be read. */
  ask(question: ListQuestion): Promise<AnyPage>
  /** To be called after every commit that changed rows. */
  changed(): void
  /** Resolves at once, or when the index is no longer too far behind: until then no response leaves. Null: at once. */
  readonly room: Promise<void> | null
  readonly state: IndexState
  /**
   * Takes no more questions and closes the index, which may lag behind: the next start continues. Null where it is closed
   * at once.
   */
  close(): Promise<void> | null
}

/** A page of rows of this list. The index answers with rows of the list that it was asked for. */
export const askFor = async <List extends ListQuestion['list']>(
  index: ListIndex,
  question: ListQuestion & { readonly list: List },
): Promise<Page<ListRow[List]>> => (await index.ask(question)) as Page<ListRow[List]>

/** What an index needs to know of its journal. */
export interface IndexedJournal {
  /** The folder of both databases; null: in memory. */
  readonly directory: string | null
  /** Commits what is open, so that the index sees it. A failure is not the reader's. */
  commitOpen(): void
  /** The position of the newest commit. */
  position(): number
  /** The index has taken over everything up to here. */
  onReached(position: number): void
  onFailure(message: string): void
}
