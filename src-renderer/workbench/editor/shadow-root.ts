/**
 * A root of its own for the editor. Its styles go there as constructed sheets, which the policy of the page allows; in
 * the page itself the editor would write a style element, which it forbids.
 */
export function editorRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  return root
}
