const WRITTEN_BESIDE_DIGITS = /[+\s().\-\u2010-\u2015[\]]/g

/**
 * A phone number as shops and customers write it, `+353 (87) 123-4511`, without what stands beside the digits (contract
 * 12.15). The API takes digits alone. Where nothing is left the text stays, so that it is refused as what it is.
 */
export function phoneDigits(text: string): string {
  const digits = text.replace(WRITTEN_BESIDE_DIGITS, '')
  return digits === '' ? text : digits
}
