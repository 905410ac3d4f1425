import type { FormParameters, PreviewMethod, PreviewMode } from '#protocol/projects'
import type { PreviewDraft } from './draft'
import { curlOf } from '#window/message-view/wire'
import { NATURAL_COMPARE } from '#window/features/signature/fix-code'

export interface SnippetSource {
  readonly parameters: FormParameters
  readonly mode: PreviewMode
  readonly method: PreviewMethod
  readonly css: string
  readonly platform: string
}

/** The snippets read the secret from this environment variable; none contains it. */
const SECRET_VARIABLE = 'PAYMENT_SECRET'

const unsigned = (parameters: FormParameters) =>
  Object.entries(parameters).filter(([name]) => name !== 'signature')

/** Opens the form as a library would, or as a link does (contract 7.1). */
export function curlSnippet({ parameters, method, mode, platform }: SnippetSource): string {
  const isLink = method === 'get' || mode === 'tab'
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  return curlOf({
    method: isLink ? 'GET' : 'POST',
    url: `${platform}/payment${isLink ? `?${query.toString()}` : ''}`,
    target: '/payment',
    httpVersion: '1.1',
    headers: isLink ? [] : [['Content-Type', 'application/json']],
    body: { text: isLink ? '' : JSON.stringify(parameters), base64: '' },
  })
}

/** JSON that is safe in a script element: no text can end the element. */
const scriptJson = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('<', '\\u003c')

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** The merchant's page (contract 8.1, 8.4). Its parameters are signed on the server; the secret never comes here. */
export function htmlSnippet({ parameters, mode, method, css, platform }: SnippetSource): string {
  const config = indented(scriptJson(parameters), '    ')
  const style = css.trim() === '' ? '' : `  <style>\n    ${indented(css.trim(), '    ')}\n  </style>\n`
  const target = String(parameters['target_element'] ?? 'payment-form')
  const body = {
    modal: '  <button id="pay" type="button">Pay</button>\n',
    tab: '  <button id="pay" type="button">Pay</button>\n',
    iframe: `  <div id="${target}"></div>\n`,
    embedded: `  <div id="${target}"></div>\n  <button id="pay" type="button">Pay</button>\n`,
  }[mode]
  const run = {
    modal: `    EPayWidget.bind('pay', config, '${method}')`,
    tab: `    // A page opened by redirect is always a GET, whatever method is asked for.\n    EPayWidget.bind('pay', config, 'get')`,
    iframe: `    EPayWidget.run(config, '${method}')`,
    embedded: [
      `    config.onCheckSubmit = function (data, resolve, reject) {`,
      `      resolve({})`,
      `    }`,
      `    config.onValidationError = function (errors) {`,
      `      console.log(errors)`,
      `    }`,
      `    var form = EPayWidget.runEmbedded(config, '${method}')`,
      `    document.getElementById('pay').onclick = function () {`,
      `      form.trySubmit()`,
      `    }`,
    ].join('\n'),
  }[mode]
  return `<!doctype html>
<html>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Checkout</title>
  <link rel="stylesheet" href="${platform}/shared/merchant.css">
  <script src="${platform}/shared/merchant.js"></script>
${style}</head>
<body>
${body}  <script>
    var config = ${config}
    config.onPaymentSuccess = function (data) {
      // For display only: the callback is the proof of payment.
    }
${run}
  </script>
</body>
</html>
`
}

export function nodeSnippet({ parameters }: SnippetSource): string {
  const values = JSON.stringify(Object.fromEntries(unsigned(parameters)), null, 2)
  return `import { createHmac } from 'node:crypto'

const parameters = ${values}

// Natural order of the names: runs of digits compare as numbers.
${NATURAL_COMPARE}

// Neither the signature itself nor what the library adds is signed.
const isSigned = (name) => name !== 'signature' && name !== 'frame_mode' && !name.startsWith('_')
const textOf = (value) => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value))

const text = Object.entries(parameters)
  .filter(([name]) => isSigned(name))
  .map(([name, value]) => [name.replaceAll(':', '::'), textOf(value)])
  .sort(([left], [right]) => naturalCompare(left, right))
  .map((pair) => pair.join(':'))
  .join(';')

const signature = createHmac('sha512', process.env.${SECRET_VARIABLE}).update(text, 'utf8').digest('base64')
console.log(JSON.stringify({ ...parameters, signature }))
`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? quoted(value) : String(value)

export function phpSnippet({ parameters }: SnippetSource): string {
  const values = unsigned(parameters).map(([name, value]) => `    ${quoted(name)} => ${literal(value)},`)
  return `<?php
$parameters = [
${values.join('\n')}
];

$lines = [];
foreach ($parameters as $name => $value) {
    // Neither the signature itself nor what the library adds is signed.
    if ($name === 'signature' || $name === 'frame_mode' || strpos($name, '_') === 0) {
        continue;
    }
    $path = str_replace(':', '::', $name);
    $lines[$path] = $path . ':' . (is_bool($value) ? (int) $value : $value);
}
ksort($lines, SORT_NATURAL);

$digest = hash_hmac('sha512', implode(';', $lines), getenv('${SECRET_VARIABLE}'), true);
$parameters['signature'] = base64_encode($digest);
echo json_encode($parameters), "\\n";
`
}

interface SnippetKind {
  readonly name: PreviewDraft['snippet']
  readonly label: string
  readonly about: string
  readonly write: (source: SnippetSource) => string
}

const SIGNS = 'Runs on your server. The secret comes from the environment variable PAYMENT_SECRET.'

export const SNIPPETS: readonly SnippetKind[] = [
  {
    name: 'html',
    label: 'Page',
    about: 'The page of the shop, with the signed parameters.',
    write: htmlSnippet,
  },
  { name: 'node', label: 'Node', about: SIGNS, write: nodeSnippet },
  { name: 'php', label: 'PHP', about: SIGNS, write: phpSnippet },
  { name: 'python', label: 'Python', about: SIGNS, write: pythonSnippet },
  {
    name: 'curl',
    label: 'curl',
    about: 'Opens the form with the signed parameters.',
    write: curlSnippet,
  },
]

const pythonLiteral = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

export function pythonSnippet({ parameters }: SnippetSource): string {
  const values = unsigned(parameters).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${pythonLiteral(value)},`,
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
