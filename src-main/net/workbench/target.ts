/** A request target in its parts. Nothing is decoded: our paths need no escapes, so escaped ones are simply not ours. */
export interface TargetParts {
  readonly path: string
  readonly query: URLSearchParams
}

/** Splits a request target; of an absolute one, which is for proxies, the host has been checked before. */
export function targetParts(target: string): TargetParts {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  return {
    path: path === '' ? '/' : path,
    query: new URLSearchParams(mark === -1 ? '' : relative.slice(mark)),
  }
}
