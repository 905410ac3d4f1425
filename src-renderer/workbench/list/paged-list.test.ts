import { describe, expect, it, vi } from 'vitest'
import { createPagedList, type PagedList } from './paged-list'

interface Row {
  readonly key: string
  readonly word: string
}

const aRow = (number: number, word = 'old'): Row => ({ key: `k${number}`, word })

/**
 * A bench whose newest row has the number `newest`; a cursor is the number of the last row returned. While it is
 * `held`, requests wait until the test lets them continue.
 */
function aBench(newest: number) {
  const bench = { newest, oldest: 1, fetches: 0, held: false, waiting: [] as (() => void)[] }
  const fetchPage = async (cursor: string | null, limit: number, skip: number) => {
    bench.fetches += 1
    if (bench.held) await new Promise<void>((resume) => bench.waiting.push(resume))
    const first = (cursor === null ? bench.newest : Number(cursor) - 1) - skip
    const length = Math.max(0, Math.min(limit, first - bench.oldest + 1))
    const items = Array.from({ length }, (_, index) => aRow(first - index))
    const last = first - length + 1
    const more = length > 0 && last > bench.oldest
    return { items, total: bench.newest - bench.oldest + 1, ...(more ? { next: String(last) } : {}) }
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

async function aReadyList(...given: Parameters<typeof aList>) {
  const made = aList(...given)
  await ready(made.list)
  return made
}

describe('a long list', () => {
  it('knows its length before it knows its rows', async () => {
    const { list } = await aReadyList(100_000)
    expect(list.state.paging.total).toBe(100_000)
    expect(list.rowAt(0)).toEqual(aRow(100_000))
    expect(list.rowAt(5000)).toBeUndefined()
  })

  it('fetches both pages that the screen spans, and no others', async () => {
    const { list, bench } = await aReadyList(100_000)
    const before = bench.fetches
    list.want(50_190, 50_210)
    await vi.waitFor(() => {
      expect(list.rowAt(50_190)).toEqual(aRow(100_000 - 50_190))
      expect(list.rowAt(50_210)).toEqual(aRow(100_000 - 50_210))
    })
    expect(bench.fetches).toBe(before + 2)
  })

  it('shows the rows in their places, in whatever order the tester visits them', async () => {
    const { list } = await aReadyList(3001)
    for (const first of [2960, 1390, 195, 1600, 2795, 390, 0, 2000]) {
      list.want(first, first + 40)
      await vi.waitFor(() => expect([list.rowAt(first), list.rowAt(first + 40)]).not.toContain(undefined))
      for (let row = first; row <= first + 40; row += 1) expect(list.rowAt(row)).toEqual(aRow(3001 - row))
    }
  })

  it('keeps distant rows in place while new rows arrive', async () => {
    const { list, bench } = await aReadyList(100_000, { following: false })
    bench.newest += 500
    list.want(70_000, 70_040)
    await vi.waitFor(() => expect(list.rowAt(70_040)).toEqual(aRow(29_960)))
    bench.newest += 500
    list.want(99_960, 99_999)
    await vi.waitFor(() => expect(list.rowAt(99_999)).toEqual(aRow(1)))
    expect(list.state.paging.total).toBe(100_000)
  })

  it('shifts down a page in flight if rows are added on top', async () => {
    const { list, bench } = await aReadyList(100_000)
    bench.held = true
    list.want(50_000, 50_040)
    bench.newest += 2
    list.take([], [aRow(100_001), aRow(100_002)])
    bench.held = false
    bench.waiting.splice(0).forEach((resume) => resume())
    await vi.waitFor(() => expect(list.rowAt(50_002)).toEqual(aRow(50_000)))
  })

  it('has one fetch in flight at a time, and then fetches only the rows visible when it ends', async () => {
    const { list, bench } = await aReadyList(100_000)
    const before = bench.fetches
    bench.held = true
    for (let first = 1000; first < 90_000; first += 1000) list.want(first, first + 40)
    expect(bench.fetches).toBe(before + 1)
    list.want(99_960, 99_999)
    bench.held = false
    bench.waiting.splice(0).forEach((resume) => resume())
    await vi.waitFor(() => expect(list.rowAt(99_999)).toEqual(aRow(1)))
    expect(bench.fetches).toBe(before + 2)
    expect(list.rowAt(2000)).toBeUndefined()
  })

  it('notices that its oldest rows are gone', async () => {
    const { list, bench } = await aReadyList(20_000)
    bench.oldest = 8100
    list.want(19_960, 19_999)
    await vi.waitFor(() => expect(list.state.paging.total).toBe(11_901))
    list.want(11_861, 11_900)
    await vi.waitFor(() => expect(list.rowAt(11_900)).toEqual(aRow(8100)))
    expect(list.state.paging.total).toBe(11_901)
  })
})

describe('live changes', () => {
  it('replace rows in place', async () => {
    const { list } = await aReadyList(50)
    list.take([aRow(40, 'new')], [])
    expect(list.rowAt(10)).toEqual(aRow(40, 'new'))
  })

  it('put new rows on top while the list follows', async () => {
    const { list, bench } = await aReadyList(50)
    const before = bench.fetches
    list.take([aRow(52, 'newer')], [aRow(51), aRow(52)])
    expect([list.rowAt(0), list.rowAt(1), list.rowAt(2)]).toEqual([aRow(52, 'newer'), aRow(51), aRow(50)])
    expect(list.state.paging.total).toBe(52)
    expect(bench.fetches).toBe(before)
  })

  it('keep new rows waiting once the tester has moved away, and show them on request', async () => {
    const { list, bench } = await aReadyList(50)
    list.follow(false)
    list.take([], [aRow(51), aRow(52)])
    bench.newest = 52
    expect(list.state.waiting).toBe(2)
    expect(list.rowAt(0)).toEqual(aRow(50))
    list.follow(true)
    await vi.waitFor(() => expect(list.rowAt(0)).toEqual(aRow(52)))
    expect(list.state.waiting).toBe(0)
  })

  it('count a row only once even if it arrives twice', async () => {
    const { list } = await aReadyList(50)
    list.take([], [aRow(51)])
    list.take([], [aRow(51, 'again')])
    expect(list.state.paging.total).toBe(51)
    expect(list.rowAt(0)).toEqual(aRow(51, 'again'))
  })

  it('show the first row at once even if the list does not follow', async () => {
    const { list } = await aReadyList(0, { following: false })
    list.take([], [aRow(1)])
    expect(list.rowAt(0)).toEqual(aRow(1))
    expect(list.state.waiting).toBe(0)
    list.take([], [aRow(2)])
    expect(list.rowAt(0)).toEqual(aRow(1))
    expect(list.state.waiting).toBe(1)
  })

  it('that arrive before the newest page are not lost', async () => {
    const { list } = aList(50)
    list.take([], [aRow(51)])
    await ready(list)
    await vi.waitFor(() => expect(list.rowAt(0)).toEqual(aRow(51)))
  })
})

describe('a filtered list', () => {
  it('fetches its rows again, once for many changes', async () => {
    const { list, bench, runLater } = await aReadyList(50, { filtered: true })
    const before = bench.fetches
    bench.newest = 53
    list.take([], [aRow(51)])
    list.take([], [aRow(52)])
    expect(list.rowAt(0)).toEqual(aRow(50))
    runLater()
    await vi.waitFor(() => expect(list.rowAt(0)).toEqual(aRow(53)))
    expect(bench.fetches).toBe(before + 1)
  })

  it('counts the waiting rows if it does not follow', async () => {
    const { list, bench, runLater } = await aReadyList(50, { filtered: true, following: false })
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
    expect(list.state.error).toBe('There is no field "colour".')
  })
})
