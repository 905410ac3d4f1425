const WRITTEN_BESIDE_DIGITS = /[+\s().\-\u2010-\u2015[\]]/g

/**
 * Removes from a phone number as shops and customers write it, `+353 (87) 123-4511`, everything but its digits (contract
 * 12.15): the API takes digits alone. A text without any digit stays as it is, so that its refusal shows what was sent.
 */
export function phoneDigits(text: string): string {
  const digits = text.replace(WRITTEN_BESIDE_DIGITS, '')
  return digits === '' ? text : digits
}
