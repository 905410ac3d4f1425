import type { ResponseStep } from './response-rule'

type Forward = Pick<Extract<ResponseStep, { kind: 'forward' }>, 'url' | 'appendPath'>

/** The address that a request is passed on to. `target`: its path with the query. */
export function forwardAddress({ url, appendPath }: Forward, target: string): string {
  return appendPath && target.startsWith('/') ? url.replace(/\/+$/, '') + target : url
}
