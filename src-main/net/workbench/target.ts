/**
 * The parts of a request target. The path is not decoded: our paths have no escapes, so an escaped path is not one of
 * ours.
 */
export interface TargetParts {
  readonly path: string
  readonly query: URLSearchParams
}

/** Splits a request target. Ignores the host of an absolute target, which the host guard has checked. */
export function targetParts(target: string): TargetParts {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  return {
    path: path === '' ? '/' : path,
    query: new URLSearchParams(mark === -1 ? '' : relative.slice(mark)),
  }
}
