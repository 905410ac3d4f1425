/**
 * Content Security Policy of the workbench in the window: our own files and nothing else, as in the browser host. Frames
 * may show the listeners that serve pages to a customer's browser.
 * @param frameOrigins full URLs of those listeners
 */
export function pagePolicy(frameOrigins: readonly string[]): string {
  const frames = frameOrigins.map((url) => new URL(url).origin)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
