import { beforeAll, describe, expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'
import { CARDS, merchantOf } from './testing/requests'
import { SEARCHED_LISTS, type SearchedList } from '#domain/query/everything'

const { bench } = useFlowBench({ per: 'file' })

beforeAll(async () => {
  await merchantOf(bench).sale('tea-1', { pan: CARDS.success })
  await merchantOf(bench).sold('tea-2', { pan: CARDS.decline })
})

/** How many items each list has; null if the search left it out. */
async function totals(query: string): Promise<Readonly<Record<SearchedList, number | null>>> {
  const found = await bench.call('search.all', { query })
  const totalOf = (list: SearchedList): number | null => (found[list].searched ? found[list].total : null)
  return {
    payments: totalOf('payments'),
    callbacks: totalOf('callbacks'),
    captures: totalOf('captures'),
    exchanges: totalOf('exchanges'),
  }
}

describe('a search over everything', () => {
  it('finds a payment and each of its messages in one call', async () => {
    const found = await bench.call('search.all', { query: 'tea-1' })
    expect(found.payments).toMatchObject({ total: 1, items: [{ paymentId: 'tea-1' }] })
    expect(found.exchanges).toMatchObject({ items: [{ paymentId: 'tea-1', source: 'api' }] })
    for (const list of ['callbacks', 'captures'] as const) {
      expect(found[list]).toMatchObject({ searched: true, items: [{ paymentId: 'tea-1' }] })
    }
  })

  it('agrees with the lists themselves', async () => {
    for (const query of ['tea', 'status:200', 'project:1', 'created:1d', '-tea', 'replay:no mark:no', '']) {
      const found = await bench.call('search.all', { query, limit: 1 })
      for (const list of SEARCHED_LISTS) {
        const mine = found[list]
        if (!mine.searched) continue
        const page = await bench.call(`${list}.list`, { query, limit: 1 })
        expect({ items: mine.items, total: mine.total }, `${list} ${query}`).toEqual({
          items: page.items,
          total: page.total,
        })
      }
    }
  })

  it('leaves out lists that do not know a field, and says why', async () => {
    expect(await totals('status:decline')).toMatchObject({ payments: 1, callbacks: null, captures: null })
    expect(await totals('signature:valid')).toMatchObject({ payments: null, callbacks: null, exchanges: 2 })
    const { payments } = await bench.call('search.all', { query: 'source:api' })
    expect(payments).toEqual({
      searched: false,
      reason: expect.stringMatching(/^There is no field "source"\. .*put it in quotes\.$/),
    })
  })

  it('refuses a query that no list can follow, with the reasons', async () => {
    const refusal = async (query: string): Promise<string> => {
      try {
        await bench.call('search.all', { query })
        return 'nothing was refused'
      } catch (error) {
        return String(error)
      }
    }
    expect(await refusal('amuont>5')).toMatch(
      /invalid_params.*it is not valid for any list. There is no field .*amuont.*Did you mean .*amount.*"field":"query"/,
    )
    expect(await refusal('"open')).toContain(
      'it is not valid for any list. A quotation mark is missing at the end.',
    )
    expect(await refusal('status:decline signature:valid')).toContain('There is no field')
    await expect(bench.call('search.all', { query: 'tea', limit: 51 })).rejects.toThrow('invalid_params')
  })
})
