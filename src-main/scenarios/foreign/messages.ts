/** A task for the program. */
export interface ToForeign {
  /** Of the task. */
  readonly name: string
  readonly input: unknown
}

export type FromForeign =
  /** Its time begins. */
  | { readonly type: 'began' }
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'tooLarge' }
  | { readonly type: 'failed'; readonly message: string }
