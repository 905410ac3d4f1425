import { z } from 'zod'
import { type ListedKind, pathOf } from '#domain/api/endpoints'
import { findMethod } from '#domain/method/method'
import { type Method, method as methodShape } from '#domain/project/method-shape'
import { readShape } from '#domain/read-shape'
import { isRecord, type Members } from '#lib/json/node'
import { present } from '#lib/members'
import { commonContent, firstContent, laterContent } from '#scenarios/running/acts/merchant'
import { sampleContent } from '#scenarios/running/acts/method-content'
import { DECISIONS } from '#scenarios/running/acts/provider'
import { edited } from '#scenarios/running/texts'
import { cardNumber, readAmount, readDuration } from '#scenarios/vocabulary/fields'
import { CannotRecord, type Recording } from '#scenarios/recording/facts'
import { recordedSteps, type WrittenStep } from '#scenarios/recording/recorded-steps'

class Code {
  constructor(readonly text: string) {}
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const WIDTH = 96

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Writes a value as JavaScript: on one line if it fits, otherwise one member per line. */
function jsText(value: unknown, indent = ''): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return quoted(value)
  if (!Array.isArray(value) && !isRecord(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => jsText(item, inner))
    : Object.entries(value).map(([key, item]) => memberText(key, item, inner))
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' ']
  if (parts.length === 0) return `${open}${close}`
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function memberText(key: string, item: unknown, indent: string): string {
  const text = jsText(item, indent)
  return text === key ? key : `${IDENTIFIER.test(key) ? key : quoted(key)}: ${text}`
}

/** Prepares a value for {@link jsText}: `${order.id}` becomes its constant, and the text `any` the given code. */
function jsPattern(value: unknown, any: Code): unknown {
  if (typeof value === 'string') {
    const name = /^\$\{(\w+)\.id\}$/.exec(value)?.[1]
    if (name !== undefined) return new Code(name)
    return value === 'any' ? any : value
  }
  if (Array.isArray(value)) return value.map((item) => jsPattern(item, any))
  if (!isRecord(value)) return value
  // `{is: text}` keeps a text from being read as a matcher; JavaScript needs only the text.
  if (typeof value['is'] === 'string' && Object.keys(value).length === 1) return value['is']
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsPattern(item, any)]))
}

const ANY = new Code('any')
const ANYTHING = new Code('expect.anything()')

const SEND = `/** Sends a request as the merchant does: signed with the secret of the project. */
const send = async (bench, project, path, body, how = 'valid') => {
  const { general } = body
  const unsigned = { ...body, general: { project_id: project.id, ...general } }
  const { signature } = await bench.signature.sign({ body: JSON.stringify(unsigned), projectId: project.id })
  const written = { valid: signature, empty: '', wrong: \`\${signature.slice(1)}A\` }[how]
  const signed = { ...unsigned, general: { ...unsigned.general, ...(how === 'missing' ? {} : { signature: written }) } }
  const response = await fetch(\`\${bench.addresses.platform}\${path}\`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signed),
  })
  return { http: response.status, body: await response.json() }
}
`
const KEY_OF = `/** The key by which Paybench identifies a payment. */
const keyOf = async (bench, project, paymentId) => {
  const { items } = await bench.payments.list({ projectId: project.id, query: \`id="\${paymentId}"\` })
  return items[0].key
}
`

/** Writes payments as a test for `paybench/playwright`. @throws CannotRecord if it cannot express them */
export function writePlaywrightTest(recording: Recording): string {
  const { title, switches, payments } = recording
  const { steps, ids } = recordedSteps(recording)
  let responseCount = 0
  const context: LineContext = {
    ownMethods: readShape(z.array(methodShape), switches['ownMethods']).data ?? [],
    nextResponse: () => {
      responseCount += 1
      return `response${responseCount}`
    },
  }
  const lines = [
    "await bench.clock.set({ mode: 'frozen' })",
    ...(Object.keys(switches).length === 0
      ? []
      : [`await project.updateSwitches(${jsText(switches, '  ')})`]),
    ...payments.map(
      ({ paymentId }) => `const ${ids.get(paymentId) ?? ''} = ${quoted(ids.get(paymentId) ?? '')}`,
    ),
    ...steps.flatMap((step) => linesOf(step, context)),
  ]
  const body = lines.map((line) => `  ${line}\n`).join('')
  const isUsed = (name: string): boolean => body.includes(`${name}(`)
  const clientImport = /\bany\b(?!thing)/.test(body) ? "import { any } from 'paybench/client'\n" : ''
  const helpers = [...(isUsed('await send') ? [SEND] : []), ...(isUsed('keyOf') ? [KEY_OF] : [])]
  return [
    ...recording.omitted.map((sentence) => `// Not recorded: ${sentence.replaceAll(/\s+/g, ' ')}\n`),
    '// In a folder with paybench and @playwright/test installed: npx playwright test\n',
    `${clientImport}import { expect, test } from 'paybench/playwright'\n\n`,
    ...helpers.map((helper) => `${helper}\n`),
    `test(${quoted(title)}, async ({ bench, project }) => {\n${body}})\n`,
  ].join('')
}

interface LineContext {
  /** The methods that the project adds to the catalogue. */
  readonly ownMethods: readonly Method[]
  /** The name of a new constant. */
  readonly nextResponse: () => string
}

function linesOf(step: WrittenStep, context: LineContext): readonly string[] {
  if (step === 'until idle') return ['await bench.clock.advance({ ms: 0 })']
  const [[verb, args] = ['', {}]] = Object.entries(step)
  if (verb === 'advance') return [`await bench.clock.advance({ ms: ${readDuration(String(args)) ?? 0} })`]
  const given: Members = isRecord(args) ? args : {}
  const expected = isRecord(step['expect']) ? step['expect'] : null
  if (isMerchantVerb(verb)) return requestLines(verb, given, expected, context)
  const callOf = CALLS[verb]
  if (callOf === undefined)
    throw new CannotRecord(`“${verb}” cannot be written as a Playwright test: save it as a scenario.`)
  const [method, params] = callOf(new Code(String(given['of'] ?? given['as'])), given)
  return [`await ${method}(${jsText(params, '  ')})`]
}

/** By verb, the method that performs a step, and its parameters. `of`: the constant with the id of the payment. */
const CALLS: Readonly<Partial<Record<string, (of: Code, args: Members) => readonly [string, Members]>>> = {
  'expect callback': (of, { kind, body }) => [
    'project.expect.callback',
    { paymentId: of, kind, body: jsPattern(body, ANY) },
  ],
  'expect payment': (of, { status, code: resultCode, body: statusObject }) => [
    'project.expect.payment',
    { paymentId: of, status, ...present({ resultCode, statusObject }) },
  ],
  create: (of, { as: _, amount, card, customer, ...rest }) => [
    'project.createPayment',
    {
      paymentId: of,
      ...readAmount(String(amount)),
      ...(typeof card === 'string' ? { card: cardNumber(card) } : {}),
      ...(customer === undefined ? {} : { customerId: customer }),
      ...rest,
    },
  ],
  ask: (of, { fields }) => ['bench.payments.requestClarification', { key: keyOf(of), fields }],
  complete: (of, { of: _, ...outcome }) => ['bench.payments.complete', { key: keyOf(of), ...outcome }],
  customer: (of, { provider, amount, in: after, result = 'success' }) => {
    const outcome = Object.entries(DECISIONS).find(([word]) => word === provider)?.[1]
    if (outcome === undefined)
      throw new CannotRecord(
        'The customer used the form, which a Playwright test cannot do: save it as a scenario.',
      )
    const later =
      typeof after === 'string' ? { later: { afterMs: readDuration(after), outcome: result } } : {}
    return ['bench.payments.decideAtProvider', { key: keyOf(of), outcome, ...partOf({ amount }), ...later }]
  },
  'by hand': (of, args) => [byHandMethod(String(args['does'])), { key: keyOf(of), ...partOf(args) }],
  'charge again': (of, args) => [
    'bench.payments.chargeAgain',
    { key: keyOf(of), paymentId: new Code(String(args['as'])), ...partOf(args) },
  ],
}

const REQUESTS = {
  sale: 'sale',
  auth: 'auth',
  capture: 'capture',
  cancel: 'cancel',
  refund: 'refund',
  status: 'status',
  clarify: 'clarification',
  'resend code': 'codeResend',
} as const satisfies Readonly<Record<string, ListedKind>>

type MerchantVerb = keyof typeof REQUESTS | 'post'

const isMerchantVerb = (verb: string): verb is MerchantVerb =>
  verb === 'post' || Object.hasOwn(REQUESTS, verb)

const keyOf = ({ text }: Code): Code => new Code(`await keyOf(bench, project, ${text})`)

const byHandMethod = (does: string): string =>
  `bench.payments.${does === 'expire' ? 'expireClarification' : does === 'cancel series' ? 'cancelSeries' : does}`

/** The parameters of a partial capture, cancel, refund or debit: `amount` in minor units, and `outcome`. */
function partOf({ amount, outcome }: Members): Members {
  const sum = typeof amount === 'string' ? readAmount(amount) : null
  return {
    ...(sum === null ? {} : { amount: sum.amount }),
    ...(outcome === undefined ? {} : { outcome }),
  }
}

/** Where the request of a step is sent, and its content before the edits of the step. */
function requestOf(
  verb: MerchantVerb,
  args: Members,
  ownMethods: readonly Method[],
): { readonly address: string; readonly own: Members } {
  if (verb === 'post') return { address: String(args['path']), own: {} }
  const address = pathOf(REQUESTS[verb])
  if (verb !== 'sale' && verb !== 'auth') return { address, own: laterContent(verb, args) }
  const { method, card } = args
  const amount = String(args['amount'])
  if (typeof method === 'string') {
    const own = sampleContent(findMethod(method, ownMethods), commonContent({ amount }))
    return { address: `/v2/payment/${method}/sale`, own }
  }
  return { address, own: firstContent({ amount, card: typeof card === 'string' ? card : undefined }) }
}

function requestLines(
  verb: MerchantVerb,
  args: Members,
  expected: Members | null,
  { ownMethods, nextResponse }: LineContext,
): readonly string[] {
  const { of, as, id, signature } = args
  const paymentId = typeof id === 'string' ? jsPattern(id, ANY) : new Code(String(of ?? as))
  const { address, own } = requestOf(verb, args, ownMethods)
  const content = edited({ general: {}, ...own }, args['body'] ?? {})
  const body = isRecord(content) ? content : own
  const general = isRecord(body['general']) ? body['general'] : {}
  const written = { ...body, general: { payment_id: paymentId, ...general } }
  const how = typeof signature === 'string' ? `, ${quoted(signature)}` : ''
  const sent = `await send(bench, project, ${quoted(address)}, ${jsText(written, '  ')}${how})`
  if (expected === null) return [sent]
  const response = nextResponse()
  return [
    `const ${response} = ${sent}`,
    `expect(${response}).toMatchObject(${jsText(jsPattern(expected, ANYTHING), '  ')})`,
  ]
}
