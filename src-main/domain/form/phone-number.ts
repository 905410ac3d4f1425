const WRITTEN_BESIDE_DIGITS = /[+\s().\-\u2010-\u2015[\]]/g

/**
 * Removes plus signs and separators from a phone number, `+353 (87) 123-4511`, as the API takes only digits (contract
 * 12.15). Keeps a text of which nothing would remain, so that its refusal shows what was sent.
 */
export function phoneDigits(text: string): string {
  const digits = text.replace(WRITTEN_BESIDE_DIGITS, '')
  return digits === '' ? text : digits
}
