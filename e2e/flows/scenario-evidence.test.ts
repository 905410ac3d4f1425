import { describe, expect, it } from 'vitest'
import { htmlReport } from '#scenarios/reports/html'
import { useScenarioBench } from './testing/scenario-runs'
import { serve } from './testing/serve'

const { run } = useScenarioBench()

/** A back end that responds to everything with these bytes. */
const respondingWith = (body: Buffer, type: string): Promise<string> =>
  serve((_, response) => {
    response.writeHead(200, 'As You Like', ['Content-Type', type, 'X-Twice', '1', 'X-Twice', '2']).end(body)
  })

const LATIN_1 = Buffer.from('gr\u00fc\u00dfe \\ now', 'latin1')
const NOT_UTF_8 = '\\xNN means a byte, \\\\ a backslash)\ngr\\xFC\\xDFe \\\\ now'

describe('the evidence of a step', () => {
  it('has the bytes that a fault rule changed, with the head as it was sent', async () => {
    const result = await run(`name: A
given: {clock: frozen, faults: [{kind: corruptSignature}]}
steps:
  - sale: {as: order, amount: 46.50 EUR}
  - expect callback: {of: order, as: result, kind: result}
  - expect captured: {of: order, signature: invalid, body: {payment: {status: success}}}
`)
    expect(result.state).toBe('passed')
    const sent = result.steps[1]?.evidence[0]?.request ?? ''
    const received = result.steps[2]?.evidence[0]?.request ?? ''
    expect(sent).toMatch(/^POST \/callbacks\/scenario-\d+ HTTP\/1\.1\nHost: 127\.0\.0\.1:\d+\n/)
    expect(sent).toBe(received)
  })

  it('has every byte of a body that is not UTF-8', async () => {
    const shop = await respondingWith(LATIN_1, 'text/plain; charset=iso-8859-1')
    const result = await run(
      `name: A
variables: {shop: {}}
given: {clock: frozen, project: {callbackUrl: "\${shop}/callbacks"}}
steps:
  - request: {url: "\${shop}/"}
  - sale: {as: order, amount: 46.50 EUR}
  - expect callback: {of: order, kind: result, answer: 200}
`,
      { variables: { shop } },
    )
    expect(result.state).toBe('passed')
    const own = result.steps[0]?.evidence[0]?.response ?? ''
    expect(own).toMatch(/^HTTP\/1\.1 200 As You Like\nContent-Type: text\/plain; charset=iso-8859-1\n/)
    expect(own).toContain('X-Twice: 1\nX-Twice: 2\n')
    expect(own.endsWith(NOT_UTF_8)).toBe(true)
    const received = result.steps[2]?.evidence[0]?.response ?? ''
    expect(received).toMatch(/^HTTP\/1\.1 200\n/)
    expect(received.endsWith(NOT_UTF_8)).toBe(true)
    expect(htmlReport([result], '1')).toContain('gr\\xFC\\xDFe \\\\ now')
  })

  it('has a body sent in another charset or in chunks, byte for byte', async () => {
    const result = await run(`name: A
given: {clock: frozen, faults: [{kind: charset, charset: utf-16le, on: [result]}]}
steps:
  - sale: {as: order, amount: 46.50 EUR}
  - expect callback: {of: order, kind: result}
`)
    expect(result.steps[1]?.evidence[0]?.request).toContain(
      '{\\x00"\\x00a\\x00c\\x00c\\x00o\\x00u\\x00n\\x00t',
    )
    const chunked = await run(`name: B
given: {clock: frozen, faults: [{kind: chunked, chunkBytes: 1000}]}
steps:
  - sale: {as: order, amount: 46.50 EUR}
  - expect callback: {of: order, kind: result}
`)
    expect(chunked.steps[1]?.evidence[0]?.request).toMatch(/\n\n3e8\n\{"account"[\s\S]+\n0$/)
  })

  it('never has the secret of the project or a card number, whatever the merchant sends', async () => {
    const secret = 'hunter2/hunter2'
    const shop = await respondingWith(
      Buffer.from(JSON.stringify({ key: secret }).replaceAll('/', '\\/')),
      'text/html',
    )
    const result = await run(
      `name: A
variables: {shop: {}, secret: {env: KEY}}
given: {clock: frozen, project: {id: 9517, secret: "\${secret}"}}
steps:
  - request: {url: "\${shop}/"}
  - request: {url: "\${shop}/", form: {key: "\${secret}"}}
  - sale: {as: order, amount: 1 EUR, customer: {email: "\${secret}@mail.test"}, card: success}
  - expect payment: {of: order, status: "\${secret}"}
`,
      { variables: { shop }, environment: { KEY: secret } },
    )
    expect(result.state).toBe('failed')
    expect(result.steps.at(-1)?.state).toBe('failed')
    expect(JSON.stringify(result)).not.toMatch(/hunter2|4000000000000077/)
  })

  it.each([
    ['drop, on: [result]', 'nothing is sent'],
    ['delay, delay: 1 h', 'is due at'],
    ['corruptSignature', 'signature'],
  ])('says what a fault rule did: %s', async (fault, says) => {
    const result = await run(`name: A
given: {clock: frozen, capture: [400], faults: [{kind: ${fault}}]}
steps:
  - sale: {as: order, amount: 46.50 EUR}
  - expect captured: {of: order, answer: 200}
`)
    expect(result.state).toBe('failed')
    const left = result.steps[1]?.evidence.find(({ reference }) => reference?.type === 'callback')
    expect(left?.remarks?.join('\n')).toMatch(/Scenario, project \d+/)
    expect(left?.remarks?.join('\n').toLowerCase()).toContain(says)
  })

  it('names the values that the platform did not accept, although it responded with 200', async () => {
    const result = await run(`name: A
given: {clock: frozen, project: {switches: {outcome: {mode: clarify, fields: {customer: [day_of_birth]}}}}}
steps:
  - sale: {as: order, amount: 46.50 EUR}
  - clarify: {of: order, customer: {day_of_birth: "1990-02-27"}}
    expect: {http: 200, body: {status: success}}
`)
    expect(result.steps[1]?.evidence[0]?.remarks?.join()).toMatch(/did not accept .*day_of_birth \(2609\)/)
  })
})
