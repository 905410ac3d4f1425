const WRITTEN_BESIDE_DIGITS = /[+\s().\-\u2010-\u2015[\]]/g

/** Keeps only the digits of a phone number (contract 12.15), or the text if it has none, so that a refusal shows it. */
export function phoneDigits(text: string): string {
  const digits = text.replace(WRITTEN_BESIDE_DIGITS, '')
  return digits === '' ? text : digits
}
