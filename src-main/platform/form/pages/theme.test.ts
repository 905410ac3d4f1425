import { describe, expect, it } from 'vitest'
import { compileStyles } from '../../../../scripts/customer/styles.mjs'
import { schemeOf, themedCss } from './theme'

const TOKENS = ':root{--a:light-dark(oklch(1 0 0), oklch(0 0 0))}'

describe('the style sheet in a theme', () => {
  const css = compileStyles('p{color:var(--a);margin:0}@media (max-width:9px){b{color:var(--a)}}', TOKENS)

  it('keeps both schemes for the customer’s system', () => {
    expect(themedCss(css, 'auto')).toBe(css)
    expect(schemeOf('auto')).toBe('light dark')
  })

  it('is light without a rule of the dark scheme', () => {
    expect(themedCss(css, 'light')).toBe('p{color:#ffffff;margin:0}@media (max-width:9px){b{color:#ffffff}}')
    expect(schemeOf('light')).toBe('light')
  })

  it('is dark on every system, in the widths that a rule is for', () => {
    expect(themedCss(css, 'dark')).toBe(
      'p{color:#ffffff;margin:0}p{color:#000000}@media (max-width:9px){b{color:#ffffff}}@media (max-width:9px){b{color:#000000}}',
    )
  })
})
