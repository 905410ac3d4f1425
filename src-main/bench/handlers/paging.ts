import { BenchFault } from '../../contract/fault'
import { isCursor } from '../../store/lists/list-rows'

const DEFAULT_LIMIT = 50

/** What every list takes, checked: a cursor that is none is refused. */
export function pageRequest(
  params: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  nowMs: number,
): { readonly cursor: string | undefined; readonly limit: number; readonly nowMs: number } {
  const { cursor } = params
  if (cursor !== undefined && !isCursor(cursor)) {
    throw new BenchFault('invalid_params', 'cursor: use the value of "next" of the page before.', [
      { field: 'cursor', message: 'is no cursor' },
    ])
  }
  return { cursor, limit: params.limit ?? DEFAULT_LIMIT, nowMs }
}
