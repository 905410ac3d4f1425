/** The error report in a window message from the form's frame; null for other messages. */
export function readFormError(
  message: unknown,
): { readonly kind: 'error' | 'csp'; readonly name: string; readonly data: unknown } | null {
  if (typeof message !== 'object' || message === null) return null
  const { source, kind, name, data } = message as Readonly<Record<string, unknown>>
  if (source !== 'paybench-form' || (kind !== 'error' && kind !== 'csp')) return null
  return { kind, name: `The form: ${String(name)}`, data }
}
