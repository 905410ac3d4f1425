import { describe, expect, it, afterEach, vi } from 'vitest'
import { parametersOf, refusedParameter } from './ExchangePane'
import type { ExchangeDetail } from '#protocol/messages'
import { EVERYTHING, NO_SELECTION } from '#window/list/selection'
import { chosenOf, harParams } from './copy-many'
import { createBenchClient } from '#protocol/client'
import { clientMessage, type ServerMessage } from '#protocol/protocol'
import { infoStore } from '#window/state/info'
import { toastStore } from '#window/state/toasts'
import { importHar, isHarFile } from './har-jobs'

const detail = (change: Partial<ExchangeDetail>) =>
  ({ path: '/payment', headers: [], body: '', ...change }) as unknown as ExchangeDetail

describe('the parameters of a request', () => {
  it('are those of its query, decoded and in the same order', () => {
    expect(parametersOf(detail({ path: '/payment?b=%C3%A9+x&a=1&b' }))).toEqual([
      { place: 'query', name: 'b', value: 'é x' },
      { place: 'query', name: 'a', value: '1' },
      { place: 'query', name: 'b', value: '' },
    ])
    expect(parametersOf(detail({}))).toEqual([])
  })

  it('include those of a form-encoded body, but of no other body', () => {
    const headers: [string, string][] = [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']]
    expect(parametersOf(detail({ headers, body: 'a=ü' }))).toEqual([{ place: 'body', name: 'a', value: 'ü' }])
    expect(parametersOf(detail({ body: 'a=1' }))).toEqual([])
  })

  it('are found by the field of a refusal', () => {
    const parameters = parametersOf(detail({ path: '/payment?a=1&shipping=2&a=3' }))
    expect(refusedParameter(parameters, 'a')).toBe(2)
    expect(refusedParameter(parameters, 'shipping.shipping.type')).toBe(1)
    expect(refusedParameter(parameters, 'signature')).toBe(-1)
  })
})

const LIST = { list: 'traffic', query: 'refused:yes', projectId: 7, count: 100_000 } as const
const keys = (...ids: readonly string[]) => ({ kind: 'keys', keys: new Set(ids) }) as const

describe('the messages that a command applies to', () => {
  it('are the row, the chosen rows, or the whole list', () => {
    expect(chosenOf(NO_SELECTION, 'a', LIST)).toEqual({ kind: 'ids', ids: ['a'] })
    expect(chosenOf(keys('a', 'b'), 'a', LIST)).toEqual({ kind: 'ids', ids: ['a', 'b'] })
    expect(chosenOf(keys('a'), 'c', LIST)).toEqual({ kind: 'ids', ids: ['c'] })
    expect(chosenOf(EVERYTHING, 'a', LIST)).toEqual({ kind: 'list', ...LIST })
  })

  it('are exported to an archive by ids or by the filter', () => {
    expect(harParams({ kind: 'ids', ids: ['a'] })).toEqual({ ids: ['a'] })
    expect(harParams(chosenOf(EVERYTHING, 'a', LIST))).toEqual({ query: 'refused:yes', projectId: 7 })
    expect(harParams({ kind: 'list', list: 'captures', count: 3 })).toEqual({ sources: ['capture'] })
    expect(harParams({ kind: 'list', list: 'callbacks', query: 'kind:result', count: 3 })).toEqual({
      list: 'callbacks',
      query: 'kind:result',
    })
  })
})

const TAKEN = { upload: 'up_1', read: 1, imported: 0, skipped: 0, total: null, done: false }

/** A bench that accepts the first part of a file and refuses every later call; it records the calls. */
function aBenchThatGivesUp() {
  const asked: unknown[] = []
  const client = createBenchClient()
  let emit: (message: ServerMessage) => void = () => undefined
  client.attach({
    onMessage(listener) {
      emit = listener
      return () => undefined
    },
    send(message) {
      const read = clientMessage.parse(message)
      if (read.type !== 'call') return
      const { id, params } = read
      asked.push(params)
      const isFirst = asked.length === 1
      queueMicrotask(() => {
        emit(
          isFirst
            ? { type: 'result', id, result: TAKEN }
            : { type: 'error', id, error: { code: 'invalid_params', message: 'That is not an archive.' } },
        )
      })
    },
  })
  return { client, asked }
}

const newest = () => toastStore.getState().toasts[0]?.text

describe('the import of an archive', () => {
  afterEach(() => {
    toastStore.setState({ toasts: [] })
    infoStore.setState({ status: 'connecting' })
  })

  it('names the file that cannot be read', async () => {
    infoStore.setState({ status: 'connected' })
    importHar(aBenchThatGivesUp().client, new File([new Uint8Array([0xff, 0xfe])], 'picture.har'))
    await vi.waitFor(() => expect(newest()).toMatch(/^picture\.har: It is not UTF-8 text/))
  })

  it('releases the upload if Paybench refuses a later part', async () => {
    const { client, asked } = aBenchThatGivesUp()
    infoStore.setState({ status: 'connected' })
    importHar(client, new File(['x'.repeat(1_100_000), 'y'.repeat(10)], 'long.har'))
    await vi.waitFor(() => expect(newest()).toBe('long.har: That is not an archive.'))
    expect(asked.at(-1)).toEqual({ upload: 'up_1', cancel: true })
  })

  it('recognises an archive by its name', () => {
    expect(isHarFile({ name: 'Shop.HAR' })).toBe(true)
    expect(isHarFile({ name: 'shop.paybench' })).toBe(false)
  })
})
