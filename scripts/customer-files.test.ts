import { readdirSync, readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { prepareStyles, readCustomerFiles } from '#platform/form/pages/assets'
import { renderPage } from '#platform/form/pages/render'
import { aFrame, aPage, aSavedCard, CARD_VIEW, CLARIFICATION_VIEW } from '#domain/testing/form-pages'
import { buildCustomerFiles } from './build-customer.mjs'
import { customerSources } from './customer-scripts/sources.mjs'
import { withPlainColours } from './customer-scripts/colour.mjs'
import { faultsInOldBrowsers, notEs5 } from './customer-scripts/old-browser-check.mjs'
import { compileStyles } from './customer-scripts/styles.mjs'

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-customer-'))
  await buildCustomerFiles(folder)
}, 60_000)

const compressed = (text: string): number => gzipSync(text).length
const built = (name: string): string => readFileSync(join(folder, name), 'utf8')

describe('the files that the customer loads', () => {
  it('are built in full and can be read', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(customerSources).toSorted())
    const files = readCustomerFiles(folder)
    expect(Object.keys(files)).toHaveLength(Object.keys(customerSources).length)
    expect(files.formJs).toBe(built('form.js'))
    expect(files.shopCss.length).toBeGreaterThan(100)
  })

  it.each(Object.keys(customerSources).filter((name) => name.endsWith('.js')))('are ES5: %s', (name) => {
    expect(notEs5(built(name))).toBeNull()
  })

  it.each(Object.keys(customerSources).filter((name) => name.endsWith('.css')))(
    'contain neither tokens nor new colour functions: %s',
    (name) => {
      expect(built(name)).not.toMatch(/var\(|light-dark|oklch/)
    },
  )

  it('stay below 30 kB for a complete form and below 12 kB for the library', () => {
    const files = readCustomerFiles(folder)
    const { formJs, merchantJs } = files
    const styles = prepareStyles(files)
    for (const language of FORM_LANGUAGES) {
      for (const view of [{ ...CARD_VIEW, savedCards: [aSavedCard()], canSave: true }, CLARIFICATION_VIEW]) {
        const page = renderPage({
          page: aPage(view, { frame: aFrame({ language, theme: 'auto' }) }),
          rev: '1',
          styles,
          nonce: 'n',
          update: { messages: [], pollAfterMs: null, leave: null },
        })
        expect(compressed(page) + compressed(formJs)).toBeLessThan(30_000)
      }
    }
    expect(compressed(merchantJs)).toBeLessThan(12_000)
  })

  it('are named with a remedy if they are missing', () => {
    rmSync(join(folder, 'shop.css'))
    expect(() => readCustomerFiles(folder)).toThrow(/shop\.css could not be read \(ENOENT\).*npm run build/)
  })
})

describe('the steps of the build', () => {
  it('refuse what Internet Explorer 11 cannot read or run', () => {
    expect(faultsInOldBrowsers('let a = 1')[0]).toContain('not ES5')
    expect(faultsInOldBrowsers('fetch("/"); [1].includes(1); Object.assign({}, {})')).toEqual([
      'it uses fetch, which Internet Explorer 11 does not have',
      'it uses .includes(), which Internet Explorer 11 does not have',
      'it uses Object.assign, which Internet Explorer 11 does not have',
    ])
    expect(faultsInOldBrowsers('"a".indexOf("b"); window.ResizeObserver; typeof Promise')).toEqual([])
  })

  it('replace tokens, with the dark scheme directly after the light one', () => {
    const tokens = ':root{--a:light-dark(oklch(1 0 0), oklch(0 0 0));--b:var(--a)}'
    expect(compileStyles('p{color:var(--b);margin:0}', tokens)).toBe(
      'p{color:#ffffff;margin:0}@media (prefers-color-scheme:dark){p{color:#000000}}',
    )
    expect(compileStyles('@media (max-width:9px){p{color:var(--a)}}', tokens)).toBe(
      '@media (max-width:9px){p{color:#ffffff}}@media (max-width:9px) and (prefers-color-scheme:dark){p{color:#000000}}',
    )
    expect(() => compileStyles('p{color:var(--c)}', tokens)).toThrow('--c is not a design token')
  })

  it('repeat in the dark scheme the declarations that refine a shorthand', () => {
    const tokens = ':root{--a:light-dark(oklch(1 0 0), oklch(0 0 0))}'
    expect(compileStyles('p{border:1px solid var(--a);border-width:0 1px;margin:0}', tokens)).toBe(
      'p{border:1px solid #ffffff;border-width:0 1px;margin:0}' +
        '@media (prefers-color-scheme:dark){p{border:1px solid #000000;border-width:0 1px}}',
    )
  })

  it('convert colours to sRGB', () => {
    expect(withPlainColours('oklch(0.627955 0.257683 29.2338)')).toBe('#ff0000')
    expect(withPlainColours('oklch(0 0 0 / 0.5)')).toBe('rgba(0,0,0,0.5)')
  })
})
