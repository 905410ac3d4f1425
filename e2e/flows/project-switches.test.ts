import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SWITCHES, type ProjectSwitches } from '../../src-main/domain/project/project'
import { openAuthority } from '../../src-main/net/tls/authority'
import { PROJECT, START } from './testing/flow-bench'
import { FORM_SWITCHES, type FormSwitch } from './testing/form-switch'
import {
  EXTENDED_STATUS_SHAPE,
  RESULT_SHAPE,
  statusAnswerShape,
  statusCallbackShape,
} from './testing/mission-shapes'
import { aGeneral, callbacksOf, CARDS, DAY, HOUR, MINUTE, summaryOf } from './testing/requests'
import { shapeOf } from './testing/shape'
import { isSigned, signed, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop, restart } = useMerchantBench({ per: 'test', path: '/project' })

const WHOLE = { avs_data: { avs_post_code: 'H91', avs_street_address: '14 Long Walk' } }
const statusOf = async (paymentId: string) => (await summaryOf(bench, paymentId)).status
const kindsOf = async (paymentId: string) => (await callbacksOf(bench, paymentId)).map(({ kind }) => kind)
const sendSigned = (text: string, signature: string, members: string) =>
  exchange(`${bench.ready.platform}/v2/payment/status`, {
    body: `{"general":${JSON.stringify({ ...aGeneral('x'), signature })},${members}}`,
    headers: { 'X-Text': encodeURIComponent(text) },
  })

/** One test for every switch: what it changes on the wire. The type makes a forgotten switch a compile error. */
const EFFECTS: Readonly<Record<Exclude<keyof ProjectSwitches, FormSwitch>, () => Promise<void>>> = {
  async outcome() {
    await bench.switches({ outcome: { mode: 'hold' } })
    await shop.sale('hold', { pan: CARDS.decline })
    await bench.advance(HOUR)
    expect(await statusOf('hold')).toBe('processing')
    await bench.switches({ outcome: { mode: 'clarify', fields: { customer: ['email'] } } })
    await shop.sale('clarify', { pan: CARDS.decline })
    await bench.settle()
    expect(await statusOf('clarify')).toBe('awaiting clarification')
    await shop.clarify('clarify', { customer: { email: 'nora@vale.test' } })
    await bench.settle()
    expect(await summaryOf(bench, 'clarify')).toMatchObject({ status: 'decline', resultCode: '10000' })
    await bench.switches({ outcome: { mode: 'card' } })
    await shop.sale('card', { pan: CARDS.decline })
    await bench.settle()
    expect(await statusOf('card')).toBe('decline')
  },

  async lenientSignatures() {
    const general = 'general:payment_id:x;general:project_id:9041'
    const dialects = [
      ['JS', `a:b:2;a:b:1;${general}`, '"a:b":1,"a":{"b":2}'],
      ['PY', `${general};n:1.0`, '"n":1.0'],
    ] as const
    for (const [dialect, text, members] of dialects) {
      const signature = createHmac('sha512', PROJECT.secret).update(text).digest('base64')
      await bench.switches({ lenientSignatures: false })
      expect(readUnionError(await sendSigned(text, signature, members)).code, dialect).toBe('3261')
      await bench.switches({ lenientSignatures: true })
      expect((await sendSigned(text, signature, members)).status, dialect).toBe(200)
      const { items } = await bench.call('exchanges.list', { limit: 1 })
      const { signature: verdict } = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
      expect(verdict).toMatchObject({ state: 'valid', dialect })
    }
    expect((await sendSigned('', 'A'.repeat(88), '"n":1.0')).status).toBe(400)
  },

  async threeDSecureByApi() {
    const change = { pan: CARDS.challenge, acs_return_url: { return_url: `${merchant.url}/back` } }
    for (const [threeDSecureByApi, status] of [
      ['return_url', 'awaiting 3ds result'],
      ['off', 'success'],
    ] as const) {
      await bench.switches({ threeDSecureByApi })
      await shop.sale(threeDSecureByApi, change)
      await bench.settle()
      expect(await statusOf(threeDSecureByApi)).toBe(status)
    }
  },

  async explainSignatures() {
    const text = 'general:payment_id:x;general:project_id:9041;n:1;'
    const signature = createHmac('sha512', PROJECT.secret).update(text).digest('base64')
    for (const explainSignatures of [false, true]) {
      await bench.switches({ explainSignatures })
      const answer = await sendSigned(text, signature, '"n":1')
      expect(readUnionError(answer).code).toBe('3261')
      expect(answer.text.includes('ends with ;')).toBe(explainSignatures)
      // The tester sees it either way.
      const { items } = await bench.call('exchanges.list', { limit: 1 })
      const { signature: verdict } = await bench.call('exchanges.get', { id: items[0]?.id ?? '' })
      expect(verdict.explanation).toContain('The string to sign ends with ;.')
    }
  },

  async statusInPayment() {
    await bench.switches({ statusInPayment: true })
    await shop.sale('status', { pan: CARDS.avs })
    await bench.settle()
    const [callback] = merchant.received
    expect(shapeOf(callback?.json)).toEqual({
      ...statusCallbackShape('avs_data'),
      'payment.status': 'string',
    })
    expect(callback?.json).toMatchObject({
      status: 'awaiting clarification',
      payment: { status: 'awaiting clarification' },
    })
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
  },

  async statusFields() {
    await shop.sale('fields')
    await bench.settle()
    expect(shapeOf((await shop.status('fields')).json)).toEqual(EXTENDED_STATUS_SHAPE)
    await bench.switches({ statusFields: 'mission' })
    expect(shapeOf((await shop.status('fields')).json)).toEqual(statusAnswerShape('ended'))
    expect(shapeOf(merchant.received[0]?.json)).toEqual(RESULT_SHAPE)
  },

  async intermediateLayout() {
    await bench.switches({ intermediateLayout: 'result' })
    await shop.sale('layout', { pan: CARDS.avs })
    await shop.clarify('layout', { avs_data: { avs_post_code: 'H91' } })
    await bench.settle()
    const [asked, remaining] = merchant.received
    expect(shapeOf(asked?.json)).toEqual({ ...RESULT_SHAPE, 'clarification_fields.avs_data[]': 'string' })
    expect(asked?.json).toMatchObject({
      payment: { id: 'layout', status: 'awaiting clarification' },
      operation: { type: 'sale', status: 'awaiting clarification', code: '9999' },
    })
    expect(remaining?.json).toMatchObject({ clarification_fields: { avs_data: ['avs_street_address'] } })
    for (const { text } of merchant.received) {
      expect(isSigned(text, PROJECT.secret)).toBe(true)
      expect(text).not.toMatch(/null|true|false/)
    }
    const { items } = await bench.call('callbacks.templates', {})
    const template = items.find(({ id }) => id === 'clarification')
    expect(shapeOf(JSON.parse(template?.body ?? ''))).toMatchObject({
      'operation.sum_initial.amount': 'integer',
      'clarification_fields.avs_data[]': 'string',
    })
  },

  async cancelSpelling() {
    await bench.switches({ cancelSpelling: 'cancelled' })
    await shop.auth('spelling')
    await bench.settle()
    await shop.followUp('cancel', 'spelling')
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({ payment: { status: 'cancelled' } })
    const answer = await shop.status('spelling')
    expect(answer.json).toMatchObject({ payment: { status: 'cancelled' } })
    // The window and its lists know one spelling.
    expect(await statusOf('spelling')).toBe('canceled')
    const { items } = await bench.call('callbacks.templates', {})
    expect(items.find(({ id }) => id === 'cancel')?.body).toContain('"status":"cancelled"')
  },

  async reversalRule() {
    const returned = async (id: string) => {
      await shop.sale(id)
      await bench.settle()
      await shop.followUp('refund', id, { description: 'Back', amount: 650 })
      await bench.settle()
      return merchant.received.at(-1)?.json
    }
    expect(await returned('by-day')).toMatchObject({
      payment: { status: 'partially reversed', sum: { amount: 4000 } },
      operation: { type: 'reversal', sum_initial: { amount: 650 } },
    })
    await bench.switches({ reversalRule: 'amount' })
    expect(await returned('by-amount')).toMatchObject({
      payment: { status: 'partially refunded', sum: { amount: 4000 } },
      operation: { type: 'refund' },
    })
  },

  async publicFields() {
    const bodies = async (publicFields: ProjectSwitches['publicFields']) => {
      await bench.switches({
        publicFields,
        statusFields: 'mission',
        outcome: { mode: 'clarify', fields: { customer: ['email'] } },
      })
      const id = `fields-${publicFields}`
      await shop.sale(id, { avs_data: WHOLE.avs_data })
      const answer = await shop.clarify(id, { customer: { email: 'wrong' } })
      await shop.clarify(id, { customer: { email: 'nora@vale.test' } })
      await bench.settle()
      const result = merchant.received.at(-1)?.json
      await shop.followUp('refund', id, { description: 'Back', amount: 1 })
      await bench.settle()
      return {
        answer: shapeOf(answer.json),
        result: shapeOf(result),
        status: shapeOf((await shop.status(id)).json),
      }
    }
    const mission = await bodies('mission_only')
    expect(mission).toEqual({
      answer: statusAnswerShape('open', 'customer'),
      result: RESULT_SHAPE,
      status: statusAnswerShape('ended'),
    })
    const informative = await bodies('informative')
    const errors = { 'errors[].code': 'integer', 'errors[].message': 'string', 'errors[].field': 'string' }
    expect(informative).toEqual({
      answer: { ...mission.answer, ...errors, 'errors[].constraint': 'string' },
      result: RESULT_SHAPE,
      status: { ...mission.status, 'sum_refund.amount': 'integer', 'sum_refund.currency': 'string' },
    })
    const all = await bodies('all')
    expect(all.result).toEqual({ ...RESULT_SHAPE, avs_result: 'string' })
    expect(all.status).toEqual({
      ...informative.status,
      ...{ 'payment.type': 'string', 'payment.sum.amount': 'integer', 'payment.sum.currency': 'string' },
      ...{ 'account.id': 'integer', 'account.token': 'string', avs_result: 'string', auth_code: 'string' },
      ...{ 'transaction.id': 'integer', 'transaction.date': 'string', 'transaction.type': 'string' },
      ...{ 'operations[].provider.id': 'integer', 'operations[].provider.payment_id': 'string' },
    })
  },

  async clarificationAnswers() {
    await bench.switches({ clarificationAnswers: 'callbacks_only' })
    await shop.sale('callbacks', { pan: CARDS.avs })
    const acked = await shop.clarify('callbacks', { avs_data: { avs_post_code: 'H91' } })
    expect(Object.keys(acked.json)).toEqual(['status', 'request_id', 'project_id', 'payment_id'])
    await bench.settle()
    expect(await kindsOf('callbacks')).toEqual(['clarification', 'remaining'])
    expect(merchant.received[1]?.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })

    await bench.switches({ clarificationAnswers: 'responses_only' })
    await shop.sale('responses', { pan: CARDS.avs })
    const listed = await shop.clarify('responses', { avs_data: { avs_post_code: 'H91' } })
    expect(listed.json['clarification_fields']).toEqual({ avs_data: ['avs_street_address'] })
    await shop.clarify('responses', { avs_data: { avs_street_address: '14 Long Walk' } })
    await bench.settle()
    expect(await kindsOf('responses')).toEqual(['result'])
  },

  async processingDeadlineMs() {
    await bench.switches({ processingDeadlineMs: 10 * MINUTE })
    await shop.sale('short', { pan: CARDS.avs })
    await bench.switches({ processingDeadlineMs: DAY })
    await bench.advance(10 * MINUTE)
    expect(await summaryOf(bench, 'short')).toMatchObject({ status: 'decline', resultCode: '10602' })
  },

  async clarificationTimeoutCode() {
    await bench.switches({ clarificationTimeoutCode: '3191' })
    await shop.sale('timeout', { pan: CARDS.avs })
    await bench.advance(30 * MINUTE)
    expect((await shop.status('timeout')).json).toMatchObject({
      payment: { result_code: '3191', result_message: 'Need clarification' },
    })
  },

  async deadlineCode() {
    await bench.switches({ deadlineCode: '100', processingDeadlineMs: MINUTE })
    await shop.sale('deadline', { pan: CARDS.avs })
    await bench.advance(MINUTE)
    expect(await summaryOf(bench, 'deadline')).toMatchObject({ status: 'decline', resultCode: '100' })
  },

  async holdTimeMs() {
    await bench.switches({ holdTimeMs: 2 * HOUR })
    await shop.auth('held')
    await bench.advance(2 * HOUR - 30 * MINUTE - 1)
    expect(await statusOf('held')).toBe('awaiting capture')
    await bench.advance(1)
    expect(await statusOf('held')).toBe('canceled')
  },

  async holdEnd() {
    await bench.switches({ holdEnd: 'capture' })
    await shop.auth('held')
    await bench.advance(7 * DAY - 30 * MINUTE)
    expect(await statusOf('held')).toBe('success')
    expect(merchant.received.at(-1)?.json).toMatchObject({
      operation: { type: 'capture', status: 'success' },
    })
  },

  async followUps() {
    await bench.switches({ followUps: 'decline' })
    await shop.sale('sold')
    await bench.settle()
    expect((await shop.followUp('refund', 'sold', { description: 'Back' })).status).toBe(200)
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { status: 'success', sum: { amount: 4650 } },
      operation: { type: 'reversal', status: 'decline', code: '10000' },
    })
    await bench.switches({ followUps: 'hold' })
    await shop.followUp('refund', 'sold', { description: 'Back' })
    await bench.settle()
    expect((await shop.status('sold')).json).toMatchObject({
      payment: { status: 'success' },
      operations: [{}, {}, { type: 'reversal', status: 'processing', code: '9999' }],
    })
  },

  async partialApproval() {
    const sums = async (id: string) => {
      await shop.sale(id, { pan: '5126160000356675', payment: { amount: 12_001, currency: 'EUR' } })
      await bench.settle()
      return merchant.received.at(-1)?.json
    }
    expect(await sums('whole')).toMatchObject({ payment: { sum: { amount: 12_001 } } })
    await bench.switches({ partialApproval: true })
    expect(await sums('part')).toMatchObject({
      payment: { status: 'success', sum: { amount: 12_000, currency: 'EUR' } },
      operation: { sum_initial: { amount: 12_001 }, sum_converted: { amount: 12_000 } },
    })
    expect((await shop.status('part')).json).toMatchObject({
      sum_request: { amount: 12_001 },
      sum_real: { amount: 12_000 },
    })
  },

  async callbackRules() {
    await bench.switches({ callbackRules: [{ result: 'success', url: `${merchant.url}/rule` }] })
    await shop.sale('by-rule')
    await shop.sale('by-project', { pan: CARDS.decline })
    await bench.settle()
    const paths = merchant.received.map(({ paymentId, path }) => `${paymentId} ${path}`).sort()
    expect(paths).toEqual(['by-project /project', 'by-rule /rule'])
  },

  async verifyCallbackCertificate() {
    const authority = await openAuthority(null)
    if (authority.kind === 'failed') throw new Error(authority.message)
    const certificate = await authority.authority.serverCertificate(['127.0.0.1'])
    if (certificate.kind === 'failed') throw new Error(certificate.message)
    const { certPem: cert, keyPem: key } = certificate.tls
    const server = createServer({ cert, key }, (request, response) => {
      request.resume()
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const attempt = async (id: string) => {
      await shop.sale(id, { general: { ...aGeneral(id), merchant_callback_url: url } })
      await bench.settle()
      return (await callbacksOf(bench, id))[0]
    }
    expect(await attempt('unverified')).toMatchObject({ state: 'delivered' })
    await bench.switches({ verifyCallbackCertificate: true })
    const refused = await attempt('verified')
    expect(refused).toMatchObject({ state: 'failed' })
    const { attempts } = await bench.call('callbacks.get', { id: refused?.id ?? '' })
    expect(attempts[0]?.error?.message).toMatch(/certificate/i)
    server.close()
  },

  async http10() {
    const ask = async (): Promise<string> => {
      const socket = connect(Number(new URL(bench.ready.platform).port), '127.0.0.1')
      const body = JSON.stringify(signed({ general: aGeneral('x') }, PROJECT.secret))
      socket.write(`POST /v2/payment/status HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      let answer = ''
      for await (const chunk of socket) answer += String(chunk)
      return answer
    }
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    expect(items[0]).toMatchObject({ httpVersion: '1.0', note: expect.stringContaining('HTTP/1.0') })
    await bench.switches({ http10: 'refuse' })
    expect(await ask()).toMatch(/^HTTP\/1\.1 505 .*"code":"702"/s)
    expect((await shop.status('x')).status).toBe(200)
  },

  async allowedCallers() {
    await bench.switches({ allowedCallers: ['203.0.113.9'] })
    const answer = readUnionError(await shop.sale('stranger'))
    expect([answer.httpStatus, answer.code, answer.message]).toEqual([403, '303', 'Access denied'])
    expect((await bench.call('payments.list', {})).total).toBe(0)
    await bench.switches({ allowedCallers: ['203.0.113.9', '127.0.0.1'] })
    expect((await shop.sale('stranger')).status).toBe(200)
  },

  async statusDetails() {
    await shop.sale('hidden')
    await bench.switches({ statusDetails: 'unavailable' })
    const answer = await shop.status('hidden')
    expect([answer.status, answer.json]).toMatchObject([200, { status: 'error', code: '3062' }])
    expect(answer.json).not.toHaveProperty('payment')
    expect(isSigned(answer.text, PROJECT.secret)).toBe(true)
  },

  async apiFailure() {
    await shop.sale('before', { pan: CARDS.avs })
    await bench.switches({ apiFailure: true })
    const answers = [
      await shop.sale('failed'),
      await shop.clarify('before', {}),
      await shop.status('before'),
      await shop.followUp('refund', 'before', { description: 'Back' }),
    ].map(readUnionError)
    expect(answers.map(({ httpStatus, code }) => [httpStatus, code])).toEqual(Array(4).fill([500, '501']))
    await bench.switches({ apiFailure: false })
    expect((await bench.call('payments.list', {})).total).toBe(1)
    const { clarification } = await summaryOf(bench, 'before')
    expect(clarification?.expiresAt).toBe(new Date(START + 30 * MINUTE).toISOString())
    expect((await shop.sale('failed')).status).toBe(200)
  },
}

describe('project switches', () => {
  it.each(Object.entries(EFFECTS))('%s', async (_, effect) => {
    await effect()
  })

  it('are all tested, and keep their defaults until somebody changes them', async () => {
    expect([...Object.keys(EFFECTS), ...FORM_SWITCHES].sort()).toEqual(Object.keys(DEFAULT_SWITCHES).sort())
    const { switches } = await bench.call('projects.create', {})
    expect(switches).toEqual(DEFAULT_SWITCHES)
  })

  it('change one by one and survive a restart', async () => {
    await bench.switches({ holdEnd: 'capture' })
    await bench.switches({ deadlineCode: '601' })
    await restart()
    const { items } = await bench.call('projects.list', {})
    const project: JsonRecord = { ...items.find(({ projectId }) => projectId === PROJECT.id)?.switches }
    expect(project).toEqual({ ...DEFAULT_SWITCHES, holdEnd: 'capture', deadlineCode: '601' })
  })

  it('take legacyStatus of earlier scripts as statusFields', async () => {
    for (const [legacyStatus, statusFields] of [
      [false, 'mission'],
      [true, 'extended'],
    ] as const) {
      const params = { projectId: PROJECT.id, switches: { legacyStatus } }
      const { switches } = await bench.call('projects.update', params)
      expect(switches).toEqual({ ...DEFAULT_SWITCHES, statusFields })
    }
  })

  it('are refused if they make no sense', async () => {
    const wrong = {
      processingDeadlineMs: 0,
      deadlineCode: 'x',
      holdEnd: 'keep',
      outcome: { mode: 'clarify' },
      more: 1,
    }
    for (const [name, value] of [...Object.entries(wrong), ['clarificationTimeoutCode', '777'] as const]) {
      const params = { projectId: PROJECT.id, switches: { [name]: value } }
      expect(await bench.refusal('projects.update', params), name).toMatchObject({ code: 'invalid_params' })
    }
  })
})
