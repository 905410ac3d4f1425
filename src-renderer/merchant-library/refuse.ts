/**
 * Ends what the page asked for. Merchant pages compare what they catch with a text, so a text is thrown and not an
 * `Error` (contract 8.2, 8.4).
 */
export function refuse(text: unknown): never {
  throw text
}
