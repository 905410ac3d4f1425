import type { BrowserRequest } from '#platform/form/opening/browser-facts'
import type { ReceivedRequest } from '#lib/http-message/message'

/** Returns the value of the first header field with the name, given in lower case; null: there is none. */
export function headerOf(request: ReceivedRequest, name: string): string | null {
  return request.headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null
}

/** Reads what a request of the form's page reveals about the customer's browser. */
export function browserOf(request: ReceivedRequest): BrowserRequest {
  return {
    userAgent: headerOf(request, 'user-agent'),
    accept: headerOf(request, 'accept'),
    acceptLanguage: headerOf(request, 'accept-language'),
    remoteAddress: request.remoteAddress,
  }
}
