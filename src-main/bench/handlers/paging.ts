import { BenchFault } from '../../contract/fault'
import { isCursor } from '../../store/lists/list-rows'
import type { ListRequest } from '../../store/store'

const DEFAULT_LIMIT = 50

/** What every list takes, checked: a cursor that is none is refused. */
export function pageRequest(
  params: {
    readonly cursor?: string | undefined
    readonly skip?: number | undefined
    readonly limit?: number | undefined
  },
  nowMs: number,
): Pick<ListRequest, 'cursor' | 'skip' | 'limit' | 'nowMs'> {
  const { cursor, skip } = params
  if (cursor !== undefined && !isCursor(cursor)) {
    throw new BenchFault('invalid_params', 'cursor: use the value of "next" of the page before.', [
      { field: 'cursor', message: 'is no cursor' },
    ])
  }
  return { cursor, skip, limit: params.limit ?? DEFAULT_LIMIT, nowMs }
}
