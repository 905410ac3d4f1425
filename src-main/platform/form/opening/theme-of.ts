import { FORM_THEMES, type FormTheme } from '#domain/form/settings'

/** Reads the theme from the shop's parameter `_theme`; `light` for any unknown value. */
export function themeOf(value: unknown): FormTheme {
  return FORM_THEMES.find((theme) => theme === value) ?? 'light'
}
