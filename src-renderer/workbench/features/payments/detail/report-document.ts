/**
 * Shows a report, a whole page, inside of an element. It is in a shadow root, so that its style is its own; as a
 * constructed sheet, which the content security policy allows. The policy also forbids whatever could run.
 */
export function showReport(host: HTMLElement, text: string): void {
  const [before = '', rest = ''] = text.split('<style>', 2)
  const [style = '', after = ''] = rest.split('</style>', 2)
  const page = new DOMParser().parseFromString(before + after, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.replaceAll(':root', ':host'))
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(document.adoptNode(page.body))
}
