import { describe, expect, it } from 'vitest'
import { readScenario } from '#scenarios/reading/read-scenario'
import { giveOnCommandLine, readVariables, type GivenValues } from './names'

const FILE = `name: A shop
variables:
  secret: { env: SHOP_SECRET, secret: true }
given:
  project: { id: 9041, secret: "\${secret}", callbackUrl: "http://127.0.0.1:4000/callbacks" }
steps:
  - sale: { as: order, amount: 46.50 EUR }
`

function read(file: string, given: Partial<GivenValues> = {}) {
  const reading = readScenario(file)
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join(' '))
  return readVariables(reading.scenario, {
    variables: {},
    environment: {},
    secretOf: (id) => (id === 9041 ? 'of-the-project' : undefined),
    remedyFor: giveOnCommandLine,
    ...given,
  })
}

describe('the project secret of a scenario', () => {
  it('is taken from the project, and stays hidden, if nothing else supplies it', () => {
    const values = read(FILE)
    expect(values).toMatchObject({ ok: true, secrets: ['of-the-project'] })
    expect(values.ok && values.values.get('secret')).toBe('of-the-project')
  })

  it('is the given value if there is one', () => {
    expect(read(FILE, { environment: { SHOP_SECRET: 'given' } })).toMatchObject({ secrets: ['given'] })
  })

  it.each([
    ['sends it anywhere', '  - request: { url: "http://127.0.0.1:4000/?s=${secret}" }\n'],
    ['expects it', '  - expect response: { of: order, body: { key: "${secret}" } }\n'],
  ])('is not handed to a file that %s', (_, step) => {
    expect(read(`${FILE}${step}`)).toEqual({
      ok: false,
      messages: [
        'The variable secret has no value. Give it with --var secret=…, or set SHOP_SECRET in the environment.',
      ],
    })
  })

  it('is not handed to a file that puts it into its callback address', () => {
    expect(read(FILE.replace('4000/callbacks', '4000/${secret}'))).toMatchObject({ ok: false })
  })

  it('is not taken from another project', () => {
    expect(read(FILE.replace('9041', '9042'))).toMatchObject({ ok: false })
  })

  it('is reported as missing with the remedy of the caller', () => {
    const remedyFor: GivenValues['remedyFor'] = (name, { secret }) =>
      `${name} ${secret === true ? 'secret' : ''}`
    expect(read(FILE, { secretOf: () => undefined, remedyFor })).toEqual({
      ok: false,
      messages: ['The variable secret has no value. secret secret'],
    })
  })
})
