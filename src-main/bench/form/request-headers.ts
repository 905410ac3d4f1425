import type { IncomingRequest } from '../ports'

/** The first header field of that name, in lower case; null where there is none. */
export function headerOf(request: IncomingRequest, name: string): string | null {
  return request.rawHeaders.find(([given]) => given.toLowerCase() === name)?.[1] ?? null
}
