/** Text from a request as it stands in a message: never longer than a line. */
export function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
