import { expect } from 'vitest'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { findMethod, METHODS, takesCurrency } from '#domain/method/method'
import type { Method, MethodOperation, MethodParameter, MethodWay } from '#domain/project/method-shape'
import { PROJECT } from './flow-bench'
import { useMerchantBench } from './merchant-bench'
import { aGeneral, summaryOf } from './requests'
import { isSigned, type JsonRecord } from './signer'
import { readUnionError } from './union-error'
import { exchange, type WireResponse } from './wire-client'

/** Values by the names of parameters. */
type Values = Readonly<Record<string, unknown>>

/** Whether a request has this parameter. */
type Given = (parameter: MethodParameter) => boolean

const SAMPLES: Values = {
  'payment.amount': 4650,
  'payment.description': 'Order 2031',
  ...Object.fromEntries(FIELD_CATALOGUE.map(({ path, sample }) => [path, sample])),
}
const BY_TYPE = {
  string: '5501234',
  integer: 41,
  boolean: true,
  object: { positions: [{ amount: 4650 }] },
} as const
const BANK = 'account.bank_id'

/** Required of every payout too, although one row of the catalogue does not list it. */
const CUSTOMER: MethodParameter = { name: 'customer.id', type: 'string', need: 'strict' }

const isStrict: Given = ({ need }) => need === 'strict'
export const isNeeded: Given = ({ need }) => need !== 'optional'
const isNeededExcept =
  (left: string): Given =>
  (each) =>
    isNeeded(each) && each.name !== left

/** The methods of the catalogue that have an operation. */
export const methodsThatHave = (operation: MethodOperation) =>
  METHODS.flatMap((method) =>
    method.operations[operation] === undefined ? [] : [{ method, path: method.path }],
  )

export function methodAt(path: string): Method {
  const method = findMethod(path, [])
  if (method === null) throw new Error(`The catalogue has no ${path}`)
  return method
}

/** The path as a part of a payment id. */
export const inId = (path: string): string => path.replaceAll('/', '-')

const currencyOf = (method: Method): string =>
  takesCurrency(method, 'EUR') ? 'EUR' : (method.currencies[0] ?? 'EUR')

function parametersOf({ operations }: Method, operation: MethodOperation): readonly MethodParameter[] {
  const { parameters = [] } = operations[operation] ?? {}
  const isComplete = operation !== 'payout' || parameters.some(({ name }) => name === CUSTOMER.name)
  return isComplete ? parameters : [CUSTOMER, ...parameters]
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at = body
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>
  at[last] = value
}

/** Paths of the data that a message requests, in alphabetical order. */
function requestedIn({ clarification_fields: fields }: JsonRecord): readonly string[] {
  const byObject = (fields ?? {}) as Readonly<Record<string, readonly string[]>>
  return Object.entries(byObject)
    .flatMap(([key, names]) => names.map((name) => `${key}.${name}`))
    .toSorted()
}

export const codeOf = ({ json }: WireResponse): unknown => json['code']

/** Sends the customer's decision on the provider's page. */
export const decide = (url: string, fields: Readonly<Record<string, string>>): Promise<WireResponse> =>
  exchange(url, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

export async function idsIn(response: WireResponse | Promise<WireResponse>): Promise<readonly unknown[]> {
  const { banks } = (await response).json as { readonly banks: readonly JsonRecord[] }
  return banks.map(({ id }) => id)
}

/** A bench for the tests of a file, and requests with any method of the catalogue. */
export function useMethodShop() {
  const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

  /** The newest callback of a payment. */
  const lastOf = (paymentId: string): JsonRecord =>
    merchant.received.findLast((received) => received.paymentId === paymentId)?.json ?? {}

  /** The address of the provider's page. */
  const pageOf = async (paymentId: string): Promise<string> => {
    const { key } = await summaryOf(bench, paymentId)
    return (await bench.call('payments.get', { key })).providerUrl ?? ''
  }

  const enterCode = async (paymentId: string, otp_code: string): Promise<WireResponse> => {
    const response = await shop.clarify(paymentId, { additional_data: { otp_code } })
    await bench.settle()
    return response
  }

  const banksOf = (
    path: string,
    currency: string,
    customer: JsonRecord = { country: SAMPLES['customer.country'] },
    operation: MethodOperation = 'sale',
  ): Promise<WireResponse> =>
    bench.post(`/v2/info/banks/${path}/${operation}/list`, {
      general: aGeneral('banks'),
      payment: { amount: 4650, currency },
      customer,
    })

  return {
    bench,
    shop,
    lastOf,
    pageOf,
    enterCode,
    banksOf,

    /** The customer of a method of this kind pays; for `none`, nobody has to do anything. */
    async pay(way: MethodWay, paymentId: string): Promise<void> {
      if (way === 'otp') await enterCode(paymentId, '123456')
      else if (way !== 'none') {
        await decide(await pageOf(paymentId), { decision: 'paid' })
        await bench.settle()
      }
    },

    expectRequested(paymentId: string, ...paths: readonly string[]): void {
      expect(requestedIn(lastOf(paymentId)), paymentId).toEqual(paths.toSorted())
    },

    /** Expects that the newest callback of a payment is this result. */
    expectResult(paymentId: string, status: string, code: string): void {
      expect(lastOf(paymentId)).toMatchObject({ payment: { status, id: paymentId }, operation: { code } })
    },

    /** Expects more callbacks than `count` so far, each with the right signature. */
    expectSigned(count: number): void {
      expect(merchant.received.length).toBeGreaterThan(count)
      expect(merchant.received.filter(({ text }) => !isSigned(text, PROJECT.secret))).toEqual([])
    },

    /** Requests for an operation of a method. `own`: values in place of the samples. */
    async requestsOf(method: Method, operation: MethodOperation, own: Values = {}) {
      const path = `/v2/payment/${method.path}/${operation}`
      const parameters = parametersOf(method, operation)
      const requestable = parameters.filter(({ need, type }) => need === 'required' && type !== 'object')
      const currency = currencyOf(method)
      const [bank] = parameters.some(({ name }) => name === BANK)
        ? await idsIn(banksOf(method.path, currency, undefined, operation))
        : []
      const values: Values = { ...SAMPLES, 'payment.currency': currency, [BANK]: bank, ...own }
      const valueOf = ({ name, type }: MethodParameter): unknown => values[name] ?? BY_TYPE[type]

      const bodyOf = (paymentId: string, isGiven: Given) => {
        const body: Record<string, unknown> = {}
        // Objects are there even without members, so that a refusal names a member, not its object.
        for (const { name } of parameters) {
          const [object = ''] = name.split('.')
          if (object !== name) body[object] = {}
        }
        for (const each of parameters.filter(isGiven)) put(body, each.name, valueOf(each))
        return { ...body, general: aGeneral(paymentId) }
      }

      const send = (paymentId: string, isGiven: Given, more: JsonRecord = {}): Promise<WireResponse> =>
        bench.post(path, { ...bodyOf(paymentId, isGiven), ...more })

      /** Parameters of requests that are accepted: the strict ones, then all but one of the required ones. */
      const accepted: readonly (readonly [name: string, isGiven: Given])[] = [
        ['least', isStrict],
        ...requestable.map(({ name }) => [name, isNeededExcept(name)] as const),
      ]

      return {
        send,
        accepted,

        /** Each strict parameter that is left out is named; a currency that is not accepted is refused. */
        async expectRefusals(paymentId: string): Promise<void> {
          const names = parameters.filter(isStrict).map(({ name }) => name)
          const responses = await Promise.all(names.map((name) => send(paymentId, isNeededExcept(name))))
          const refusals = responses.map((response) => {
            const { httpStatus, errors } = readUnionError(response)
            return [httpStatus, errors]
          })
          expect(refusals).toEqual(names.map((name) => [400, [`2004 ${name} required`]]))
          if (operation === 'refund' || takesCurrency(method, 'XTS')) return
          const body = bodyOf(paymentId, isNeeded)
          put(body, 'payment.currency', 'XTS')
          expect(codeOf(await bench.post(path, body))).toBe('3023')
        },

        /** Sends a request, which is accepted, and then the data that the platform requests. */
        async start(paymentId: string, isGiven: Given, more?: JsonRecord): Promise<void> {
          const { status, text } = await send(paymentId, isGiven, more)
          expect(status, text).toBe(200)
          await bench.settle()
          const missing = requestable.filter((each) => !isGiven(each))
          if (missing.length === 0) return
          expect(requestedIn(lastOf(paymentId))).toEqual(missing.map(({ name }) => name).toSorted())
          const data: Record<string, unknown> = {}
          for (const each of missing) put(data, each.name, valueOf(each))
          expect((await shop.clarify(paymentId, data)).status).toBe(200)
          await bench.settle()
        },
      }
    },
  }
}
