import type { FixParts } from './topic'

/** For a POSIX shell with openssl and curl. A shell is not suited to walking and sorting data. */
export const SHELL: FixParts = {
  joining: `# lines.txt has a path:value on each line, sorted; ; goes between them and nowhere else
text=$(paste -s -d ';' lines.txt)`,
  secret: `# The secret as it was issued: $(…) drops the line end of the file
secret=$(cat secret.txt)`,
  digest: `# printf adds no line end, -binary gives the raw bytes, -A writes one line: 88 characters
signature=$(printf '%s' "$text" | openssl dgst -sha512 -hmac "$secret" -binary | openssl base64 -A)`,
  sending: `# The plain values are signed; curl encodes each of them once, signature included
curl -sS -G "$address" \\
  --data-urlencode "project_id=$project_id" \\
  --data-urlencode "payment_id=$payment_id" \\
  --data-urlencode "signature=$signature"`,
}
