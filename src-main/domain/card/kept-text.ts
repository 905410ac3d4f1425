import { maskText } from './mask-text'

/** Masks card data in a text that is to be stored or shown. */
export function keepableText(text: string): string {
  return maskText(text).text
}

/** Whether a text holds what looks like a card number of a known network. */
export function holdsCardNumber(text: string): boolean {
  return maskText(text).spans.some(({ kind }) => kind === 'pan')
}
