interface Modal {
  readonly container: HTMLElement
  readonly wrap: HTMLElement
  readonly body: HTMLElement
  readonly close: HTMLElement
}

const byId = (id: string): HTMLElement | null => document.getElementById(id)

function part(tag: string, id: string, parent: Element): HTMLElement {
  const element = document.createElement(tag)
  element.id = id
  parent.appendChild(element)
  return element
}

export function findModal(): Modal | null {
  const container = byId('ep-modal-container')
  const wrap = byId('ep-modal-wrap')
  const body = byId('ep-modal-body')
  const close = byId('ep-modal-close')
  return container && wrap && body && close ? { container, wrap, body, close } : null
}

export function ensureModal(): Modal {
  const present = findModal()
  if (present !== null) return present
  const container = part('div', 'ep-modal-container', document.body)
  container.setAttribute('role', 'dialog')
  container.setAttribute('aria-modal', 'true')
  container.setAttribute('aria-label', 'Payment')
  // Shift+Tab out of the frame arrives here and wraps to the button instead of leaving the modal.
  const edge = document.createElement('div')
  edge.tabIndex = 0
  edge.onfocus = () => {
    byId('ep-modal-close')?.focus()
  }
  container.appendChild(edge)
  const wrap = part('div', 'ep-modal-wrap', container)
  wrap.className = 'ep-modal-wrap'
  wrap.tabIndex = -1
  const body = part('div', 'ep-modal-body', wrap)
  const close = part('button', 'ep-modal-close', wrap)
  close.setAttribute('type', 'button')
  close.setAttribute('aria-label', 'Close')
  return { container, wrap, body, close }
}

let focusedBefore: HTMLElement | null = null

export function showModal(): void {
  const { container, wrap } = ensureModal()
  if (!container.classList.contains('shown')) focusedBefore = document.activeElement as HTMLElement | null
  addClass(container, 'shown')
  wrap.focus({ preventScroll: true })
}

export function hideModal(): void {
  const modal = findModal()
  if (!modal?.container.classList.contains('shown')) return
  modal.container.classList.remove('shown')
  if (focusedBefore !== null && document.body.contains(focusedBefore)) focusedBefore.focus()
  focusedBefore = null
}

/** Resets the wrapper's class and the body's height, so that nothing of a closed form remains (contract 12.29). */
export function resetModal(): void {
  const modal = findModal()
  if (modal === null) return
  modal.wrap.className = 'ep-modal-wrap'
  modal.body.style.height = ''
}

/** Moves the focus into the loaded form, unless the customer has moved it elsewhere. */
export function focusForm(iframe: HTMLIFrameElement): void {
  if (document.activeElement === findModal()?.wrap) iframe.focus({ preventScroll: true })
}

/**
 * Prepares the modal for another form: sets its classes, removes its content, replaces its button (contract 8.3).
 * @param closes called by the close button and, with `closesBeside`, by a click outside the form
 */
export function clearModal(classes: readonly unknown[], closesBeside: boolean, closes: () => void): Modal {
  const { container, wrap, body, close } = ensureModal()
  container.className = ''
  classes.forEach((text) => {
    addClass(container, text)
  })
  wrap.className = 'ep-modal-wrap'
  body.innerHTML = ''
  body.style.height = ''
  const newButton = close.cloneNode() as HTMLElement
  newButton.className = ''
  wrap.replaceChild(newButton, close)
  newButton.addEventListener('click', closes)
  newButton.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' || event.shiftKey) return
    const iframe = body.querySelector('iframe')
    if (iframe === null) return
    event.preventDefault()
    iframe.focus()
  })
  container.onclick = closesBeside
    ? (event) => {
        if (event.target === container) closes()
      }
    : null
  return { container, wrap, body, close: newButton }
}

/** Splits a text into class names, because old browsers add only one class at a time. */
const namesIn = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter((name) => name !== '') : []

export function addClass(element: Element | null | undefined, text: unknown): void {
  namesIn(text).forEach((name) => {
    element?.classList.add(name)
  })
}

export function removeClass(element: Element | null | undefined, text: unknown): void {
  namesIn(text).forEach((name) => {
    element?.classList.remove(name)
  })
}
