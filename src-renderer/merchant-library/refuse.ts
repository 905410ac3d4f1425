/**
 * Throws a text instead of an `Error`, because merchant pages compare what they catch with a text (contract 8.2, 8.4).
 */
export function refuse(text: unknown): never {
  throw text
}
