import { FORM_THEMES } from '../settings'
import type { FormTheme } from '../settings'

/** The colours that the shop wants, from its parameter `_theme`; light where it says nothing that is one of them. */
export function themeOf(value: unknown): FormTheme {
  return FORM_THEMES.find((theme) => theme === value) ?? 'light'
}
