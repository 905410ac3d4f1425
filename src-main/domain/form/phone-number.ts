const WRITTEN_BESIDE_DIGITS = /[+\s().\-\u2010-\u2015[\]]/g

/**
 * Removes the separators of a written phone number, `+353 (87) 123-4511` (contract 12.15): the API takes digits only.
 * Keeps a text of nothing but separators, so that its refusal shows what was sent.
 */
export function phoneDigits(text: string): string {
  const digits = text.replace(WRITTEN_BESIDE_DIGITS, '')
  return digits === '' ? text : digits
}
