/** What the script reads from the page. Only calls that Internet Explorer 11 knows. */

export type Control = HTMLInputElement | HTMLSelectElement

export function byId(id: string): HTMLElement | null {
  return document.getElementById(id)
}

/** All matches as an array; the list of a query has no methods in old browsers. */
export function all(root: ParentNode, selector: string): readonly HTMLElement[] {
  const found = root.querySelectorAll(selector)
  const elements: HTMLElement[] = []
  for (let index = 0; index < found.length; index += 1) {
    const element = found.item(index)
    if (element instanceof HTMLElement) elements.push(element)
  }
  return elements
}

export function first(root: ParentNode, selector: string): HTMLElement | null {
  return all(root, selector)[0] ?? null
}

/** The form that the page shows; null on pages without one. */
export function shownForm(): HTMLElement | null {
  return first(document, 'form[data-action]')
}

/** Every input and list of a form that has a name and can be seen. */
export function controls(form: ParentNode): readonly Control[] {
  const found: Control[] = []
  all(form, 'input[name], select[name]').forEach((element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) found.push(element)
  })
  return found
}

export function controlNamed(form: ParentNode, name: string): Control | null {
  return controls(form).filter((control) => control.name === name)[0] ?? null
}

export function inputNamed(form: ParentNode, name: string): HTMLInputElement | null {
  const control = controlNamed(form, name)
  return control instanceof HTMLInputElement ? control : null
}

/** The element itself or the nearest one around it that has an attribute. */
export function around(start: EventTarget | null, attribute: string): HTMLElement | null {
  let node = start instanceof Node ? start : null
  while (node !== null) {
    if (node instanceof HTMLElement && node.hasAttribute(attribute)) return node
    node = node.parentNode
  }
  return null
}

/** Whether a control belongs to something that is shown. */
export function isShown(control: HTMLElement): boolean {
  let node: HTMLElement | null = control
  while (node !== null) {
    if (node.hidden) return false
    node = node.parentElement
  }
  return true
}

/** Only web pages are ever left for. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
