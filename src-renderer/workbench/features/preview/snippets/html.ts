import type { SnippetSource } from './snippet'

/** JSON that may stand in a script element: no text in it can end the element. */
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
