import { addField, hiddenForm, submitForm } from './form-address'

/** Browsers drop white space and control characters when they read an address, so a check has to as well. */
const asBrowsersRead = (address: unknown): string => {
  const text = typeof address === 'string' ? address : ''
  let read = ''
  for (let n = 0; n < text.length; n++) if (text.charCodeAt(n) > 32) read += text.charAt(n)
  return read
}

const runsScript = (read: string): boolean => /^(javascript|vbscript|data):/i.test(read)

/** Whether the page may be sent there: absolute or `//host`, no script and no data (contract 8.7, redirect). */
export function mayLeaveFor(address: unknown): address is string {
  const read = asBrowsersRead(address)
  return !runsScript(read) && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(read)
}

/** Sends the whole page to the card's issuer by a hidden form (contract 8.7, acs_parent_page_redirect_run). */
export function postToIssuer(data: { method?: unknown; url?: unknown; body?: unknown }): void {
  if (typeof data.url !== 'string' || runsScript(asBrowsersRead(data.url))) return
  const form = hiddenForm(typeof data.method === 'string' ? data.method : 'post', data.url)
  form.setAttribute('name', '3dsForm')
  const body = data.body
  if (typeof body === 'object' && body !== null) {
    const fields: Record<string, unknown> = {}
    Object.keys(body).forEach((name) => {
      fields[name] = Object.getOwnPropertyDescriptor(body, name)?.value
    })
    Object.keys(fields).forEach((name) => {
      addField(form, name, fields[name])
    })
  }
  submitForm(form)
}
