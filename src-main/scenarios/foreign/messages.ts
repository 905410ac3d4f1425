import type { TaskName } from './tasks'

/** A task for the thread. */
export interface ToForeign {
  readonly name: TaskName
  readonly input: unknown
}

export type FromForeign =
  /** Its time begins. */
  | { readonly type: 'began' }
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'tooLarge' }
  | { readonly type: 'failed'; readonly message: string }
