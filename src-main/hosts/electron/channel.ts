/**
 * The only IPC channel between window and bench. The preload opens it for each loaded document, so that a reloaded page
 * never receives messages of the page before it. It repeats `open` until `opened` arrives: the first messages of a page may
 * come without the address of their frame, and are refused.
 */
export const BENCH_CHANNEL = 'paybench:bench'

/** A message from the page to the main process. `document` identifies one load of the page. */
export type UpwardMessage =
  | { readonly kind: 'open'; readonly document: string }
  | { readonly kind: 'message'; readonly document: string; readonly message: unknown }

/** A message from the main process to one load of the page. */
export type DownwardMessage =
  | { readonly kind: 'opened'; readonly document: string }
  | { readonly kind: 'message'; readonly document: string; readonly message: unknown }
