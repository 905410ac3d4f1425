import { contentPolicy } from '../../lib/html/content-policy'

/**
 * Content Security Policy of the workbench in the window: our own files and nothing else, as in the browser host. Frames
 * may show the listeners that serve pages to a customer's browser.
 * @param frameOrigins origins of those listeners
 */
export function pagePolicy(frameOrigins: readonly string[]): string {
  return contentPolicy({
    'default-src': [],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': [],
    'frame-src': frameOrigins,
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': [],
  })
}

/** Of an answer that is no page: it may load nothing and be framed by nobody. */
export const NO_PAGE_POLICY = contentPolicy({
  'default-src': [],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': [],
})
