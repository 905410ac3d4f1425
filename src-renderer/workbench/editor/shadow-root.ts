import type { KeyboardEvent } from 'react'

/**
 * A shadow root for the editor. Its styles go there as constructed sheets, which the content security policy allows; in
 * the page itself the editor would add a style element, which the policy forbids.
 */
export function editorRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  return root
}

/**
 * Keeps typed keys from the shortcuts of the page: from outside, the shadow host looks like an element that takes no text.
 */
export function keepTyping(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}
