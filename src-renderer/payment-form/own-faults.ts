/** What goes wrong in the form itself, for a page that shows it to a developer (src-renderer/demo-shop/preview.ts). */
export interface FormFaultReport {
  readonly source: 'paybench-form'
  readonly kind: 'error' | 'csp'
  readonly name: string
  readonly data: unknown
}

/**
 * Tells the page around of errors of this script and of what the policy of the page refused. An object is no message
 * of contract 8.6, which is JSON text with a guid: the library of a shop drops it.
 */
export function tellOwnFaults(): void {
  if (window.parent === window) return
  const tell = (kind: FormFaultReport['kind'], name: string, data: unknown): void => {
    const report: FormFaultReport = { source: 'paybench-form', kind, name, data }
    window.parent.postMessage(report, '*')
  }
  window.addEventListener('error', ({ message, filename, lineno }) => {
    tell('error', message, { file: filename, line: lineno })
  })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    tell('csp', effectiveDirective, { blocked: blockedURI })
  })
}
