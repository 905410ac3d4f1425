import { createHash, createHmac } from 'node:crypto'
import { beforeAll, describe, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening } from './testing/form-client'
import { EVERY_WAY, expectPage, formWays, pairs, TEXT_WAYS, type Way } from './testing/form-ways'
import { signatureFor, textToSign, type JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'

const OTHER = { id: 9042, secret: 'other-secret-4Tz8wX' } as const
const { secret: SECRET } = PROJECT

const { bench } = useFlowBench({ per: 'file' })
const ways = formWays(bench)

beforeAll(async () => {
  await bench.call('projects.create', { projectId: OTHER.id, name: 'Other', secret: OTHER.secret })
})

const url = (): string => `${bench.ready.platform}/payment`

const b64 = (text: string, key: string = SECRET): string =>
  createHmac('sha512', key).update(text).digest('base64')

/** Parameters, not in sorted order, that reveal every mistake. */
const PARAMETERS = anOpening('Refused/β-17', {
  customer_first_name: 'Zoë & Co',
  region: '',
  redirect: '1',
  a1: 'x',
  'a:b': 'y',
})
const TEXT = textToSign(PARAMETERS)

/** Mistakes of contract 2.8 that any opening can show, with what the page says. Unit tests cover the others. */
const MISTAKES: readonly (readonly [what: string, signature: () => string, says: string])[] = [
  ['a plain hash', () => createHash('sha512').update(TEXT).digest('base64'), 'plain hash'],
  ['the secret of another project', () => b64(TEXT, OTHER.secret), 'the secret of project 9042'],
  ['an unknown mistake', () => b64(TEXT, 'nobody'), 'compare the string to sign line by line'],
]

/** Mistakes that only some openings show, one of each kind. `sent` is added to the parameters; `text` is signed. */
const DATA_MISTAKES: readonly (readonly [
  what: string,
  ways: readonly Way[],
  sent: JsonRecord,
  text: () => string,
  says: string,
])[] = [
  ['a parameter added later', EVERY_WAY, { language_code: 'de' }, () => TEXT, 'if language_code is left out'],
  ['an object as text', TEXT_WAYS, { recurring: '[object Object]' }, () => TEXT, 'send JSON.stringify of it'],
  ['the JSON text', ['JSON'], {}, () => JSON.stringify(PARAMETERS), 'The JSON text itself was signed'],
]

const invalid = { status: 400, code: '3261', field: 'signature', constraint: 'format' } as const

describe('the page for an opening with a wrong signature names the mistake:', () => {
  it.each(MISTAKES)('%s', async (_what, signature, says) => {
    for (const way of EVERY_WAY) {
      const parameters = { ...PARAMETERS, signature: signature() }
      expectPage(await ways[way](parameters), { ...invalid, says })
    }
  })

  it.each(DATA_MISTAKES)('%s', async (_what, possible, sent, text, says) => {
    for (const way of possible) {
      const parameters = { ...PARAMETERS, ...sent, signature: b64(text()) }
      expectPage(await ways[way](parameters), { ...invalid, says })
    }
  })

  it('a + that was not encoded arrives as a space', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => anOpening(`Plus-${String(n)}`))
    const parameters = ids.find((each) => signatureFor(each, SECRET).includes('+')) ?? {}
    const query = `${pairs(parameters)}&signature=${signatureFor(parameters, SECRET).replaceAll('=', '%3D')}`
    const expected = { ...invalid, says: '+ is written %2B' }
    expectPage(await exchange(`${url()}?${query}`, { method: 'GET' }), expected)
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expectPage(await exchange(url(), { headers: form, body: query }), expected)
  })
})
