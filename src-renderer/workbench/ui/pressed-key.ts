/**
 * The key of a shortcut: a letter is small without Shift and a capital with it (`R`), whatever Caps Lock makes of it. Any
 * other key keeps the name that the browser gives it.
 */
export function pressedKey({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): string {
  if (!/^\p{Letter}$/u.test(key)) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}
