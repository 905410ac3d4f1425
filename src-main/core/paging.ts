import { invalidParam } from './errors'
import type { Sorting } from '#domain/query/sorting'
import { isCursor } from '#store/lists/list-order'
import type { ListRequest } from '#store/list-request'

const DEFAULT_LIMIT = 50

/**
 * Reads the parameters that every list takes.
 * @throws BenchError invalid_params for a cursor of another list or order
 */
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
    throw invalidParam('cursor', 'use the value of "next" from the previous page, with the same sort.')
  }
  return { cursor, skip, sort, limit: params.limit ?? DEFAULT_LIMIT, nowMs }
}
