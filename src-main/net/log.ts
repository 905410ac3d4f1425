/** The log of the listeners and of the sender. */
export type Log = (entry: {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly error?: unknown
}) => void
