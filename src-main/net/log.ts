/** Where the listeners and the sender report what a person running the bench should know. */
export type Log = (entry: {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly error?: unknown
}) => void
