/** An error of the form itself, for a page that shows it to a developer (src-renderer/demo-shop/preview.ts). */
export interface FormErrorReport {
  readonly source: 'paybench-form'
  readonly kind: 'error' | 'csp'
  readonly name: string
  readonly data: unknown
}

/**
 * Reports errors of this script, and what the content security policy refused, to the embedding page. An object is no
 * message of contract 8.6, which is JSON text with a guid: the library of a shop drops it.
 */
export function reportErrors(): void {
  if (window.parent === window) return
  const post = (kind: FormErrorReport['kind'], name: string, data: unknown): void => {
    const report: FormErrorReport = { source: 'paybench-form', kind, name, data }
    window.parent.postMessage(report, '*')
  }
  window.addEventListener('error', ({ message, filename, lineno }) => {
    post('error', message, { file: filename, line: lineno })
  })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    post('csp', effectiveDirective, { blocked: blockedURI })
  })
}
