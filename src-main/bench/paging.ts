import { BenchError } from '../protocol/bench-error'
import type { Sorting } from '../domain/query/sorting'
import { isCursor } from '../store/lists/list-order'
import type { ListRequest } from '../store/store'

const DEFAULT_LIMIT = 50

/** What every list takes, checked: a cursor that is none, or one of another order, is refused. */
export function pageRequest(
  params: {
    readonly cursor?: string | undefined
    readonly skip?: number | undefined
    readonly limit?: number | undefined
    readonly sort?: Sorting | undefined
  },
  nowMs: number,
): Pick<ListRequest, 'cursor' | 'skip' | 'limit' | 'sort' | 'nowMs'> {
  const { cursor, skip, sort } = params
  if (cursor !== undefined && !isCursor(cursor, sort)) {
    throw new BenchError(
      'invalid_params',
      'cursor: use the value of "next" of the page before, with the same sort.',
      [{ field: 'cursor', message: 'is no cursor of this list' }],
    )
  }
  return { cursor, skip, sort, limit: params.limit ?? DEFAULT_LIMIT, nowMs }
}
