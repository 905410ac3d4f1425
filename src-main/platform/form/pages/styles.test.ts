import { describe, expect, it } from 'vitest'
import { compileStyles } from '../../../../scripts/customer-scripts/styles.mjs'
import { prepareStyles, schemeOf } from './styles'

const TOKENS = ':root{--a:light-dark(oklch(1 0 0), oklch(0 0 0))}'

describe('the style sheet in a theme', () => {
  const css = compileStyles('p{color:var(--a);margin:0}@media (max-width:9px){b{color:var(--a)}}', TOKENS)
  const { file } = prepareStyles({ formCss: css, formFirstCss: '' })

  it('keeps both schemes for the customer’s system', () => {
    expect(file('auto')).toBe(css)
    expect(schemeOf('auto')).toBe('light dark')
  })

  it('is light without a rule of the dark scheme', () => {
    expect(file('light')).toBe('p{color:#ffffff;margin:0}@media (max-width:9px){b{color:#ffffff}}')
    expect(schemeOf('light')).toBe('light')
  })

  it('is dark on every system, in the widths that a rule is for', () => {
    expect(file('dark')).toBe(
      'p{color:#ffffff;margin:0}p{color:#000000}@media (max-width:9px){b{color:#ffffff}}@media (max-width:9px){b{color:#000000}}',
    )
  })
})

describe('the style sheet of a page', () => {
  it('leaves out rules for text from right to left in languages that have none', () => {
    const css =
      "p{margin:0}[dir='rtl'] p{left:0}[dir='rtl'] a,[dir='rtl'] b{left:0}@media (x){[dir='rtl'] i{left:0}i{top:0}}"
    const leftToRight = 'p{margin:0}@media (x){i{top:0}}'
    const styles = prepareStyles({ formCss: css, formFirstCss: css })
    expect(styles.first('light', 'de')).toBe(leftToRight)
    expect(styles.first('light', 'ar')).toBe(css)
    expect(styles.whole('auto', 'en')).toBe(leftToRight)
    expect(styles.file('auto')).toBe(css)
  })

  it('is prepared once: every opening gets the same text', () => {
    const css = compileStyles('p{color:var(--a)}', TOKENS)
    const styles = prepareStyles({ formCss: css, formFirstCss: css })
    expect(styles.first('dark', 'en')).toBe('p{color:#ffffff}p{color:#000000}')
    expect(styles.whole('light', 'ar')).toBe('p{color:#ffffff}')
  })
})
