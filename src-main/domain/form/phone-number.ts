const SEPARATORS = /[+\s().\-\u2010-\u2015[\]]/g

/** A phone number without separators (contract 12.15); a text of separators only stays as it is, for refusals. */
export function phoneDigits(text: string): string {
  const digits = text.replace(SEPARATORS, '')
  return digits === '' ? text : digits
}
