import { DEFAULT_CARD, DEFAULT_PARAMETERS } from '#scenarios/form/opening'
import type { Members } from '#lib/json/node'
import { act, type Fact } from './facts'
import { cardLike, checkTexts } from './recorded-values'

/**
 * An action of the customer on the form. The step does not wait for the provider: those that follow let the time
 * pass.
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
export function openingAct(parameters: Members): Fact {
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
 * The card that the customer typed, in the words of `pays`.
 * @throws CannotRecord for a card or a text that a scenario cannot hold
 */
export function typedCard(card: Readonly<Record<string, string>>): Members {
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
