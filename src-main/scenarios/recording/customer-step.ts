import { DEFAULT_CARD, DEFAULT_PARAMETERS } from '#scenarios/form/defaults'
import { cardLike } from './card-like'
import { checkTexts } from './edits'
import type { FormFact, TypedCard } from './facts'
import type { Members } from '#lib/json/record'

/** Parameters that the opening step makes anew, or that hold addresses of the merchant. */
const NOT_REPEATED = new Set(['project_id', 'payment_id', 'signature', 'merchant_callback_url'])
const OWN_PARAMETERS: Members = DEFAULT_PARAMETERS

/** The step does not wait for the provider: the recorded steps that follow let the time pass. */
const AT_ONCE = { waits: false }

/**
 * The arguments of a step that does what the customer did on the form.
 * @throws CannotRecord for a card or a text that a scenario cannot hold
 */
export function customerArgs(
  fact: FormFact,
  { name, isMade }: { readonly name: string; readonly isMade: boolean },
): Members {
  const of = { of: name }
  switch (fact.does) {
    case 'open':
      return { ...(isMade ? of : { as: name }), opens: openingOf(fact.parameters), ...AT_ONCE }
    case 'pay': {
      checkTexts(fact.fields)
      const fields = Object.keys(fact.fields).length === 0 ? {} : { fields: fact.fields }
      const saves = fact.saves ? { saves: true } : {}
      const retries = fact.isRetry ? { retries: true } : {}
      return { ...of, ...retries, pays: { ...cardOf(fact.card), ...fields, ...saves }, ...AT_ONCE }
    }
    case 'fill':
      checkTexts(fact.fields)
      return { ...of, fills: fact.fields, ...AT_ONCE }
    case 'challenge':
      return { ...of, challenge: fact.answer, ...AT_ONCE }
    case 'close':
      return { ...of, closes: true, ...AT_ONCE }
  }
}

function openingOf(parameters: Members): Members {
  const given = Object.entries(parameters).filter(
    ([name]) => !NOT_REPEATED.has(name) && !name.endsWith('_callback_url'),
  )
  for (const [, value] of given) checkTexts(value)
  const wanted = Object.fromEntries(given)
  const missing = Object.keys(OWN_PARAMETERS).filter((name) => !Object.hasOwn(wanted, name))
  const changed = given.filter(([name, value]) => String(OWN_PARAMETERS[name]) !== String(value))
  return { ...Object.fromEntries(changed), ...Object.fromEntries(missing.map((name) => [name, 'absent'])) }
}

function cardOf({ pan, month, year, cvv, card_holder: holder }: TypedCard): Members {
  const expires = `${month.padStart(2, '0')}/${year.slice(-2)}`
  checkTexts(holder)
  return {
    card: cardLike(pan.replaceAll(/[ -]/g, '')),
    ...(expires === DEFAULT_CARD.expires ? {} : { expires }),
    ...(holder === DEFAULT_CARD.holder ? {} : { holder }),
    ...(cvv.length === DEFAULT_CARD.cvv.length ? {} : { cvv: '1234567890'.slice(0, cvv.length) }),
  }
}
