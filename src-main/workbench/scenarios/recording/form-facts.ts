import { enteredCode } from '#platform/form/actions/confirm'
import { readParameters } from '#platform/form/opening/read-parameters'
import { parseJsonBytes } from '#lib/json/parse'
import { isRecord, type Members } from '#lib/json/node'
import { DEFAULT_CARD, DEFAULT_PARAMETERS, formStateIn } from '#scenarios/form/opening'
import { act, CannotRecord, type Fact } from '#scenarios/recording/facts'
import { cardLike, checkTexts } from '#scenarios/recording/recorded-values'
import type { ExchangeRecord } from '#store/records'
import type { StoredEvent } from '#platform/payments/payment-writer'

type Texts = Readonly<Record<string, string>>

const VISIT_PATH = /^\/payment\/([0-9a-f]{32})(?:\/([a-z/-]+))?$/

/** The events that each kind of input can cause; an input that caused none of them changed nothing. */
const EFFECTS: Readonly<Partial<Record<string, readonly StoredEvent['type'][]>>> = {
  confirm: ['registered', 'attemptStarted'],
  clarification: ['clarificationSubmitted'],
  'give-up': ['attemptsEnded'],
  issuer: ['challengeFinished'],
}

/**
 * Makes a function that reads the customer's requests to the form of one payment, in order. It takes a request
 * and the wall time of the next request about the payment, and returns null if the request needs no step.
 * @param acting form visits in which the customer did something; openings of other visits are left out
 * @param log all events of the payment
 * @throws CannotRecord for what a scenario cannot repeat
 */
export function createFormReader(
  acting: ReadonlySet<string>,
  log: readonly StoredEvent[],
  omissions: Omissions,
): (exchange: ExchangeRecord, until: number) => Fact | null {
  const valid = validCodes(log)
  const method = log.find((event) => event.type === 'registered')?.methodPath
  const taken = new Set<StoredEvent>()
  const details = new Map<string, Texts>()
  let open: string | null = null

  const openingFact = (exchange: ExchangeRecord): Fact | null => {
    const visit = openedVisit(exchange)
    if (visit === null) omissions.add('An opening of the form was refused.')
    else if (!acting.has(visit)) omissions.add('A form was opened, but nothing was done in it.')
    if (visit === null || !acting.has(visit)) return null
    open = visit
    return openingAct(parametersOf(exchange))
  }

  const visitFact = (
    exchange: ExchangeRecord,
    { visit, place, effect }: { visit: string; place: string; effect: StoredEvent['type'] | null },
  ): Fact | null => {
    const body = parseJsonBytes(exchange.body)
    const json = body.ok && isRecord(body.plain) ? body.plain : {}
    const fields = textsOf(json['fields'])
    switch (place) {
      case 'details':
        details.set(visit, fields)
        return null
      case 'confirm': {
        const card = json['card']
        if (method === undefined && !isRecord(card))
          throw new CannotRecord('The customer paid with a saved card, which no step can choose.')
        if (isRecord(json['additional']) && Object.keys(json['additional']).length > 0)
          throw new CannotRecord(
            'The merchant’s page added parameters while the customer paid, which no step can do.',
          )
        if (isRecord(json['browser'])) omissions.add('What the customer’s browser said about itself.')
        const all = { ...details.get(visit), ...fields }
        checkTexts(all)
        const pays = {
          ...(method === undefined ? typedCard(textsOf(card)) : { method }),
          ...(Object.keys(all).length === 0 ? {} : { fields: all }),
          ...(json['save'] === true ? { saves: true } : {}),
        }
        return customerAct({ ...(effect === 'attemptStarted' ? { retries: true } : {}), pays })
      }
      case 'clarification':
        return customerAct({ fills: fields })
      case 'way':
      case 'retry':
        // The step is made when the customer confirms.
        return null
      case 'provider':
      case 'resend':
        // What it did to the payment is an event.
        return null
      case 'give-up':
        return customerAct({ closes: true })
      case 'issuer': {
        const code = codeIn(exchange)
        if (code === undefined) return null
        return customerAct({ challenge: code === null ? 'leave' : valid.has(code) ? 'pass' : 'fail' })
      }
      default:
        omissions.add('The customer removed a saved card.')
        return null
    }
  }

  return (exchange, until) => {
    const path = exchange.target.split('?', 1)[0] ?? ''
    if (path === '/payment') return openingFact(exchange)
    const [, visit, place] = VISIT_PATH.exec(path) ?? []
    if (visit === undefined || place === undefined || exchange.method !== 'POST') return null
    if ((exchange.responseStatus ?? 500) >= 400) {
      omissions.add('The form refused what the customer entered.')
      return null
    }
    const effects = EFFECTS[place]
    let caused: StoredEvent['type'] | null = null
    if (effects !== undefined) {
      const effect = log.find(
        (event) =>
          effects.includes(event.type) && !taken.has(event) && (event.wallAt ?? 0) >= exchange.wallReceivedAt,
      )
      if (effect === undefined || (effect.wallAt ?? 0) >= until) {
        if (place !== 'issuer' || codeIn(exchange) !== undefined)
          omissions.add('The customer sent something that changed nothing.')
        return null
      }
      taken.add(effect)
      caused = effect.type
    }
    const fact = visitFact(exchange, { visit, place, effect: caused })
    if (fact !== null && visit !== open)
      throw new CannotRecord(
        'The customer used two open forms in turn, but a scenario has only one at a time.',
      )
    return fact
  }
}

/**
 * An action of the customer on the form or on the provider's page. The step does not wait for what follows: later
 * steps let time pass.
 * @throws CannotRecord for a text that a scenario cannot hold
 */
export function customerAct(does: Members): Fact {
  checkTexts(does['fills'])
  return act(({ name }) => ({ customer: { of: name, ...does, waits: false } }))
}

/** Parameters that the opening step creates again, or that hold addresses of the merchant. */
const NOT_REPEATED = new Set(['project_id', 'payment_id', 'signature', 'merchant_callback_url'])
const OWN_PARAMETERS: Members = DEFAULT_PARAMETERS

/** @throws CannotRecord for a text that a scenario cannot hold */
function openingAct(parameters: Members): Fact {
  const given = Object.entries(parameters).filter(
    ([name]) => !NOT_REPEATED.has(name) && !name.endsWith('_callback_url'),
  )
  for (const [, value] of given) checkTexts(value)
  const changed = given.filter(([name, value]) => String(OWN_PARAMETERS[name]) !== String(value))
  const missing = Object.keys(OWN_PARAMETERS).filter((name) => given.every(([each]) => each !== name))
  const opens = Object.fromEntries([...changed, ...missing.map((name) => [name, 'absent'] as const)])
  return act(
    ({ name, isMade }) => ({ customer: { ...(isMade ? { of: name } : { as: name }), opens, waits: false } }),
    true,
  )
}

/**
 * The card that the customer typed, as arguments of `pays`.
 * @throws CannotRecord for a card or a text that a scenario cannot hold
 */
function typedCard(card: Readonly<Record<string, string>>): Members {
  const { pan = '', month = '', year = '', cvv = '', card_holder: holder = '' } = card
  const expires = `${month.padStart(2, '0')}/${year.slice(-2)}`
  checkTexts(holder)
  return {
    card: cardLike(pan.replaceAll(/[ -]/g, '')),
    ...(expires === DEFAULT_CARD.expires ? {} : { expires }),
    ...(holder === DEFAULT_CARD.holder ? {} : { holder }),
    // The code is recorded as stars, one for each digit.
    ...(cvv.length === DEFAULT_CARD.cvv.length ? {} : { cvv: '1234567890'.slice(0, cvv.length) }),
  }
}

/** Codes that the issuers of a payment accept. */
export const validCodes = (log: readonly StoredEvent[]): ReadonlySet<string> =>
  new Set(log.flatMap((event) => (event.type === 'challengeRequested' ? [event.valid] : [])))

/** Form visits in which the customer submitted something. */
export function actingVisits(
  exchanges: readonly Pick<ExchangeRecord, 'method' | 'target'>[],
): ReadonlySet<string> {
  return new Set(
    exchanges.flatMap(({ method, target }) => {
      const [, visit, place] = VISIT_PATH.exec(target.split('?', 1)[0] ?? '') ?? []
      return method === 'POST' && visit !== undefined && place !== undefined ? [visit] : []
    }),
  )
}

/** Null if the opening was refused. */
function openedVisit({ responseStatus, responseBody }: ExchangeRecord): string | null {
  if (responseStatus !== 200 || responseBody === null) return null
  const json = parseJsonBytes(responseBody)
  if (json.ok && isRecord(json.plain) && typeof json.plain['session'] === 'string')
    return json.plain['session']
  const base = formStateIn(new TextDecoder().decode(responseBody))?.base
  return base === undefined ? null : (VISIT_PATH.exec(base)?.[1] ?? null)
}

function parametersOf({ method, target, headers, body }: ExchangeRecord): Readonly<Record<string, unknown>> {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const reading = readParameters({ method, target, contentType, body })
  if (!reading.ok) throw new CannotRecord('The parameters of its form cannot be read.')
  return (reading.parameters.nested ?? reading.parameters).plain
}

const codeIn = ({ body }: ExchangeRecord): string | null | undefined =>
  enteredCode(new URLSearchParams(new TextDecoder().decode(body)))

const textsOf = (value: unknown): Texts =>
  Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, text]) => [name, String(text)]))

/** Counts what a recorded scenario lacks. A person reads the list before the file is saved. */
export type Omissions = ReturnType<typeof createOmissions>

export function createOmissions() {
  const counts = new Map<string, number>()
  return {
    add: (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1),
    sentences: (): readonly string[] =>
      [...counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`)),
  }
}
