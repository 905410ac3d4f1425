import { SECRET_VARIABLE, type SnippetSource, unsigned } from './snippet'

const literal = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

/** Signs the parameters with Python and prints them as JSON. */
export function pythonSnippet({ parameters }: SnippetSource): string {
  const values = unsigned(parameters).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${literal(value)},`,
  )
  return `import base64
import hashlib
import hmac
import json
import os
import re

parameters = {
${values.join('\n')}
}


def natural_key(name):
    # Runs of digits compare as numbers, and stand among other characters as their digits do.
    runs = re.findall(r"[0-9]+|[^0-9]", name)
    return [("0", 1, int(run), "") if "1" <= run[0] <= "9" else (run[0], 0, 0, run) for run in runs]


def is_signed(name):
    # Neither the signature itself nor what the library adds is signed.
    return name not in ("signature", "frame_mode") and not name.startswith("_")


def text_of(value):
    return str(int(value)) if isinstance(value, bool) else str(value)


pairs = [(name.replace(":", "::"), text_of(value)) for name, value in parameters.items() if is_signed(name)]
pairs.sort(key=lambda pair: natural_key(pair[0]))
text = ";".join(":".join(pair) for pair in pairs)

secret = os.environ["${SECRET_VARIABLE}"].encode("utf-8")
digest = hmac.new(secret, text.encode("utf-8"), hashlib.sha512).digest()
parameters["signature"] = base64.b64encode(digest).decode("ascii")
print(json.dumps(parameters))
`
}
