/** An error of the form as its frame reports it; not a message of the platform. */
interface FormError {
  readonly kind: 'error' | 'csp'
  readonly name: string
  readonly data: unknown
}

/** Reads a window message of the form's frame as an error report; null for every other message. */
export function readFormError(message: unknown): FormError | null {
  if (typeof message !== 'object' || message === null) return null
  const { source, kind, name, data } = message as Readonly<Record<string, unknown>>
  if (source !== 'paybench-form' || (kind !== 'error' && kind !== 'csp')) return null
  return { kind, name: `The form: ${String(name)}`, data }
}
