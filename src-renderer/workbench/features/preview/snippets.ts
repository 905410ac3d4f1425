import type { FormParameters, PreviewMethod, PreviewMode } from '#protocol/projects'
import { curlOf } from '#window/message-view/wire'
import { fixCode } from '#window/features/signature/fix-code'

export interface SnippetSource {
  readonly parameters: FormParameters
  readonly mode: PreviewMode
  readonly method: PreviewMethod
  readonly css: string
  readonly platform: string
}

/** The snippets read the secret from this environment variable; none contains it. */
const SECRET_VARIABLE = 'PAYMENT_SECRET'

/** A command that opens the form as the library or a link would (contract 7.1). */
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

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** The merchant's page (contract 8.1, 8.4). The server signs the parameters; the page never has the secret. */
export function htmlSnippet({ parameters, mode, method, css, platform }: SnippetSource): string {
  const config = indent(scriptJson(parameters), '    ')
  const style = css.trim() === '' ? '' : `  <style>\n    ${indent(css.trim(), '    ')}\n  </style>\n`
  const target = String(parameters['target_element'] ?? 'payment-form')
  const body = {
    modal: '  <button id="pay" type="button">Pay</button>\n',
    tab: '  <button id="pay" type="button">Pay</button>\n',
    iframe: `  <div id="${target}"></div>\n`,
    embedded: `  <div id="${target}"></div>\n  <button id="pay" type="button">Pay</button>\n`,
  }[mode]
  const run = {
    modal: `    EPayWidget.bind('pay', config, '${method}')`,
    tab: `    // In a tab, the form is always opened with GET, whichever method is given.\n    EPayWidget.bind('pay', config, 'get')`,
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

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

type Value = FormParameters[string]

interface ServerLanguage {
  readonly literal: (value: Value) => string
  readonly member: (name: string, value: string) => string
  /** `begin` and `end`: the code around the members of the parameters. */
  readonly begin: string
  readonly end: string
  readonly print: string
}

/** The code around the signing code, which {@link fixCode} writes. */
const SERVER: Readonly<Record<'javascript' | 'php' | 'python', ServerLanguage>> = {
  javascript: {
    literal: (value) => JSON.stringify(value),
    member: (name, value) => `  ${JSON.stringify(name)}: ${value},`,
    begin: 'const parameters = {',
    end: `}\nconst data = { ...parameters }\nconst secret = process.env.${SECRET_VARIABLE}`,
    print: 'console.log(JSON.stringify({ ...parameters, signature }))',
  },
  php: {
    literal: (value) => (typeof value === 'string' ? quote(value) : String(value)),
    member: (name, value) => `    ${quote(name)} => ${value},`,
    begin: '<?php\n$parameters = [',
    end: `];\n$data = $parameters;\n$secret = getenv('${SECRET_VARIABLE}');`,
    print: 'echo json_encode($parameters + [\'signature\' => $signature]), "\\n";',
  },
  python: {
    literal: (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)),
    member: (name, value) => `    ${JSON.stringify(name)}: ${value},`,
    begin: 'import json\nimport os\n\nparameters = {',
    end: `}\ndata = dict(parameters)\nsecret = os.environ["${SECRET_VARIABLE}"]`,
    print: 'print(json.dumps({**parameters, "signature": signature}))',
  },
}

/** A program for the merchant's server that prints the signed parameters. */
export const serverSnippet =
  (language: keyof typeof SERVER) =>
  ({ parameters }: SnippetSource): string => {
    const { literal, member, begin, end, print } = SERVER[language]
    const members = Object.entries(parameters)
      .filter(([name]) => name !== 'signature')
      .map(([name, value]) => member(name, literal(value)))
    const code = fixCode(['formKeys', 'values', 'lines', 'order', 'joining', 'digest'], language)
    return `${[begin, ...members, end].join('\n')}\n\n${code}\n\n${print}\n`
  }

const SERVER_NOTE = 'Runs on your server. The secret comes from the environment variable PAYMENT_SECRET.'

export const SNIPPETS = [
  {
    name: 'html',
    label: 'Page',
    about: 'The page of the shop, with the signed parameters.',
    write: htmlSnippet,
  },
  { name: 'node', label: 'Node', about: SERVER_NOTE, write: serverSnippet('javascript') },
  { name: 'php', label: 'PHP', about: SERVER_NOTE, write: serverSnippet('php') },
  { name: 'python', label: 'Python', about: SERVER_NOTE, write: serverSnippet('python') },
  {
    name: 'curl',
    label: 'curl',
    about: 'Opens the form with the signed parameters.',
    write: curlSnippet,
  },
] as const
