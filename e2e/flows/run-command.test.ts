import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '#hosts/cli/run/run-command'
import { useCommandLine } from './testing/exam/command-line'
import { serve } from './testing/serve'

const { folder, run: runWith } = useCommandLine()
const run = (...argv: readonly string[]) => runWith(runCommand, argv)

const suite = (name: string, files: Readonly<Record<string, string>>): string => {
  const place = join(folder, name)
  mkdirSync(place)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text)
  return place
}

const PASSES = `name: Paid
tags: [good]
given: {clock: frozen}
steps:
  - sale: {as: order, amount: 1 EUR}
  - expect payment: {of: order, status: success}
`
const FAILS = `name: Declined <b>&
tags: [bad]
given: {clock: frozen}
steps:
  - sale: {as: order, amount: 46.50 EUR, card: decline}
  - expect callback: {of: order, kind: result, body: {payment: {status: success}}}
  - until idle
`

describe('paybench run', () => {
  it('ends with 1 if a step fails, and every report shows the reason and the bytes', async () => {
    const place = suite('mixed', { 'a.yaml': PASSES, 'b.yml': FAILS })
    const out = join(folder, 'out')
    const { code, printed } = await run(
      ...[place, '--jobs', '2', '--session', join(out, 'all.paybench')],
      ...['--report', `junit=${out}/r.xml`, `json=${out}/r.json`, `html=${out}/r.html`],
    )
    expect(code).toBe(1)
    expect(printed).toContain('payment.status: expected "success", was "decline"')
    expect(printed).toMatch(/b\.yml:6\n/)
    expect(printed).toMatch(/1 passed, 1 failed\n$/)

    const xml = readFileSync(join(out, 'r.xml'), 'utf8')
    expect(xml).toContain(
      '<testsuites name="Paybench scenarios" tests="2" failures="1" errors="0" skipped="0"',
    )
    expect(xml).toContain('name="Declined &lt;b&gt;&amp;"')
    expect(xml.replaceAll(/<[^<>]*>|&(amp|lt|gt|quot|#39|#96);/g, '')).not.toMatch(/[<>&]/)

    const json = JSON.parse(readFileSync(join(out, 'r.json'), 'utf8')) as {
      readonly scenarios: readonly {
        readonly state: string
        readonly steps: readonly { readonly state: string }[]
      }[]
    }
    expect(json.scenarios.map(({ state }) => state)).toEqual(['passed', 'failed'])
    expect(json.scenarios[1]?.steps.map(({ state }) => state)).toEqual(['passed', 'failed', 'skipped'])

    const page = readFileSync(join(out, 'r.html'), 'utf8')
    expect(page).toContain('Declined &lt;b&gt;&amp;')
    expect(page).toContain('&quot;status&quot;:&quot;decline&quot;')
    expect(page).not.toMatch(/<script|src=|href=|url\(|@import/)
    expect(readFileSync(join(out, 'all.paybench')).length).toBeGreaterThan(1000)
    expect(existsSync(join(out, 'all-2.paybench'))).toBe(true)
  })

  it('ends with 0 if all selected scenarios pass', async () => {
    const place = suite('chosen', { 'a.yaml': PASSES, 'b.yaml': FAILS })
    expect(await run(place, '--only', 'good')).toMatchObject({ code: 0, said: '' })
  })

  it('reports how far it got if it is asked to stop', async () => {
    const place = suite('stopped', {
      'a.yaml': PASSES,
      'b.yaml': PASSES.replace('Paid', 'Left'),
    })
    const report = join(folder, 'stopped.json')
    const { code, said } = await runWith(runCommand, [place, '--report', `json=${report}`], 'Paid')
    expect(code).toBe(1)
    expect(said).toContain('Stopping. The remaining scenarios do not run')
    const { scenarios } = JSON.parse(readFileSync(report, 'utf8')) as {
      readonly scenarios: readonly { readonly name: string; readonly state: string }[]
    }
    expect(scenarios).toMatchObject([
      { name: 'Paid', state: 'passed' },
      { name: 'Left', state: 'stopped' },
    ])
  })

  it('gives a merchant in another container the host name at which it can reach Paybench', async () => {
    const place = suite('network', {
      'a.yaml': [
        'name: Addresses',
        'steps:',
        '  - sale: {as: order, amount: 1 EUR}',
        '  - expect response: {of: order, body: {status: "${bench.platform} ${bench.merchant}"}}',
        '',
      ].join('\n'),
    })
    const { printed } = await run(place, '--bind', '0.0.0.0', '--allow-host', 'Paybench.test')
    expect(printed).toMatch(/expected "http:\/\/paybench\.test:\d+ http:\/\/paybench\.test:\d+"/)
    const alone = await run(place)
    expect(alone.printed).toMatch(/expected "http:\/\/127\.0\.0\.1:\d+ http:\/\/127\.0\.0\.1:\d+"/)
  })

  it('runs nothing if any file has a mistake', async () => {
    const place = suite('mistaken', { 'a.yaml': PASSES, 'b.yaml': 'name: B\nsteps:\n  - sal: {}\n' })
    const report = join(place, 'report.xml')
    const { code, printed, said } = await run(place, '--report', `junit=${report}`)
    expect([code, printed]).toEqual([2, ''])
    const mistake = 'b.yaml:3:5: steps[0].sal: is not known here. Did you mean sale?'
    expect(said).toContain(mistake)
    expect(said).toContain('Nothing was run.')
    const xml = readFileSync(report, 'utf8')
    expect(xml).toContain('tests="1" failures="0" errors="1"')
    expect(/<error message="([^"]*)"/.exec(xml)?.[1]).toContain(mistake)
  })

  it('sends to another computer only if the command line names it', async () => {
    const asked: string[] = []
    let other = ''
    const here = await serve(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(302, { Location: `${other}/next` }).end()
    })
    other = here.replace('127.0.0.1', '0.0.0.0')
    const request = (address: string, more = ''): string =>
      `name: A\nvariables: {shop: '${address}'}\nsteps:\n  - sale: {as: order, amount: 1 EUR}\n  - request: {url: "\${shop}/checkout"${more}}\n`
    const place = suite('elsewhere', { 'a.yaml': request(other), 'b.yaml': PASSES })
    const refused = await run(place)
    expect([refused.code, refused.printed, asked]).toEqual([2, '', []])
    expect(refused.said).toBe(
      `${join(place, 'a.yaml')}:5: It sends to 0.0.0.0 (${other}/checkout), which is not this computer, and nobody has allowed it. Add --i-may-test 0.0.0.0 if you may test it.\nNothing was run.`,
    )
    expect((await run(place, '--i-may-test', '0.0.0.0')).code).toBe(0)
    expect((await run(place, '--var', `shop=${other}`)).code).toBe(0)
    expect(asked).toEqual(['/checkout', '/checkout'])

    // A redirect is known only once it arrives.
    const redirected = suite('redirected', {
      'a.yaml': request(here, ', follow: true'),
    })
    const late = await run(redirected)
    expect(late.code).toBe(1)
    expect(late.printed).toContain('Nothing was sent to 0.0.0.0')
    expect(late.printed).toContain('Add --i-may-test 0.0.0.0 if you may test it.')
    expect(asked.slice(2)).toEqual(['/checkout'])
  })

  it('ends with 2 if a variable has no value', async () => {
    const place = suite('variables', { 'a.yaml': `variables: {key: {secret: true}}\n${PASSES}` })
    const { code, printed } = await run(place)
    expect(code).toBe(2)
    expect(printed).toContain('The variable key has no value. Give it with --var key=….')
    expect((await run(place, '--var', 'key=a')).code).toBe(0)
  })

  it.each([
    [[], 'Name a scenario file'],
    [['nowhere.yaml'], 'There is no such file or folder'],
    [['a', '--report', 'pdf=a'], 'is not a report'],
    [['a', '--jobs', '0'], 'is not a whole number'],
    [['a', '--var', 'x'], 'has no value'],
    [['a', '--onyl', 'x'], 'Did you mean --only?'],
    [['a', '--only'], 'The value is missing'],
    [['a', '--bind', 'http://a'], 'is not an address or a host name'],
    [['a', '--allow-host', 'a:80'], 'Give it without a scheme or port'],
  ])('ends with 2 for %j', async (argv, says) => {
    const { code, said } = await run(...argv)
    expect(code).toBe(2)
    expect(said).toContain(says)
  })
})

describe('foreign text', () => {
  it('does not put a secret, card number or cookie into a report, and cannot control the terminal', async () => {
    const secret = 'hunter2-hunter2'
    const basic = Buffer.from(`shop:${secret}`).toString('base64')
    const shop = await serve((_, response) => {
      response.writeHead(200, { 'Set-Cookie': 'basket=b-4711', 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ basic, pan: '4000000000000077', word: '\u001b[2K\n::error::forged' }))
    })
    const place = suite('strangers', {
      'a.yaml': `name: "\\e[31mA\\n::error::forged"
variables: {key: {secret: true}}
given: {clock: frozen}
steps:
  - request:
      url: ${shop}/?pan=4000000000000077
      headers: {Authorization: "Basic ${basic}"}
    expect: {body: {word: other, basic: other, pan: other}}
`,
    })
    const files = ['json', 'junit', 'html'].map((kind) => join(folder, `strangers.${kind}`))
    const reports = ['json', 'junit', 'html'].map((kind, at) => `${kind}=${files[at] ?? ''}`)
    const { code, printed, said } = await run(place, '--var', `key=${secret}`, '--report', ...reports)
    expect(said).toBe('')
    expect(code).toBe(1)
    expect(printed).toMatch(/^FAILED {5}\\u\{1B\}\[31mA\\u\{A\}::error::forged \(/)
    expect(printed).not.toMatch(/^\s*::/m)
    expect(printed).not.toContain('\u001b')
    const all = [printed, ...files.map((file) => readFileSync(file, 'utf8'))]
    for (const text of all) expect(text).not.toMatch(/aHVudGVy|odW50ZXIy|4000000000000077|b-4711/)
    expect(all[1]).toContain('400000******0077')
  })
})
