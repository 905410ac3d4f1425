import { describe, expect, it, vi } from 'vitest'
import { createPagedList } from './paged-list'
import type { PagedList } from './paged-list'
import { rowCount } from './paging'

interface Row {
  readonly key: string
  readonly word: string
}

const aRow = (number: number, word = 'old'): Row => ({ key: `k${number}`, word })

/** A bench whose newest row is number `newest` and whose cursor is the last number given out. */
function aBench(newest: number) {
  const bench = { newest, fetches: 0, largest: 0 }
  const fetchPage = (cursor: string | null, limit: number) => {
    bench.fetches += 1
    bench.largest = Math.max(bench.largest, limit)
    const first = cursor === null ? bench.newest : Number(cursor) - 1
    const items = Array.from({ length: Math.min(limit, first) }, (_, index) => aRow(first - index))
    const last = first - items.length + 1
    return Promise.resolve({ items, total: bench.newest, ...(last > 1 ? { next: String(last) } : {}) })
  }
  return { bench, fetchPage }
}

function aList(newest: number, change: { filtered?: boolean; following?: boolean } = {}) {
  const { bench, fetchPage } = aBench(newest)
  const postponed: (() => void)[] = []
  const list = createPagedList<Row>({
    fetchPage,
    keyOf: (row) => row.key,
    filtered: change.filtered ?? false,
    startFollowing: change.following ?? true,
    later: (work) => postponed.push(work),
  })
  list.refresh()
  return { bench, list, runLater: () => postponed.splice(0).forEach((work) => work()) }
}

const ready = (list: PagedList<Row>) => vi.waitFor(() => expect(list.state.phase).toBe('ready'))
const heldRows = (list: PagedList<Row>) =>
  list.state.paging.pages.reduce((sum, page) => sum + (page.items?.length ?? 0), 0)

describe('a long list', () => {
  it('knows its length before it knows its rows', async () => {
    const { list } = aList(100_000)
    await ready(list)
    expect(rowCount(list.state.paging)).toBe(100_000)
    expect(list.rowAt(0)).toEqual(aRow(100_000))
    expect(list.rowAt(5000)).toBeUndefined()
  })

  it('walks to a far row and keeps few rows on the way', async () => {
    const { list } = aList(100_000)
    await ready(list)
    list.want(99_960, 99_999)
    await vi.waitFor(() => expect(list.rowAt(99_999)).toEqual(aRow(1)))
    expect(heldRows(list)).toBeLessThan(4000)
  })

  it('fetches again what it let go', async () => {
    const { list } = aList(20_000)
    await ready(list)
    list.want(19_000, 19_040)
    await vi.waitFor(() => expect(list.rowAt(19_040)).toBeDefined())
    expect(list.rowAt(3000)).toBeUndefined()
    list.want(3000, 3040)
    await vi.waitFor(() => expect(list.rowAt(3040)).toEqual(aRow(20_000 - 3040)))
    expect(list.rowAt(19_000)).toBeUndefined()
  })
})

describe('live changes', () => {
  it('replace rows in place', async () => {
    const { list } = aList(50)
    await ready(list)
    list.take([aRow(40, 'new')], [])
    expect(list.rowAt(10)).toEqual(aRow(40, 'new'))
  })

  it('put new rows on top while the list follows', async () => {
    const { list, bench } = aList(50)
    await ready(list)
    const before = bench.fetches
    list.take([aRow(52, 'newer')], [aRow(51), aRow(52)])
    expect([list.rowAt(0), list.rowAt(1), list.rowAt(2)]).toEqual([aRow(52, 'newer'), aRow(51), aRow(50)])
    expect(rowCount(list.state.paging)).toBe(52)
    expect(bench.fetches).toBe(before)
  })

  it('let new rows wait once the tester has moved, and show them when asked', async () => {
    const { list, bench } = aList(50)
    await ready(list)
    list.follow(false)
    list.take([], [aRow(51), aRow(52)])
    bench.newest = 52
    expect(list.state.waiting).toBe(2)
    expect(list.rowAt(0)).toEqual(aRow(50))
    list.follow(true)
    await vi.waitFor(() => expect(list.rowAt(0)).toEqual(aRow(52)))
    expect(list.state.waiting).toBe(0)
  })

  it('count a row once that came twice', async () => {
    const { list } = aList(50)
    await ready(list)
    list.take([], [aRow(51)])
    list.take([], [aRow(51, 'again')])
    expect(rowCount(list.state.paging)).toBe(51)
    expect(list.rowAt(0)).toEqual(aRow(51, 'again'))
  })

  it('show the first row at once even when the list does not follow', async () => {
    const { list } = aList(0, { following: false })
    await ready(list)
    list.take([], [aRow(1)])
    expect(list.rowAt(0)).toEqual(aRow(1))
    expect(list.state.waiting).toBe(0)
    list.take([], [aRow(2)])
    expect(list.rowAt(0)).toEqual(aRow(1))
    expect(list.state.waiting).toBe(1)
  })

  it('that came before the newest page are not lost', async () => {
    const { list } = aList(50)
    list.take([], [aRow(51)])
    await ready(list)
    await vi.waitFor(() => expect(list.rowAt(0)).toEqual(aRow(51)))
  })
})

describe('a filtered list', () => {
  it('asks the bench what belongs into it, once for many changes', async () => {
    const { list, bench, runLater } = aList(50, { filtered: true })
    await ready(list)
    const before = bench.fetches
    bench.newest = 53
    list.take([], [aRow(51)])
    list.take([], [aRow(52)])
    expect(list.rowAt(0)).toEqual(aRow(50))
    runLater()
    await vi.waitFor(() => expect(list.rowAt(0)).toEqual(aRow(53)))
    expect(bench.fetches).toBe(before + 1)
  })

  it('counts what waits when it does not follow', async () => {
    const { list, bench, runLater } = aList(50, { filtered: true, following: false })
    await ready(list)
    bench.newest = 57
    list.take([aRow(3, 'new')], [])
    runLater()
    await vi.waitFor(() => expect(list.state.waiting).toBe(7))
  })
})

describe('a list that cannot be fetched', () => {
  it('says why', async () => {
    const list = createPagedList<Row>({
      fetchPage: () => Promise.reject(new Error('There is no field "colour".')),
      keyOf: (row) => row.key,
      filtered: true,
      startFollowing: true,
      later: () => undefined,
    })
    list.refresh()
    await vi.waitFor(() => expect(list.state.phase).toBe('failed'))
    expect(list.state.fault).toBe('There is no field "colour".')
  })
})

describe('a far row', () => {
  it('comes when it is asked for', async () => {
    const { list } = aList(5000)
    await ready(list)
    await expect(list.load(4999)).resolves.toEqual(aRow(1))
  })

  it('that is not there is null', async () => {
    const { list } = aList(50)
    await ready(list)
    await expect(list.load(50)).resolves.toBeNull()
  })
})
