import type { BrowserRequest } from '../opening/browser-facts'
import type { IncomingRequest } from '../../../bench/ports'

/** The first header field of that name, in lower case; null where there is none. */
export function headerOf(request: IncomingRequest, name: string): string | null {
  return request.rawHeaders.find(([given]) => given.toLowerCase() === name)?.[1] ?? null
}

/** What a request of the form's page says about the customer's browser. */
export function browserOf(request: IncomingRequest): BrowserRequest {
  return {
    userAgent: headerOf(request, 'user-agent'),
    accept: headerOf(request, 'accept'),
    acceptLanguage: headerOf(request, 'accept-language'),
    remoteAddress: request.remoteAddress,
  }
}
