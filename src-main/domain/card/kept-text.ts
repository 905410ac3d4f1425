import { maskText } from './mask-text'

export function keepableText(text: string): string {
  return maskText(text).text
}

/** Whether a text contains a possible card number of a known network. */
export function holdsCardNumber(text: string): boolean {
  return maskText(text).spans.some(({ kind }) => kind === 'pan')
}
