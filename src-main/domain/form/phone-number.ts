const WRITTEN_BESIDE_DIGITS = /[+\s().\-\u2010-\u2015[\]]/g

/**
 * Reduces a written phone number, `+353 (87) 123-4511`, to its digits (contract 12.15): the API takes digits only.
 * Keeps a text without digits, so that its refusal shows what was sent.
 */
export function phoneDigits(text: string): string {
  const digits = text.replace(WRITTEN_BESIDE_DIGITS, '')
  return digits === '' ? text : digits
}
