import { type Topic, TOPICS } from '#domain/signature/diagnosis/mistake'

export type FixParts = Readonly<Partial<Record<Topic, string>>>

/** For Node; `data` is the decoded message, `parameters` are those of a form. */
export const JAVASCRIPT: FixParts = {
  formKeys: `// The browser library adds these later, so they are not signed
for (const key of Object.keys(data)) {
  if (key === 'frame_mode' || key.startsWith('_')) delete data[key]
}`,
  values: `// true is 1, false is 0, null is empty, everything else stays as it is
const textOf = (value) =>
  value === null ? '' : typeof value === 'boolean' ? (value ? '1' : '0') : String(value)`,
  lines: `// One line for each value, with its full path. Positions count from 0, a colon inside a key
// is doubled, empty values stay, and signatures are left out, however deep.
const linesOf = (data, path = []) =>
  Object.entries(data)
    .filter(([key]) => key !== 'signature')
    .flatMap(([key, value]) => {
      const inner = [...path, key.replaceAll(':', '::')]
      return value !== null && typeof value === 'object'
        ? linesOf(value, inner)
        : [[inner.join(':'), textOf(value)]]
    })
const lines = linesOf(data)`,
  order: `// Natural order of the paths: runs of digits compare as numbers, so notes:9 comes before notes:10.
// Enough for keys of letters, digits, - and _.
function naturalCompare(left, right) {
  const a = left.match(/\\d+|\\D/gu) ?? []
  const b = right.match(/\\d+|\\D/gu) ?? []
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const bothNumbers = /^[1-9]/.test(a[i]) && /^[1-9]/.test(b[i])
    const order = bothNumbers ? Number(a[i]) - Number(b[i]) : a[i] < b[i] ? -1 : a[i] > b[i] ? 1 : 0
    if (order !== 0) return order
  }
  return a.length - b.length
}
lines.sort(([left], [right]) => naturalCompare(left, right))`,
  joining: `// path:value, with ; between the lines and nowhere else
const text = lines.map(([path, value]) => path + ':' + value).join(';')`,
  secret: `// The secret as issued: the line end of the file is not part of it
import { readFileSync } from 'node:fs'
const secret = readFileSync('secret.txt', 'utf8').replace(/\\r?\\n$/, '')`,
  digest: `// HMAC with SHA-512 over UTF-8, its 64 raw bytes as base64: 88 characters
import { createHmac } from 'node:crypto'
const signature = createHmac('sha512', secret).update(text, 'utf8').digest('base64')`,
  signLast: `// Everything else is set first; the JSON text is made once, after the signature
data.general.signature = signature
const json = JSON.stringify(data)`,
  sending: `// The plain values are signed; the address is encoded once, signature included
const query = new URLSearchParams({ ...parameters, signature }).toString()`,
}

/** `$data` is the decoded message, `$parameters` are those of a form. */
export const PHP: FixParts = {
  formKeys: `// The browser library adds these later, so they are not signed
foreach (array_keys($data) as $key) {
    if ($key === 'frame_mode' || strpos((string) $key, '_') === 0) {
        unset($data[$key]);
    }
}`,
  values: `// true is 1, false is 0, null is empty, everything else stays as it is
function textOf($value): string
{
    return is_bool($value) ? ($value ? '1' : '0') : (string) $value;
}`,
  lines: `// One line for each value, with its full path. Positions count from 0, a colon inside a key
// is doubled, empty values stay, and signatures are left out, however deep.
function linesOf(array $data, string $before = ''): array
{
    $lines = [];
    foreach ($data as $key => $value) {
        if ($key === 'signature') {
            continue;
        }
        $path = $before . str_replace(':', '::', (string) $key);
        $lines += is_array($value) ? linesOf($value, $path . ':') : [$path => textOf($value)];
    }
    return $lines;
}
$lines = linesOf($data);`,
  order: `// Natural order of the paths: runs of digits compare as numbers, so notes:9 comes before notes:10
ksort($lines, SORT_NATURAL);`,
  joining: `// path:value, with ; between the lines and nowhere else
$pairs = [];
foreach ($lines as $path => $value) {
    $pairs[] = $path . ':' . $value;
}
$text = implode(';', $pairs);`,
  secret: `// The secret as issued: the line end of the file is not part of it
$secret = rtrim(file_get_contents('secret.txt'), "\\r\\n");`,
  digest: `// HMAC with SHA-512, its 64 raw bytes (true) as base64: 88 characters
$signature = base64_encode(hash_hmac('sha512', $text, $secret, true));`,
  signLast: `// Everything else is set first; the JSON text is made once, after the signature
$data['general']['signature'] = $signature;
$json = json_encode($data);`,
  sending: `// The plain values are signed; the address is encoded once, signature included
$query = http_build_query($parameters + ['signature' => $signature]);`,
}

/** `data` is the decoded message, `parameters` are those of a form. */
export const PYTHON: FixParts = {
  formKeys: `# The browser library adds these later, so they are not signed
data = {key: value for key, value in data.items() if key != "frame_mode" and not key.startswith("_")}`,
  values: `# True is 1, False is 0, None is empty, 1.0 is 1, everything else stays as it is
def text_of(value):
    if value is None:
        return ""
    if isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    return str(value)`,
  lines: `# One line for each value, with its full path. Positions count from 0, a colon inside a key
# is doubled, empty values stay, and signatures are left out, however deep.
def lines_of(data, before=""):
    members = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in members:
        if key == "signature":
            continue
        path = before + str(key).replace(":", "::")
        if isinstance(value, (dict, list)):
            yield from lines_of(value, path + ":")
        else:
            yield path, text_of(value)

lines = list(lines_of(data))`,
  order: `# Natural order of the paths: runs of digits compare as numbers, so notes:9 comes before notes:10.
# Enough for keys of letters, digits, - and _.
import re

def natural_key(path):
    runs = re.findall(r"[0-9]+|[^0-9]", path)
    return [("0", 1, int(run), "") if "1" <= run[0] <= "9" else (run[0], 0, 0, run) for run in runs]

lines.sort(key=lambda line: natural_key(line[0]))`,
  joining: `# path:value, with ; between the lines and nowhere else
text = ";".join(path + ":" + value for path, value in lines)`,
  secret: `# The secret as issued: the line end of the file is not part of it
with open("secret.txt", encoding="utf-8") as file:
    secret = file.read().rstrip("\\r\\n")`,
  digest: `# HMAC with SHA-512 over UTF-8, its 64 raw bytes as base64: 88 characters
import base64, hashlib, hmac
digest = hmac.new(secret.encode("utf-8"), text.encode("utf-8"), hashlib.sha512).digest()
signature = base64.b64encode(digest).decode("ascii")`,
  signLast: `# Everything else is set first; the JSON text is made once, after the signature
import json
data["general"]["signature"] = signature
body = json.dumps(data)`,
  sending: `# The plain values are signed; the address is encoded once, signature included
from urllib.parse import urlencode
query = urlencode({**parameters, "signature": signature})`,
}

/** For a POSIX shell with openssl and curl. It has no parts that walk or sort data, for which a shell is unsuited. */
export const SHELL: FixParts = {
  joining: `# lines.txt has a path:value on each line, sorted; ; goes between them and nowhere else
text=$(paste -s -d ';' lines.txt)`,
  secret: `# The secret as issued: $(…) drops the line end of the file
secret=$(cat secret.txt)`,
  digest: `# printf adds no line end, -binary gives the raw bytes, -A writes one line: 88 characters
signature=$(printf '%s' "$text" | openssl dgst -sha512 -hmac "$secret" -binary | openssl base64 -A)`,
  sending: `# The plain values are signed; curl encodes each of them once, signature included
curl -sS -G "$address" \\
  --data-urlencode "project_id=$project_id" \\
  --data-urlencode "payment_id=$payment_id" \\
  --data-urlencode "signature=$signature"`,
}

export const FIX_LANGUAGES = ['javascript', 'php', 'python', 'shell'] as const
type FixLanguage = (typeof FIX_LANGUAGES)[number]

interface Language {
  readonly name: string
  readonly parts: FixParts
}

export const LANGUAGES: Readonly<Record<FixLanguage, Language>> = {
  javascript: { name: 'JavaScript', parts: JAVASCRIPT },
  php: { name: 'PHP', parts: PHP },
  python: { name: 'Python', parts: PYTHON },
  shell: { name: 'Shell', parts: SHELL },
}

/** The code of a language for these parts, in program order; empty if it has none. */
export function fixCode(topics: readonly Topic[], language: FixLanguage): string {
  return TOPICS.filter((topic) => topics.includes(topic))
    .flatMap((topic) => LANGUAGES[language].parts[topic] ?? [])
    .join('\n\n')
}

export const fixLanguages = (topics: readonly Topic[]): readonly FixLanguage[] =>
  FIX_LANGUAGES.filter((language) => fixCode(topics, language) !== '')
