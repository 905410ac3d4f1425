import type { FormUpdate } from '#domain/form/wire'
import { PROJECT, type FlowBench } from './flow-bench'
import { isRecord, signatureFor, type JsonRecord } from './signer'
import { exchange, type WireResponse } from './wire-client'

export const GOOD_CARD = {
  pan: '4000000000000077',
  month: '07',
  year: '33',
  cvv: '123',
  card_holder: 'NORA VALE',
}

/** Names of the messages that follow a payment that was submitted and registered. */
export const SENT_MESSAGES = ['payment_sent', 'payment_submit_result']

/** The complete parameters of an opening, without their signature. */
export function anOpening(paymentId: string, change: JsonRecord = {}): JsonRecord {
  return {
    project_id: PROJECT.id,
    payment_id: paymentId,
    customer_id: 'buyer-5',
    payment_amount: 4650,
    payment_currency: 'EUR',
    customer_email: 'nora@mail.test',
    ...change,
  }
}

export const signedParameters = (parameters: JsonRecord, secret: string = PROJECT.secret): JsonRecord => ({
  ...parameters,
  signature: signatureFor(signedPart(parameters), secret),
})

/** The parameters that a merchant signs: not those that the library adds itself (contract 2.6). */
function signedPart(parameters: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => name !== 'frame_mode' && !name.startsWith('_')),
  )
}

/** Opens a form by GET, without posting anything. */
export function openByLink(bench: FlowBench, parameters: JsonRecord): Promise<WireResponse> {
  const query = Object.entries(signedParameters(parameters))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return exchange(`${bench.ready.platform}/payment?${query}`, { method: 'GET' })
}

export async function openForm(bench: FlowBench, parameters: JsonRecord) {
  return driveForm(bench, await openByLink(bench, parameters))
}

/** A client for an open form that acts as the form's own page does. `page`: the response that opened it. */
export function driveForm(bench: FlowBench, page: WireResponse) {
  const state = stateOf(page.text)
  const messages: string[] = []
  let shown = state.update
  const base = `${bench.ready.platform}${state.base}`
  const take = (update: FormUpdate): void => {
    shown = update
    messages.push(...update.messages.map(({ message }) => message.replace('epframe.', '')))
  }
  take(shown)
  const post = (place: string, body: JsonRecord): Promise<WireResponse> =>
    exchange(`${base}/${place}?rev=${encodeURIComponent(shown.rev)}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const send = async (place: string, body: JsonRecord): Promise<WireResponse> => {
    const response = await post(place, body)
    if (response.status === 200) take(updateOf(response.json))
    return response
  }
  const requestView = (): Promise<WireResponse> =>
    exchange(`${base}/view?rev=${encodeURIComponent(shown.rev)}`, { method: 'GET' })
  const confirm = (card: JsonRecord = {}, rest: JsonRecord = {}): Promise<WireResponse> =>
    send('confirm', { card: { ...GOOD_CARD, ...card }, ...rest })
  const poll = async (): Promise<FormUpdate> => {
    const response = await requestView()
    if (response.status === 200) take(updateOf(response.json))
    else if (response.status !== 204) throw new Error(`The poll got status ${String(response.status)}`)
    return shown
  }
  const settled = async (): Promise<FormUpdate> => {
    await bench.settle()
    return poll()
  }
  return {
    /** Names of the messages that the parent has received so far. */
    get messages(): readonly string[] {
      return [...messages]
    },
    get shown() {
      return shown
    },
    send,
    /** Like `send`, but the response never arrives. */
    async lose(place: string, body: JsonRecord): Promise<void> {
      await post(place, body)
    },
    confirm,
    /** Polls as the page does, and returns what it shows then. */
    poll,
    /** Like `poll`, once the bench has nothing left to do. */
    settled,
    /** Confirms, and returns what the page shows once everything is settled. */
    async pay(card?: JsonRecord, rest?: JsonRecord): Promise<FormUpdate> {
      await confirm(card, rest)
      return settled()
    },
    /** Polls as an up-to-date page does; returns the response, which has no body. */
    async unchanged(): Promise<WireResponse> {
      const response = await requestView()
      if (response.status !== 204) throw new Error(`The poll got status ${String(response.status)}`)
      return response
    },
    issuer: (fields: Readonly<Record<string, string>>) =>
      exchange(`${base}/issuer?place=frame`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

function stateOf(html: string): { readonly base: string; readonly update: FormUpdate } {
  const text = /id="form-state">\s*([\s\S]*?)\s*<\/script>/.exec(html)?.[1]
  if (text === undefined) throw new Error(`Not a page of the form: ${html.slice(0, 300)}`)
  const state: unknown = JSON.parse(text)
  if (!isRecord(state) || typeof state['base'] !== 'string' || !isRecord(state['update'])) {
    throw new Error('The state of the page does not have the expected shape')
  }
  return { base: state['base'], update: updateOf({ ...state['update'], html: '' }) }
}

/** The tests read the members that they need, and fail if one is missing. */
function updateOf(json: JsonRecord): FormUpdate {
  if (typeof json['view'] !== 'string' || !Array.isArray(json['messages']))
    throw new Error('The response is not an update of the form')
  return json as unknown as FormUpdate
}
