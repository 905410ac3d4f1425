import type { IndexProgress } from './engine'
import type { AnyPage, ListQuestion } from './list-queries'

/** What the thread of the index is started with. */
export interface IndexWorkerData {
  readonly directory: string
}

/** From the store to the thread of its index. Positions are those of the journal's changes. */
export type ToIndex =
  | {
      readonly type: 'ask'
      readonly id: number
      readonly question: ListQuestion
      /** What the page must have seen. */
      readonly position: number
    }
  /** There are new commits. */
  | { readonly type: 'changed' }
  | { readonly type: 'close' }

/** From the thread of an index to its store. */
export type FromIndex =
  | { readonly type: 'page'; readonly id: number; readonly page: AnyPage }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'progress'; readonly progress: IndexProgress }
  /** Pages of the journal's log were moved to its database. */
  | { readonly type: 'logMoved' }
  | { readonly type: 'failed'; readonly message: string }
