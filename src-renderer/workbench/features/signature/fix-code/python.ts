import type { FixParts } from './topic'

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
  lines: `# One line for each value, with its whole path. Positions count from 0, a colon inside a key
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
  order: `# Natural order of the paths: runs of digits compare as numbers, so notes:9 stands before notes:10.
# Enough for keys of letters, digits, - and _.
import re

def natural_key(path):
    runs = re.findall(r"[0-9]+|[^0-9]", path)
    return [("0", 1, int(run), "") if "1" <= run[0] <= "9" else (run[0], 0, 0, run) for run in runs]

lines.sort(key=lambda line: natural_key(line[0]))`,
  joining: `# path:value, with ; between the lines and nowhere else
text = ";".join(path + ":" + value for path, value in lines)`,
  secret: `# The secret as it was issued: a line end of the file is not part of it
with open("secret.txt", encoding="utf-8") as file:
    secret = file.read().rstrip("\\r\\n")`,
  digest: `# HMAC with SHA-512 over UTF-8, its 64 raw bytes as base64: 88 characters
import base64, hashlib, hmac
digest = hmac.new(secret.encode("utf-8"), text.encode("utf-8"), hashlib.sha512).digest()
signature = base64.b64encode(digest).decode("ascii")`,
  signLast: `# Everything else is set before; the JSON text is made once, after the signature
import json
data["general"]["signature"] = signature
body = json.dumps(data)`,
  sending: `# The plain values are signed; the address is encoded once, signature included
from urllib.parse import urlencode
query = urlencode({**parameters, "signature": signature})`,
}
