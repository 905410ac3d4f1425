import { maskText } from './mask-text'

/** A text as it may be kept and shown: card numbers in it are made unreadable. */
export function keepableText(text: string): string {
  return maskText(text).text
}

/** Whether a text holds what looks like a card number of a known network. */
export function holdsCardNumber(text: string): boolean {
  return maskText(text).spans.some(({ kind }) => kind === 'pan')
}
