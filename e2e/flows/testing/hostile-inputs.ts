import { gzipSync, gunzipSync } from 'node:zlib'
import { randomUUID } from 'node:crypto'
import { METHODS } from '#protocol/methods'
import { hostileFilter, hostileForm, hostileJson } from '#domain/testing/amplification'
import { ENDPOINTS } from './endpoints'
import { PROJECT } from './flow-bench'
import type { HostRun } from './host-run'
import type { TestMerchant } from './merchant'
import {
  hostileFile,
  hostileMatcher,
  hostileOrder,
  hostileResponse,
  type HostileScenario,
} from './hostile-scenarios'
import { anOpening, signedParameters } from './form-client'
import { packSigned } from './session-mutations'
import type { SeededRandom } from '#domain/testing/seeded'
import { signed } from './signer'
import { exchange, type WireResponse } from './wire-client'

/** An input from a stranger. The same seed makes the same input, and it can be sent more than once. */
export interface HostileInput {
  /** What it is and where it is sent, in a few words. */
  readonly name: string
  readonly bytes: number
  /** Whether a rejection of `send` is a failure; otherwise it may reject because the connection broke. */
  readonly isCertain?: true
  send(): Promise<readonly WireResponse[]>
}

/** What the inputs are sent to, and made from. */
export interface HostileTarget {
  readonly host: HostRun
  /** Path of an open form, `/payment/<id>`. */
  readonly formPath: string
  /** A session file of this bench. */
  readonly sessionFile: Buffer
  /** A merchant that scenarios send to. */
  readonly merchant: TestMerchant
}

const KIB = 1024
const MIB = 1024 * KIB

/** Most inputs are small, some as large as their target accepts. */
const sizeUpTo = (largest: number, chance: SeededRandom): number => {
  const ceiling = chance.below(25) === 0 ? largest : Math.min(largest, MIB)
  return Math.max(64, Math.floor(ceiling * 2 ** -chance.below(10)))
}

const jsonOf = (chance: SeededRandom, largest: number): string =>
  hostileJson(chance, sizeUpTo(largest, chance))

/** A JSON text with a member added whose value is another text, which need not be JSON. */
const plant = (body: object, chance: SeededRandom, text: string): string => {
  const members = Object.entries(body).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  )
  const member = `${JSON.stringify(chance.pick(['x', 'general', 'payment', 'customer', 'k'.repeat(3_000)]))}:${text}`
  const at = chance.below(members.length + 1)
  return `{${[...members.slice(0, at), member, ...members.slice(at)].join(',')}}`
}

/** Bodies that are expensive to read without being JSON. */
const monotonous = (chance: SeededRandom, bytes: number): Buffer =>
  Buffer.alloc(
    bytes,
    chance.pick(['\n', '\r\n', ' ', '9', '[', '"', '\\', '{"a":', '%', 'a%&', '&', '=', ';', '\0', 'é', '4']),
  )

type Maker = (chance: SeededRandom, target: HostileTarget) => HostileInput

const one = (
  name: string,
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): HostileInput => ({
  name,
  bytes: Buffer.byteLength(body),
  send: async () => [await exchange(url, { method, headers, body })],
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' }

const toApi: Maker = (chance, { host }) => {
  const { path, valid } = chance.pick(ENDPOINTS)
  const request = signed(valid('hostile'), PROJECT.secret)
  const text = jsonOf(chance, MIB)
  const body = chance.below(3) === 0 ? text : plant(request, chance, text)
  return one(`API ${path}`, `${host.ready.platform}${path}`, body, chance.below(4) === 0 ? {} : JSON_TYPE)
}

const toFormByGet: Maker = (chance, { host }) => {
  const query = Buffer.from(hostileForm(chance, sizeUpTo(8_000, chance)))
    .toString('latin1')
    .replaceAll(/[^\x21-\x7e]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .slice(0, 8_000)
  const url = `${host.ready.platform}/payment`
  return {
    name: 'form by GET',
    bytes: query.length,
    send: async () => [await exchange(url, { method: 'GET', target: `/payment?${query}` })],
  }
}

const toFormByPost: Maker = (chance, { host }) => {
  const url = `${host.ready.platform}/payment`
  if (chance.below(2) === 0) {
    return one('form by POST', url, hostileForm(chance, sizeUpTo(MIB, chance)), FORM_TYPE)
  }
  const parameters = signedParameters(anOpening('hostile'))
  const text = jsonOf(chance, MIB)
  return one('form by JSON', url, chance.below(3) === 0 ? text : plant(parameters, chance, text), JSON_TYPE)
}

const toOpenForm: Maker = (chance, { host, formPath }) => {
  const place = chance.pick([
    'details',
    'confirm',
    'clarification',
    'retry',
    'cards/remove',
    'issuer',
    'view',
  ])
  const text = jsonOf(chance, MIB)
  const body = chance.below(2) === 0 ? text : plant({ fields: {}, card: {}, additional: {} }, chance, text)
  return one(`open form ${place}`, `${host.ready.platform}${formPath}/${place}?rev=1`, body, JSON_TYPE)
}

const toCapture: Maker = (chance, { host }) => {
  const bytes = sizeUpTo(16 * MIB, chance)
  const kind = chance.below(4)
  const body =
    kind === 0
      ? monotonous(chance, bytes)
      : kind === 1
        ? hostileForm(chance, Math.min(bytes, 4 * MIB))
        : hostileJson(chance, bytes)
  const name = 'n'.repeat(1 + chance.below(2_000))
  const headers = {
    ...chance.pick([JSON_TYPE, FORM_TYPE, {}]),
    ...Object.fromEntries(
      Array.from({ length: chance.below(20) }, (_, n) => [`X-${String(n)}-${name}`, name]),
    ),
  }
  return one(
    'capture',
    `${host.ready.merchant}/${chance.pick(['callbacks', 'a%&b', 'x'.repeat(5_000), '?' + 'q=1&'.repeat(1_000)])}`,
    body,
    headers,
    chance.pick(['POST', 'PUT', 'DELETE', 'PATCH']),
  )
}

/** API methods that would disturb later inputs. */
const SPARED = new Set([
  'bench.reset',
  'sessions.open',
  'sessions.remove',
  'clock.set',
  'clock.advance',
  'settings.update',
])

const callOf = (name: string, { ready }: HostRun, method: string, params: string): HostileInput =>
  one(name, `${ready.workbench ?? ''}/api/v1/${method}`, params, {
    ...JSON_TYPE,
    Authorization: `Bearer ${ready.token ?? ''}`,
  })

const toWorkbench: Maker = (chance, { host }) => {
  const method = chance.pick(Object.keys(METHODS).filter((name) => !SPARED.has(name)))
  const text = jsonOf(chance, 8 * MIB)
  const params = chance.below(2) === 0 ? text : plant({ key: 'x', id: 'x', query: 'x' }, chance, text)
  return callOf(`workbench ${method}`, host, method, params)
}

const withoutToken: Maker = (chance, { host }) =>
  one('workbench without a token', `${host.ready.workbench ?? ''}/api/v1/bench.info`, jsonOf(chance, 4 * MIB))

const filters: Maker = (chance, { host }) => {
  const method = chance.pick([
    'payments.list',
    'callbacks.list',
    'captures.list',
    'exchanges.list',
    'traffic.list',
    'search.all',
  ])
  const query = hostileFilter(chance)
  const params = method === 'search.all' ? { text: query, query } : { query }
  return callOf(`filter of ${method}`, host, method, JSON.stringify(params))
}

const FAULTS = [
  (text: string) => ({ kind: 'changeField', path: text, value: text, signing: 'resign' }),
  (text: string) => ({ kind: 'unknownField', path: text, value: text, signing: 'keep' }),
  (text: string) => ({ kind: 'removeField', path: text, signing: 'keep' }),
  (text: string) => ({ kind: 'contentType', contentType: text }),
  () => ({ kind: 'duplicate', copies: 1e9, gapMs: 0 }),
] as const

const rules: Maker = (chance, { host }) => {
  const text = hostileJson(chance, chance.pick([80, 500, 9_000, 50_000, MIB]))
  const base = { id: 'hostile', name: text.slice(0, chance.pick([80, 9_000])), enabled: true, match: {} }
  const isFault = chance.below(2) === 0
  const rule = isFault
    ? { ...base, when: { kind: 'always' }, fault: chance.pick(FAULTS)(text) }
    : {
        ...base,
        steps: [
          { kind: 'reply', status: 200, headers: [['X-A', text.slice(0, 2_000)]], body: text, delayMs: 0 },
        ],
        after: 'again',
        per: 'payment',
      }
  const put = callOf('rule', host, isFault ? 'faults.put' : 'answers.put', JSON.stringify({ rule }))
  const remove = callOf('rule', host, isFault ? 'faults.remove' : 'answers.remove', '{"id":"hostile"}')
  return {
    ...put,
    async send() {
      const responses = await put.send()
      // Makes the rule act on the callback of a completed payment.
      const { key } = await host.call('payments.create', { amount: 100, currency: 'EUR' })
      await host.call('payments.complete', { key, outcome: 'success' })
      await remove.send()
      return responses
    },
  }
}

const signaturePage: Maker = (chance, { host }) => {
  const size = sizeUpTo(2 * MIB, chance)
  const text =
    chance.below(3) === 0
      ? Buffer.from(hostileForm(chance, Math.min(size, MIB))).toString('latin1')
      : hostileJson(chance, size)
  const body =
    chance.below(2) === 0
      ? text
      : `POST /v2/payment/card/sale HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\r\n${text}`
  const method = chance.pick(['signature.explain', 'signature.explain', 'signature.sign'])
  return callOf(method, host, method, JSON.stringify({ body, projectId: PROJECT.id }))
}

const harOf = (chance: SeededRandom): string => {
  const text = jsonOf(chance, 8 * MIB)
  const value = chance.pick([text, JSON.stringify(text), '9'.repeat(Math.min(text.length, 4 * MIB))])
  const entry =
    `{"startedDateTime":"2030-04-09T10:00:00.000Z","time":1,"request":{"method":"POST","url":"http://x/callbacks",` +
    `"httpVersion":"HTTP/1.1","headers":[{"name":"A","value":"b"}],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":-1,` +
    `"postData":{"mimeType":"application/json","text":${value}}},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1",` +
    `"headers":[],"cookies":[],"content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":-1},"cache":{},"timings":{"send":0,"wait":0,"receive":0}}`
  return chance.below(4) === 0
    ? `{"log":{"version":"1.2","creator":${value},"entries":[${entry}]}}`
    : `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[${Array.from({ length: 1 + chance.below(3) }, () => entry).join(',')}]}}`
}

const harFiles: Maker = (chance, { host }) => {
  const file = harOf(chance)
  return {
    name: 'HAR file',
    bytes: file.length,
    async send() {
      const responses: WireResponse[] = []
      let upload: string | undefined
      for (let at = 0; at < file.length; at += MIB) {
        const text = file.slice(at, at + MIB)
        const end = at + MIB >= file.length
        const [response] = await callOf(
          '',
          host,
          'traffic.importHar',
          JSON.stringify({ upload, text, end }),
        ).send()
        if (response === undefined) break
        responses.push(response)
        const result = response.json['result']
        if (response.status !== 200 || typeof result !== 'object' || result === null) break
        upload = 'upload' in result && typeof result.upload === 'string' ? result.upload : undefined
      }
      return responses
    },
  }
}

const sessionFiles: Maker = (chance, { host, sessionFile }) => {
  const lines = gunzipSync(sessionFile).toString('utf8').trimEnd().split('\n')
  const at = chance.below(lines.length)
  const text = jsonOf(chance, 4 * MIB)
  const line = lines[at] ?? ''
  const changed = chance.pick([
    () => text,
    () => line.replace(/"(?:[^"\\]|\\.)*"(?=[^"]*$)/, () => JSON.stringify(text)),
    () => line.replace(/\d+/, () => '9'.repeat(1 + chance.below(400))),
    () => `${line.slice(0, -1)}${`,${text}`.repeat(1 + chance.below(3))}]`,
    () => line + ' '.repeat(chance.pick([10, 100_000, 20 * MIB])),
  ])()
  const mutated = lines.map((each, n) => (n === at ? changed : each))
  const bytes = chance.below(5) === 0 ? gzipSync(mutated.join('\n')) : packSigned(mutated)
  return {
    name: 'session file',
    bytes: bytes.length,
    async send() {
      const responses: WireResponse[] = []
      const upload = randomUUID()
      for (let index = 0; index * MIB < bytes.length; index += 1) {
        const part = bytes.subarray(index * MIB, (index + 1) * MIB)
        const last = (index + 1) * MIB >= bytes.length
        const params = { upload, index, chunkBase64: part.toString('base64'), last, name: 'hostile' }
        responses.push(...(await callOf('', host, 'sessions.upload', JSON.stringify(params)).send()))
        if (responses.at(-1)?.status !== 200) break
      }
      const { items } = await host.call('sessions.list', {})
      for (const { id } of items) await host.call('sessions.remove', { id })
      return responses
    },
  }
}

const wrap = ({ name, bytes, use }: HostileScenario, host: HostRun): HostileInput => ({
  name,
  bytes,
  isCertain: true,
  async send() {
    await use(host)
    return []
  },
})

const scenarioFiles: Maker = (chance, { host }) => wrap(hostileFile(chance), host)
const matchers: Maker = (chance, { host, merchant }) => wrap(hostileMatcher(chance, merchant), host)
const merchantResponses: Maker = (chance, { host, merchant }) => wrap(hostileResponse(chance, merchant), host)

const orders: Maker = (chance, { host, merchant }) => wrap(hostileOrder(chance, merchant), host)

const MAKERS: readonly Maker[] = [
  ...[toApi, toApi, toFormByGet, toFormByPost, toFormByPost, toOpenForm, toCapture, toCapture, toWorkbench],
  ...[withoutToken, filters, rules, signaturePage, harFiles, sessionFiles, orders],
]

/** Inputs that take seconds each: the process for foreign texts stops many of them at its time limit. */
const SLOW_MAKERS: readonly Maker[] = [scenarioFiles, matchers, merchantResponses]
const SLOW_ONE_IN = 50

/** One input for one of the places where Paybench accepts bytes. */
export const hostileInput = (chance: SeededRandom, target: HostileTarget): HostileInput =>
  chance.pick(chance.below(SLOW_ONE_IN) === 0 ? SLOW_MAKERS : MAKERS)(chance, target)
