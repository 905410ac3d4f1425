/**
 * The one IPC channel between window and bench. The preload opens it once per loaded document, so that a reload
 * never gets the messages of the page before it.
 */
export const BENCH_CHANNEL = 'paybench:bench'

/** Page to main. `document` names one loading of the page. */
export type UpwardMessage =
  | { readonly kind: 'open'; readonly document: string }
  | { readonly kind: 'message'; readonly document: string; readonly message: unknown }

/** Main to page: meant for one loading of the page alone. */
export interface DownwardMessage {
  readonly document: string
  readonly message: unknown
}
