/** The class names in a text that holds one or several; old browsers add only one at a time. */
const namesIn = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/\s+/).filter((name) => name !== '') : []

export function addClass(element: Element, text: unknown): void {
  namesIn(text).forEach((name) => {
    element.classList.add(name)
  })
}

export function removeClass(element: Element, text: unknown): void {
  namesIn(text).forEach((name) => {
    element.classList.remove(name)
  })
}
