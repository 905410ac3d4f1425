import { parseJson } from '#lib/json/parse'
import { isRecord } from '#lib/json/node'
import type { ExaminedMerchant } from '#protocol/exam'
import type { ProjectView } from '#protocol/projects'
import type { Params } from '#protocol/methods'

/** The form as typed, without the secret, which is not saved. */
export interface ExamForm {
  readonly callbackUrl: string
  readonly projectId: string
  readonly platformPort: string
  readonly method: 'POST' | 'GET'
  readonly checkout: string
  readonly orders: string
  readonly state: string
  /** The payment_id with which the settings of orders are tried. */
  readonly tried: string
  readonly paid: string
  readonly declined: string
  readonly deliveries: string
  readonly amount: string
  readonly clarification: boolean
  readonly statusRequests: boolean
  readonly hosts: string
}

/** Differs from the default ports of a bench. */
const USUAL_PORT = '8630'

const EMPTY_FORM: ExamForm = {
  callbackUrl: '',
  projectId: '',
  platformPort: USUAL_PORT,
  method: 'POST',
  checkout: '',
  orders: '',
  state: 'status',
  tried: '',
  paid: 'paid, success, completed',
  declined: 'declined, decline, failed',
  deliveries: '',
  amount: '',
  clarification: false,
  statusRequests: false,
  hosts: '',
}

/** Names of the text fields. */
export type TextPart = Exclude<keyof ExamForm, 'clarification' | 'statusRequests' | 'method'>

/** The saved form; parts that cannot be read are empty. */
export function readForm(text: string | undefined): ExamForm {
  const kept = keptParts(text)
  const textOf = (name: TextPart): string => {
    const value = kept.get(name)
    return typeof value === 'string' ? value : EMPTY_FORM[name]
  }
  return {
    callbackUrl: textOf('callbackUrl'),
    projectId: textOf('projectId'),
    platformPort: textOf('platformPort'),
    method: kept.get('method') === 'GET' ? 'GET' : 'POST',
    checkout: textOf('checkout'),
    orders: textOf('orders'),
    state: textOf('state'),
    tried: textOf('tried'),
    paid: textOf('paid'),
    declined: textOf('declined'),
    deliveries: textOf('deliveries'),
    amount: textOf('amount'),
    clarification: kept.get('clarification') === true,
    statusRequests: kept.get('statusRequests') === true,
    hosts: textOf('hosts'),
  }
}

function keptParts(text: string | undefined): ReadonlyMap<string, unknown> {
  const json = text === undefined ? null : parseJson(text)
  return new Map(json?.ok === true && isRecord(json.plain) ? Object.entries(json.plain) : [])
}

const listOf = (text: string, mark: string): string[] =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const pathOf = (text: string): string[] | null => (text.trim() === '' ? null : listOf(text, '.'))

/**
 * The callback address to begin with: that of the last exam, or that of the project unless it leads to this bench itself;
 * empty where neither is known.
 * @param own addresses of this bench that receive callbacks
 */
export function suggestedCallbackUrl(
  last: Pick<ExaminedMerchant, 'callbackUrl'> | null,
  project: Pick<ProjectView, 'callbackUrl'> | null,
  own: readonly string[],
): string {
  if (last !== null) return last.callbackUrl
  const url = project?.callbackUrl ?? ''
  return own.some((address) => url === address || url.startsWith(`${address}/`)) ? '' : url
}

/** Parameters that start the exam. The bench checks addresses and numbers, and names the wrong field. */
export function paramsOf(form: ExamForm, secret: string): Params<'exam.start'> {
  const orders = form.orders.trim()
  const checkout = form.checkout.trim()
  return {
    callbackUrl: form.callbackUrl.trim(),
    projectId: Number(form.projectId),
    platformPort: Number(form.platformPort),
    checkout: checkout === '' ? null : { method: form.method, url: checkout },
    orders:
      orders === ''
        ? null
        : {
            url: orders,
            state: pathOf(form.state) ?? [],
            paid: listOf(form.paid, ','),
            declined: listOf(form.declined, ','),
            deliveries: pathOf(form.deliveries),
            amount: pathOf(form.amount),
          },
    clarification: form.clarification,
    statusRequests: form.statusRequests,
    hosts: listOf(form.hosts, ','),
    ...(secret === '' ? {} : { secret }),
  }
}
