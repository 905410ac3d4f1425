import { ADVICE_SENTENCES } from '#domain/result-code/result-advice'
import { DECLINE_CODES, findResultCode } from '#domain/result-code/result-codes'
import { matchesSearch } from './clarification-fields'

/** A code to decline with; `message` null: the tester gives the text of a code that the platform lacks. */
export interface DeclineChoice {
  readonly code: string
  readonly message: string | null
  /** What the merchant is advised to do. */
  readonly advice: string
  /** Who issues the code. */
  readonly source: string
}

const OWN_CODE = /^\d{1,6}$/

const KNOWN: readonly DeclineChoice[] = DECLINE_CODES.map(({ code, message, advice, source }) => ({
  code,
  message,
  advice: ADVICE_SENTENCES[advice],
  source,
}))

/** Words of testers and issuers for codes whose messages say it differently. They are searched only, never sent. */
const SYNONYMS: Readonly<Record<string, string>> = {
  '10101': 'exceeds withdrawal limit',
  '10103': 'CVC security code',
  '10203': 'lost stolen card',
  '10204': 'restricted card',
  '10602': 'timeout',
}

/** Codes of the card's provider before all others, each part in the order of its numbers. */
const CARD_FIRST: readonly DeclineChoice[] = KNOWN.toSorted(
  (a, b) => Number(b.source === 'card provider') - Number(a.source === 'card provider'),
)

/**
 * The codes that fit a search by number, by words of the message or their synonyms, by the advice or by the issuer; for a
 * payment by card, those of the card's provider first. The exact code that was typed comes first, then those that start with
 * it. A number that is not a code at all can be sent, too.
 */
export function declineChoices(search: string, byCard = false): readonly DeclineChoice[] {
  const text = search.trim()
  const fitting = (byCard ? CARD_FIRST : KNOWN).filter(({ code, message, advice, source }) =>
    matchesSearch(text, [code, message ?? '', advice, source, SYNONYMS[code] ?? '']),
  )
  if (!OWN_CODE.test(text)) return fitting
  const inOrder = fitting.toSorted((a, b) => closeness(a.code, text) - closeness(b.code, text))
  if (findResultCode(text) !== null) return inOrder
  return [
    { code: text, message: null, advice: 'Sent with the message that you enter.', source: 'you' },
    ...inOrder,
  ]
}

function closeness(code: string, text: string): number {
  if (code === text) return 0
  return code.startsWith(text) ? 1 : 2
}
