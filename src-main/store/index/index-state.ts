/** How far the index of the lists has come. */
export interface IndexState {
  /** Commits that it has not taken over yet. */
  readonly behind: number
  /** While it is built anew: rows that are done, and all of them. */
  readonly rebuilding: { readonly done: number; readonly total: number } | null
}
