import type { KeyboardEvent } from 'react'

/**
 * A root of its own for the editor. Its styles go there as constructed sheets, which the policy of the page allows; in
 * the page itself the editor would write a style element, which it forbids.
 */
export function editorRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  return root
}

/**
 * Keeps what is typed from the keys of the page: from outside, the editor's root looks like an element that takes no text.
 */
export function keepTyping(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}
