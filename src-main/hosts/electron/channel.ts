/**
 * The only IPC channel between window and bench. The preload opens it for each loaded document, so that a
 * reloaded page never receives messages meant for its predecessor. The preload repeats `open` until `opened`
 * arrives, because the first messages may come before their frame has a URL, and are then refused.
 */
export const BENCH_CHANNEL = 'paybench:bench'

/** From page to main process. `document` identifies one load of the page. */
export type UpwardMessage =
  | { readonly kind: 'open'; readonly document: string }
  | { readonly kind: 'message'; readonly document: string; readonly message: unknown }

/** From main process to one load of the page. */
export type DownwardMessage =
  | { readonly kind: 'opened'; readonly document: string }
  | { readonly kind: 'message'; readonly document: string; readonly message: unknown }
