export type ReportKind = 'handler' | 'message-in' | 'message-out' | 'error' | 'console' | 'csp'

/** In characters of JSON. Even at three bytes per character, a request stays within the server's limit. */
export const MAX_REQUEST_CHARS = 15_000
const MAX_NAME_CHARS = 500

export function reportText(kind: ReportKind, name: string, data: unknown, dataChars: number): string {
  const wallAt = new Date().getTime()
  const whole = textOf(data)
  const withData = (most: number): string =>
    JSON.stringify({ kind, name: name.slice(0, MAX_NAME_CHARS), data: cutTo(whole, most), wallAt })
  const text = withData(dataChars)
  // Escaping can make the text too long again.
  return text.length <= MAX_REQUEST_CHARS ? text : withData(MAX_REQUEST_CHARS / 10)
}

function cutTo(text: string | undefined, most: number): string | undefined {
  if (text === undefined || text.length <= most) return text
  const end = `… (${String(text.length)} characters)`
  return text.slice(0, most - end.length) + end
}

/** JSON without functions; undefined if there is no data. A value that JSON cannot express becomes a string. */
function textOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data)
  } catch {
    return JSON.stringify(String(data))
  }
}
