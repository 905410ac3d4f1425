import { SECRET_VARIABLE, shellQuoted, type SnippetSource, unsigned } from './snippet'

const head = (canonical: string): string => `text=${shellQuoted(canonical)}
signature=$(printf '%s' "$text" | openssl dgst -sha512 -hmac "$${SECRET_VARIABLE}" -binary | openssl base64 -A)
`

/** Signs in a shell and opens the form as a library would, or as a link does (contract 7.1). */
export function curlSnippet({ parameters, canonical, method, mode, platform }: SnippetSource): string {
  const pairs = unsigned(parameters)
  if (method === 'get' || mode === 'tab') {
    const query = pairs.map(
      ([name, value]) => `  --data-urlencode ${shellQuoted(`${name}=${String(value)}`)} \\\n`,
    )
    return `${head(canonical)}
curl -sS -G '${platform}/payment' \\
${query.join('')}  --data-urlencode "signature=$signature"
`
  }
  const body = JSON.stringify(Object.fromEntries(pairs), null, 2).replace(/\s*\}$/, ',\n  "signature": "')
  return `${head(canonical)}
curl -sS '${platform}/payment' \\
  -H 'Content-Type: application/json' \\
  --data-binary ${shellQuoted(body)}"$signature"'"
}'
`
}
