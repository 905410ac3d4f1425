import { isRecord } from '../../../lib/json/record'
import { cardNumber } from '../../vocabulary/cards'
import { readAmount } from '../../vocabulary/units'
import type { ArgsOf } from '../../vocabulary/scenario-shape'
import type { RunContext } from '../context'
import { edited } from '../edit'
import { namePayment, paymentNamed } from '../payments'
import { StepFailure } from '../result'
import { bodyOf } from '../texts'
import { postToPlatform } from './post-to-platform'

type Members = Readonly<Record<string, unknown>>
export type MerchantVerb = 'sale' | 'auth' | 'capture' | 'cancel' | 'refund' | 'status' | 'clarify'

const PATHS: Readonly<Record<MerchantVerb, string>> = {
  sale: '/v2/payment/card/sale',
  auth: '/v2/payment/card/auth',
  capture: '/v2/payment/card/capture',
  cancel: '/v2/payment/card/cancel',
  refund: '/v2/payment/card/refund',
  status: '/v2/payment/status',
  clarify: '/v2/payment/clarification',
}

/** @throws StepFailure for what is no amount once its variables are known */
function amountOf(text: string | undefined): Members | undefined {
  if (text === undefined) return undefined
  const amount = readAmount(text)
  if (amount === null)
    throw new StepFailure(`${text} is no amount. Write it like 46.50 EUR, with the decimals of its currency.`)
  return { ...amount }
}

/** Sale or auth: makes a payment and says how its request was answered. */
export async function beginPayment(
  run: RunContext,
  verb: 'sale' | 'auth',
  args: ArgsOf<'sale'>,
): Promise<string> {
  const id = args.id ?? run.newId(args.as)
  const body = {
    general: { project_id: run.projectId, payment_id: id },
    card: {
      pan: cardNumber(args.card ?? 'success'),
      year: 2035,
      month: 7,
      cvv: '123',
      card_holder: 'NORA VALE',
    },
    customer: { id: 'buyer-5', ip_address: '203.0.113.9', ...args.customer },
    payment: amountOf(args.amount),
  }
  const payment = namePayment(run, args.as, id)
  const { answer } = await postToPlatform(run, {
    ...args,
    name: args.as,
    path: PATHS[verb],
    body: edit(body, args.body),
  })
  run.names.set(args.as, { id: payment.id, response: { http: answer.status, body: bodyOf(answer.text) } })
  return `${verb} ${id}: HTTP ${answer.status}`
}

type LaterArgs = ArgsOf<'capture'> & Partial<ArgsOf<'refund'>> & Partial<ArgsOf<'clarify'>>

/** Every request about a payment that is there. */
export async function askPlatform(
  run: RunContext,
  verb: Exclude<MerchantVerb, 'sale' | 'auth'>,
  args: LaterArgs,
): Promise<string> {
  const { id } = paymentNamed(run, args.of)
  const body = { general: { project_id: run.projectId, payment_id: id }, ...contentOf(verb, args) }
  const { answer } = await postToPlatform(run, {
    ...args,
    name: args.of,
    path: PATHS[verb],
    body: edit(body, args.body),
  })
  return `${verb} ${id}: HTTP ${answer.status}`
}

function contentOf(verb: MerchantVerb, args: LaterArgs): Members {
  if (verb === 'status') return {}
  if (verb === 'clarify') {
    const { avs_data, customer, account, data } = args
    const given = Object.entries({ avs_data, customer, account }).filter(([, value]) => value !== undefined)
    return { additional_data: { ...Object.fromEntries(given), ...data } }
  }
  const amount = amountOf(args.amount)
  const refund = {
    description: args.description ?? 'Refund',
    ...(args.refund_id === undefined ? {} : { merchant_refund_id: args.refund_id }),
  }
  if (verb === 'refund') return { payment: { ...amount, ...refund } }
  return amount === undefined ? {} : { payment: amount }
}

function edit(body: Members, edits: Members | undefined): Members {
  const changed = edits === undefined ? body : edited(body, edits)
  return isRecord(changed) ? changed : body
}
