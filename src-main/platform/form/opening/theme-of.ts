import { FORM_THEMES } from '../../../domain/form/settings'
import type { FormTheme } from '../../../domain/form/settings'

/** The colours that the shop wants, from its parameter `_theme`; light where it says nothing that is one of them. */
export function themeOf(value: unknown): FormTheme {
  return FORM_THEMES.find((theme) => theme === value) ?? 'light'
}
