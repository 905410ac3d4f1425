import { describe, expect, it } from 'vitest'
import { talk } from '#net/testing/raw-client'
import type { Params } from '#protocol/methods'
import { anOpening, openByLink } from './testing/form-client'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { aGeneral, aSale, callbackOf, newestExchange, OWN_CARD } from './testing/requests'
import { signed } from './testing/signer'
import { exchange } from './testing/wire-client'

const SALE = '/v2/payment/card/sale'

const { bench } = useFlowBench({ per: 'test', callbackUrl: null })

/** Exports all parts; returns them concatenated, with the number of requests that the window shows. */
async function exportAll(
  params: Params<'traffic.exportHar'>,
): Promise<{ readonly text: string; readonly count: number }> {
  let text = ''
  let count = 0
  let cursor: string | undefined
  do {
    const part = await bench.call('traffic.exportHar', {
      ...params,
      ...(cursor === undefined ? {} : { cursor }),
    })
    text += part.text
    count += part.entries
    cursor = part.next
  } while (cursor !== undefined)
  return { text, count }
}

const archive = async (params: Params<'traffic.exportHar'>): Promise<string> => (await exportAll(params)).text

async function importArchive(text: string, step = text.length): Promise<{ readonly imported: number }> {
  let result = await bench.call('traffic.importHar', { text: text.slice(0, step), end: step >= text.length })
  for (let at = step; at < text.length; at += step) {
    const { upload } = result
    const end = at + step >= text.length
    result = await bench.call('traffic.importHar', { upload, text: text.slice(at, at + step), end })
  }
  while (!result.done) result = await bench.call('traffic.importHar', { upload: result.upload })
  return result
}

/** Imports an archive with one POST. */
async function importEntry(request: object, response: object, own: object = {}): Promise<void> {
  const whole = { method: 'POST', httpVersion: 'HTTP/1.1', ...request }
  const entry = { startedDateTime: '2031-04-09T16:20:05.000Z', time: 3, request: whole, response, ...own }
  await importArchive(JSON.stringify({ log: { version: '1.2', creator: {}, entries: [entry] } }))
}

/** Everything in an archive except the values that an import creates itself. */
function comparable(text: string): readonly unknown[] {
  const { log } = JSON.parse(text) as { log: { entries: Record<string, unknown>[] } }
  return log.entries.map(({ _paybench, ...entry }) => {
    const {
      id: _id,
      source: _source,
      replayOf: _replay,
      callbackId: _callback,
      attempt: _n,
      ...own
    } = _paybench as Record<string, unknown>
    return { ...entry, own }
  })
}

describe('archives', () => {
  const fill = async (): Promise<void> => {
    await bench.call('projects.update', {
      projectId: PROJECT.id,
      callbackUrl: `${bench.ready.merchant}/callbacks`,
    })
    await bench.post(SALE, aSale('har-1'))
    await bench.settle()
    await bench.post(SALE, aSale('har-1'))
    await openByLink(bench, anOpening('har-2'))
    await exchange(`${bench.ready.merchant}/binary`, { body: new Uint8Array([0, 255, 128, 10]) })
    await talk(bench.ready.platform, '\x16\x03\x01 no HTTP\r\n\r\n')
  }

  it('of everything are the same after an import and another export', async () => {
    await fill()
    const text = await archive({})
    const before = await bench.call('traffic.list', { limit: 500 })
    expect(before.total).toBe(6)
    expect((await importArchive(text, 997)).imported).toBe(6)
    const imported = await bench.call('traffic.list', { query: 'source:imported', limit: 500 })
    expect(imported.total).toBe(6)
    expect(imported.items.map(({ path, status, refusal }) => [path, status, refusal])).toEqual(
      before.items.map(({ path, status, refusal }) => [path, status, refusal]),
    )
    const again = await archive({ query: 'source:imported' })
    expect(withoutVerdicts(comparable(again))).toEqual(withoutVerdicts(comparable(text)))
  })

  it('contain a callback and its request at the capture server only once', async () => {
    await fill()
    const { attempts } = await callbackOf(bench, 'har-1')
    expect(attempts[0]?.captureId).toBeDefined()
    const all = await exportAll({})
    const { log } = JSON.parse(all.text) as {
      log: { entries: { request: { url: string } }[] }
    }
    const paths = log.entries.map(({ request }) => new URL(request.url).pathname)
    expect(paths.filter((path) => path === '/callbacks')).toHaveLength(1)
    expect([all.count, log.entries.length, (await bench.call('traffic.list', {})).total]).toEqual([6, 6, 6])
    expect((await importArchive(all.text)).imported).toBe(6)
    // Together with the originals, nothing is counted twice.
    const both = await exportAll({})
    expect([both.count, (await bench.call('traffic.list', {})).total]).toEqual([12, 12])
  })

  /** Verdicts on signatures are computed again on import, from the data that exists then. */
  const withoutVerdicts = (compared: unknown): unknown =>
    JSON.parse(JSON.stringify(compared), (key, value: unknown) => (key === 'verdict' ? undefined : value))

  it('do not become part of the timelines of the payments that they name', async () => {
    await fill()
    const key = (await bench.call('payments.list', { query: 'har-1' })).items[0]?.key ?? ''
    const before = (await bench.call('payments.get', { key })).timeline
    expect(before.length).toBeGreaterThan(3)
    await importArchive(await archive({ query: '' }))
    expect((await bench.call('exchanges.list', { paymentKey: key, query: 'source:imported' })).total).toBe(3)
    expect((await bench.call('exchanges.list', { paymentKey: key, query: '-source:imported' })).total).toBe(2)
    expect((await bench.call('payments.get', { key })).timeline).toEqual(before)
  })

  it('of selected messages contain callbacks with every attempt', async () => {
    await fill()
    const { id } = await callbackOf(bench, 'har-1')
    const ids = [id, await newestExchange(bench, 'source:form')]
    const { log } = JSON.parse(await archive({ ids })) as {
      log: { entries: { request: { url: string; method: string }; _paybench: { source: string } }[] }
    }
    expect(log.entries.map(({ _paybench, request }) => [_paybench.source, request.method])).toEqual([
      ['callback', 'POST'],
      ['form', 'GET'],
    ])
    expect(log.entries[0]?.request.url).toBe(`${bench.ready.merchant}/callbacks`)
    const everything = JSON.parse(await archive({ callbacks: true })) as { log: { entries: unknown[] } }
    // The result callback went to our own capture server: it is in the file once.
    expect(everything.log.entries).toHaveLength(6)
    const sent = JSON.parse(await archive({ list: 'callbacks', query: 'kind:result' })) as {
      log: { entries: unknown[] }
    }
    expect(sent.log.entries).toHaveLength(1)
    expect(await bench.refused('traffic.exportHar', { ids: ['ex_none'] })).toBe('not_found')
    expect(await bench.refused('traffic.exportHar', { cursor: 'x' })).toBe('invalid_params cursor')
  })

  it('never bring in a card number', async () => {
    const content = { text: `echo ${OWN_CARD}` }
    const _paybench = {
      ...{ version: 1, id: 'ex_1', source: 'api', virtualTime: '2031-04-09T16:20:05.000Z' },
      target: `/pay?pan=${OWN_CARD}`,
      refusal: { code: '2001', message: `Refused: ${OWN_CARD}.`, field: OWN_CARD, contract: '5.5' },
    }
    await importEntry(
      {
        url: `https://shop.example/pay?pan=${OWN_CARD}`,
        headers: [{ name: 'X-Card', value: OWN_CARD }],
        postData: { mimeType: 'application/json', text: `{"card":{"pan":"${OWN_CARD}","cvv":"123"}}` },
      },
      { status: 200, httpVersion: 'HTTP/1.1', headers: [], content },
      { _paybench },
    )
    const detail = await bench.call('traffic.get', { id: await newestExchange(bench) })
    expect(detail).toMatchObject({ source: 'imported', secure: true, status: 200, refusal: { code: '2001' } })
    expect(detail.masked).toHaveLength(2)
    expect(JSON.stringify(detail)).not.toContain(OWN_CARD)
    expect((await bench.call('traffic.list', { query: OWN_CARD })).total).toBe(0)
  })

  it('contain requests that can be sent to a listener of Paybench', async () => {
    const body = JSON.stringify(signed({ general: aGeneral('from-a-file') }, PROJECT.secret))
    await importEntry(
      {
        url: 'https://platform.example/v2/payment/status',
        httpVersion: 'h2',
        headers: [
          { name: ':authority', value: 'platform.example' },
          { name: 'content-type', value: 'application/json' },
        ],
        postData: { mimeType: 'application/json', text: body },
      },
      { status: 0, httpVersion: '', headers: [], content: {} },
    )
    const id = await newestExchange(bench)
    expect(await bench.call('traffic.get', { id })).toMatchObject({
      signatureState: 'valid',
      projectId: PROJECT.id,
    })
    expect(await bench.refused('exchanges.resend', { id, signing: 'keep' })).toBe('invalid_params to')
    const { exchange: made } = await bench.call('exchanges.resend', {
      id,
      signing: 'keep',
      to: 'platform',
    })
    expect(made).toMatchObject({ source: 'api', path: '/v2/payment/status', status: 200, replayOf: id })
  })

  it('with an error anywhere change nothing', async () => {
    await fill()
    const text = await archive({})
    const { total } = await bench.call('traffic.list', {})
    const cut = await bench.refusal('traffic.importHar', { text: text.slice(0, -20), end: true })
    expect(cut.message).toContain('Nothing was imported.')
    const at = text.lastIndexOf('"method":"POST"')
    const wrong = `${text.slice(0, at)}"method":17${text.slice(at + 15)}`
    const fault = await bench.refusal('traffic.importHar', { text: wrong, end: true })
    expect(fault.issues?.[0]?.field).toMatch(/^log\.entries\[\d\]\.request\.method$/)
    expect(fault.message).toMatch(/^Line \d+, log\.entries/)
    expect((await bench.call('traffic.list', {})).total).toBe(total)

    const started = await bench.call('traffic.importHar', { text: text.slice(0, 100) })
    await bench.call('traffic.importHar', { upload: started.upload, cancel: true })
    expect(await bench.refused('traffic.importHar', { upload: started.upload, end: true })).toBe('not_found')
  })
})
