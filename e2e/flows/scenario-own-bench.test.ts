import { describe, expect, it, onTestFinished } from 'vitest'
import { openReceiver } from '#e2e/fixtures/merchant/receiver'
import { changingScenario } from './testing/changing-scenario'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { serve } from './testing/serve'

const { bench } = useFlowBench({ per: 'test' })

const FILE = 'mine.yaml'
const save = (text: string) => bench.call('scenarios.save', { file: FILE, text, version: null })
const untilEnded = async () => {
  const run = async () => (await bench.call('scenarios.get', { file: FILE })).run
  await expect
    .poll(async () => (await run())?.state, { timeout: 20_000 })
    .toMatch(/passed|failed|stopped|broken/)
  return run()
}

/** Everything in the tester's bench that a run could change. */
const state = async () => {
  const { now, mode } = await bench.call('clock.get', {})
  return {
    ...{ now, mode },
    projects: (await bench.call('projects.list', {})).items,
    faults: (await bench.call('faults.list', {})).rules,
    answers: (await bench.call('answers.list', {})).rules,
    payments: (await bench.call('payments.list', {})).total,
    exchanges: (await bench.call('exchanges.list', {})).total,
  }
}

const CHANGES = `${changingScenario('capture')}  - advance: 30 min\n`

/** Serves on this computer, at loopback (`here`) and at an address that is not loopback (`other`). */
async function openOther(
  respond: (url: string) => { status: number; headers: Record<string, string>; body?: string },
) {
  const asked: string[] = []
  const here = await serve((request, response) => {
    asked.push(request.url ?? '')
    const { status, headers, body = '' } = respond(request.url ?? '')
    response.writeHead(status, headers).end(body)
  })
  return { asked, here, other: here.replace('127.0.0.1', '0.0.0.0') }
}

describe('a scenario run', () => {
  it('by default changes nothing in the bench of the tester, and shows its messages without links', async () => {
    await save(CHANGES)
    const before = await state()
    await bench.call('scenarios.run', { files: [FILE] })
    const run = await untilEnded()
    expect(run?.results.find(({ failure }) => failure !== null)?.failure ?? run?.failure).toBeNull()
    expect(run).toMatchObject({ state: 'passed', here: false, payments: [{ key: null }] })
    const evidence = run?.results[0]?.evidence[0]
    expect(evidence).toMatchObject({
      reference: null,
      request: expect.stringContaining('"payment_id":"order-'),
    })
    expect(await state()).toEqual(before)
  })

  it('reaches the merchant of the project, with the secret that the merchant knows', async () => {
    const merchant = await openReceiver()
    onTestFinished(() => merchant.close())
    await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl: merchant.url })
    await save(`name: At the merchant
given: { clock: frozen, project: { id: ${PROJECT.id} } }
steps:
  - sale: { as: order, amount: 1 EUR }
  - expect callback: { of: order, kind: result, answer: 200 }
`)
    await bench.call('scenarios.run', { files: [FILE] })
    expect(await untilEnded()).toMatchObject({ state: 'passed' })
    const body = merchant.received[0]?.body ?? ''
    // This bench has the secret of the tester and no payment of the run.
    const { signature } = await bench.call('signature.sign', { body, projectId: PROJECT.id })
    expect(JSON.parse(body)).toMatchObject({ project_id: PROJECT.id, signature })
    expect((await bench.call('payments.list', {})).total).toBe(0)
  })
})

describe('before a run starts,', () => {
  it('the tester sees everything that the run will change in this bench, and what will be restored', async () => {
    await save(CHANGES)
    const { moves, hosts } = await bench.call('scenarios.effects', { files: [FILE] })
    expect(hosts).toEqual([])
    const texts = (isTakenBack: boolean) =>
      moves.filter(({ takenBack }) => takenBack === isTakenBack).map(({ text }) => text)
    expect(texts(true)).toEqual([
      expect.stringMatching(/^Project 9041 “.*”: callbacks go to the capture server, not to http:/),
      expect.stringMatching(/^Project 9041 “.*”: these switches change: lenientSignatures\.$/),
      'The mode of the clock: frozen (given).',
      'A response rule for the project, before all others: the capture server responds with 500, 200 (given).',
      'Fault rules for callbacks of the project: duplicate (given).',
    ])
    expect(texts(false)).toEqual([
      'If the clock is frozen, it advances while a step waits: line 10. Its time does not go back.',
      'The clock goes forward: 30 min (line 11). Its time does not go back.',
    ])
  })

  it('the tester must consent to every host that is not this computer', async () => {
    const { asked, other } = await openOther(() => ({ status: 200, headers: {} }))
    await save(`name: Elsewhere
variables: { shop: '${other}' }
steps:
  - sale: { as: order, amount: 1 EUR }
  - request: { url: '\${shop}/checkout' }
`)
    const needed = { file: FILE, host: '0.0.0.0', line: 5, address: `${other}/checkout` }
    expect((await bench.call('scenarios.effects', { files: [FILE] })).hosts).toEqual([needed])
    for (const refusal of [
      await bench.refusal('scenarios.run', { files: [FILE] }),
      await bench.refusal('scenarios.step', { file: FILE }),
    ]) {
      expect(refusal).toMatchObject({ code: 'invalid_params', issues: [{ field: 'hosts' }] })
      expect(refusal.message).toContain('mine.yaml, line 5, sends to 0.0.0.0')
    }
    expect(asked).toEqual([])
    await bench.call('scenarios.run', { files: [FILE], hosts: ['0.0.0.0'] })
    expect(await untilEnded()).toMatchObject({ state: 'passed' })
    expect(asked).toEqual(['/checkout'])
    // The consent was valid for that run only.
    expect((await bench.refusal('scenarios.run', { files: [FILE] })).code).toBe('invalid_params')
  })

  it.each([
    ['a redirect', '{ url: "HERE/redirect", follow: true }', ''],
    ['a link on a page', '{ as: page, url: "HERE/page" }', '  - request: { url: "${page.body.link}" }\n'],
    [
      'a callback address',
      '{ as: page, url: "HERE/page" }',
      '  - sale: { as: order, amount: 1 EUR, body: { general: { merchant_callback_url: "${page.body.link}" } } }\n',
    ],
  ])('no consent covers a host that is known only during the run: %s', async (_, first, more) => {
    const { asked, here, other } = await openOther((url) =>
      url === '/redirect'
        ? { status: 302, headers: { Location: `${other}/secret` } }
        : { status: 200, headers: {}, body: JSON.stringify({ link: `${other}/secret` }) },
    )
    await save(`name: Elsewhere\nsteps:\n  - request: ${first.replace('HERE', here)}\n${more}`)
    await bench.call('scenarios.run', { files: [FILE] })
    const run = await untilEnded()
    expect(run?.results.at(-1)?.failure?.message).toMatch(
      /^Nothing was sent to 0\.0\.0\.0: it is not this computer/,
    )
    expect(asked.filter((url) => url === '/secret')).toEqual([])
    // The next run requests consent.
    expect((await bench.call('scenarios.effects', { files: [FILE] })).hosts).toEqual([
      { file: FILE, host: '0.0.0.0', line: null, address: '0.0.0.0' },
    ])
  })

  it('hosts to which a project of the tester sends its callbacks need no consent', async () => {
    const { asked, other } = await openOther(() => ({ status: 200, headers: {} }))
    await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl: `${other}/callbacks` })
    await save(`name: Mine\nsteps:\n  - request: { url: '${other}/checkout' }\n`)
    await bench.call('scenarios.run', { files: [FILE] })
    expect(await untilEnded()).toMatchObject({ state: 'passed' })
    expect(asked).toEqual(['/checkout'])
  })
})
