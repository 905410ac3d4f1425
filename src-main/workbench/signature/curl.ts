/** A `curl` command that posts a JSON body; quoted for POSIX shells. */
export function curlCommand(url: string, body: string): string {
  return `curl -sS ${url} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(body)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
