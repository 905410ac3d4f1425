/**
 * Content Security Policy of the workbench in the window: our own files and nothing else, as in the browser host. Frames
 * may show the listeners that serve pages to a customer's browser.
 * @param frameOrigins origins of those listeners
 */
export function pagePolicy(frameOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
