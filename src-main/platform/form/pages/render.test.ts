import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import {
  aFrame,
  aPage,
  aSavedCard,
  CARD_VIEW,
  CLARIFICATION_VIEW,
  FORM_NOW,
  METHOD_VIEWS,
  RESULT_VIEW,
} from '#domain/testing/form-pages'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { FORM_STRINGS } from '#platform/form/strings/index'
import { sumText } from '#domain/form/format'
import type { FormView } from '#domain/form/view'
import { html, jsonElement } from '#lib/html/html'
import { renderErrorPage } from './document'
import { askedFields } from './input'
import { renderIssuerPage } from './issuer-page'
import { renderPage, renderView } from './render'
import { prepareStyles, schemeOf } from './assets'
import { compileStyles } from '../../../../scripts/customer-scripts/styles.mjs'

const STYLES = prepareStyles({ formCss: 'p{}', methodsCss: '', providerCss: '' })
const noUpdate = { messages: [], pollAfterMs: null, leave: null }

function documentOf(page: Parameters<typeof renderPage>[0]['page']): string {
  return renderPage({ page, rev: '1', styles: STYLES, nonce: 'n', update: noUpdate })
}

const VIEWS: readonly FormView[] = [
  CARD_VIEW,
  { ...CARD_VIEW, savedCards: [aSavedCard()], selectedCard: 70311, canSave: true, onlyBrand: 'visa' },
  {
    kind: 'details',
    fields: [{ path: 'customer.email', required: false, value: '' }],
    confirmBefore: FORM_NOW,
  },
  CLARIFICATION_VIEW,
  { kind: 'waiting' },
  { kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' },
  RESULT_VIEW,
  { ...RESULT_VIEW, outcome: 'decline', code: '10105', attempts: { left: 2, endsAt: FORM_NOW } },
  { kind: 'expired', at: FORM_NOW, returnTo: null },
  ...METHOD_VIEWS,
]

describe('templates', () => {
  it('escape every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = html`${text}`.markup
        expect(escaped).not.toMatch(/[<>"'`]/)
        expect(escaped.replace(/&(?:amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&')
        expect(html`<p title="${text}">${text}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`)
      }),
    )
  })

  it('escape JSON so that it cannot close its script element', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
        const value = [json, text, '</script><!--']
        const [, content = ''] =
          /^<script type="application\/json" id="data">([^<>&]*)<\/script>$/.exec(
            jsonElement('data', value).markup,
          ) ?? []
        expect(JSON.parse(content)).toEqual(value)
      }),
    )
  })
})

describe('a page', () => {
  it('escapes everything that comes from outside', () => {
    const evil = '"><script>alert(1)</script><img onerror=x \'`'
    const back = { url: `https://x.test/${evil}`, enabled: 2, mode: 'iframe' } as const
    const frame = aFrame({ shopName: evil, description: evil, back })
    const views: readonly FormView[] = [
      { ...CARD_VIEW, holder: evil, extra: { path: `customer.${evil}`, required: true, value: evil } },
      { ...CARD_VIEW, savedCards: [aSavedCard({ holder: evil, token: evil, number: evil })] },
      { ...CLARIFICATION_VIEW, remaining: { [evil]: [evil] } },
      { ...RESULT_VIEW, paymentId: evil, code: evil, outcome: 'decline', returnTo: back },
      { kind: 'challenge', place: 'page', issuerPath: evil },
    ]
    for (const view of views) {
      const page = documentOf(aPage(view, { frame }))
      expect(page.match(/<script/g)).toHaveLength(2)
      expect(page).not.toContain('<img')
    }
  })

  it('of a decline offers another attempt if any are left, and says how many and for how long', () => {
    const declined = { ...RESULT_VIEW, outcome: 'decline', code: '10105' } as const
    const again = renderView(aPage({ ...declined, attempts: { left: 1, endsAt: FORM_NOW + 90_000 } }))
    for (const text of [
      'action="/payment/s1/retry" data-action="retry"',
      ...['data-action="give-up">Stop trying<', '1 try left', `data-ends="${FORM_NOW + 90_000}"`, '01:30'],
    ])
      expect(again).toContain(text)
    const over = renderView(aPage(declined))
    expect(over).not.toMatch(/retry|give-up|left|data-ends/)
  })

  it('of any payment or payout result shows the amount and its currency, in every language', () => {
    const results = [
      ...(['success', 'decline', 'pending'] as const).map((outcome) => ({ outcome, attempts: null })),
      { outcome: 'decline', attempts: { left: 1, endsAt: FORM_NOW } } as const,
    ]
    for (const language of FORM_LANGUAGES) {
      for (const mode of ['purchase', 'payout'] as const) {
        for (const one of results) {
          const view = { ...RESULT_VIEW, ...one, moved: null }
          const shown = renderView(aPage(view, { frame: aFrame({ language, mode }) }))
          // A declined purchase shows the amount only in the summary: its title is the reason.
          const isReason = mode === 'purchase' && one.outcome === 'decline'
          const sum = sumText({ amount: 4650, currency: 'EUR' }, language)
          expect(shown).toContain(isReason ? '</bdi> <small>EUR</small>' : sum)
        }
      }
    }
  })

  it('of a partial success shows the amount paid and the full amount', () => {
    for (const language of FORM_LANGUAGES) {
      const { paid, partOf } = FORM_STRINGS[language].result
      const moved = { amount: 4000, currency: 'EUR' }
      const shown = renderView(aPage({ ...RESULT_VIEW, moved }, { frame: aFrame({ language }) }))
      expect(shown).toContain(paid(sumText(moved, language)))
      expect(shown).toContain(partOf(sumText({ amount: 4650, currency: 'EUR' }, language)))
    }
    expect(renderView(aPage(RESULT_VIEW))).not.toContain('This is part of')
  })

  it.each(VIEWS)(
    'of kind $kind has one main heading, no inline handler or style, and at most one submit button',
    (view) => {
      for (const language of FORM_LANGUAGES) {
        const page = documentOf(aPage(view, { frame: aFrame({ language }) }))
        expect(page.match(/<h1/g)).toHaveLength(1)
        expect(page).not.toMatch(/\s(?:on[a-z]+|style)="/)
        expect((page.match(/type="submit"/g) ?? []).length).toBeLessThanOrEqual(1)
        expect(page).toContain(`lang="${language}"`)
        expect(page).toContain(language === 'ar' ? 'dir="rtl"' : 'dir="ltr"')
        expect(page).toContain(FORM_STRINGS[language].testBench)
      }
    },
  )

  it('names its inputs and lets browsers fill them', () => {
    const card = renderView(
      aPage({ ...CARD_VIEW, extra: { path: 'customer.email', required: true, value: '' } }),
    )
    const asked = renderView(aPage(CLARIFICATION_VIEW))
    const inputs = [
      ...(card + asked).matchAll(/<(?:input|select)\s+[^>]*?name="([^"]+)"[^>]*?autocomplete="([^"]+)"/g),
    ]
    expect(card).toMatch(/<input[^>]*name="pan"[^>]*placeholder="1234 1234 1234 1234"/)
    expect(inputs.map(([, name, token]) => [name, token])).toEqual([
      ['pan', 'cc-number'],
      ['expiry', 'cc-exp'],
      ['cvv', 'cc-csc'],
      ['card_holder', 'cc-name'],
      ['customer.email', 'email'],
      ['customer.day_of_birth', 'bday'],
      ['customer.email', 'email'],
      ['avs_data.avs_street_address', 'street-address'],
      ['avs_data.avs_post_code', 'postal-code'],
      ['customer.billing.postal', 'postal-code'],
      ['customer.billing.city', 'address-level2'],
      ['customer.billing.country', 'country'],
    ])
  })

  it.each([aFrame({ frameMode: 'embedded' }), aFrame({ frameMode: 'iframe', olderEmbedded: true })])(
    'leaves the submit button of an embedded form to the shop, except for a clarification',
    (frame) => {
      const fields = [
        { path: 'customer.email', required: true, value: '' },
        { path: 'customer.phone', required: true, value: '' },
      ]
      const hasSubmit = (view: FormView): boolean =>
        renderView(aPage(view, { frame })).includes('type="submit"')
      expect(hasSubmit(CARD_VIEW)).toBe(false)
      expect(hasSubmit({ kind: 'details', fields, confirmBefore: null })).toBe(false)
      expect(hasSubmit(CLARIFICATION_VIEW)).toBe(true)
    },
  )

  it('shows customers no result code, in any language', () => {
    for (const language of FORM_LANGUAGES) {
      for (const code of ['10000', '10105', '2466', '77']) {
        const declined = { ...RESULT_VIEW, outcome: 'decline', code } as const
        const shown = renderView(aPage(declined, { frame: aFrame({ language }) }))
        expect(shown.replace(/<[^>]*>/g, ' ')).not.toMatch(new RegExp(`\\b${code}\\b|general decline`, 'i'))
      }
    }
  })

  it('names a saved card by its brand and last digits, and asks before it removes one', () => {
    for (const language of FORM_LANGUAGES) {
      const { form } = FORM_STRINGS[language]
      const shown = renderView(
        aPage({ ...CARD_VIEW, savedCards: [aSavedCard()] }, { frame: aFrame({ language }) }),
      )
      expect(shown).toContain('>Visa\u00a0••••\u00a00077<')
      expect(shown).not.toMatch(/>[^<]*\*\*/)
      expect(shown).toContain(form.removeQuestion('Visa\u00a0••••\u00a00077'))
      expect(shown.indexOf('data-action="toggle"')).toBeLessThan(shown.indexOf('data-action="remove-card"'))
    }
  })

  it('shows a mark for each accepted brand', () => {
    const marks = (view: FormView): readonly string[] =>
      [...renderView(aPage(view)).matchAll(/data-brand="([a-z]+)"/g)].map(([, brand = '']) => brand)
    expect(marks(CARD_VIEW)).toEqual(['visa', 'mastercard', 'maestro', 'amex', 'mir', 'belcard', 'troy'])
    expect(marks({ ...CARD_VIEW, onlyBrand: 'mir' })).toEqual(['mir'])
  })

  it('draws the brand marks and names them for screen readers', () => {
    const shown = renderView(aPage({ ...CARD_VIEW, savedCards: [aSavedCard()] }))
    const marks = [...shown.matchAll(/<li class="pf-mark"[^>]*>([\s\S]*?)<\/li>/g)].map(
      ([, mark = '']) => mark,
    )
    expect(marks).toHaveLength(7)
    for (const mark of marks)
      expect(mark).toMatch(/<svg[^>]*aria-hidden="true"[\s\S]*<span class="sr">\w+<\/span>/)
    expect(shown).toMatch(/<span\s+class="pf-mark"\s*><svg/)
    // The mark of an unknown brand is that of any card, as for "Another card".
    const unknown = renderView(aPage({ ...CARD_VIEW, savedCards: [aSavedCard({ brand: null })] }))
    expect(unknown.match(/<span\s+class="pf-mark"/g)).toHaveLength(2)
  })

  it('shows shop, amount and purpose in a separate section', () => {
    for (const view of [CARD_VIEW, CLARIFICATION_VIEW, { kind: 'waiting' }] as const) {
      const [, side = ''] =
        /<div class="pf-side"([\s\S]*?)<div class="pf-main">/.exec(renderView(aPage(view))) ?? []
      for (const text of [
        'aria-label="Order summary"',
        'Quillmere Ceramics',
        '46.50',
        'Order 2031, two items',
      ])
        expect(side).toContain(text)
    }
  })

  it('of a final state links to the shop, offers to close the modal window, or says that the tab can be closed', () => {
    const ends: readonly FormView[] = [
      { ...RESULT_VIEW, returnTo: null },
      { kind: 'expired', at: FORM_NOW, returnTo: null },
    ]
    const wayOn = (view: FormView, frameMode: 'popup' | 'tab' | 'iframe'): readonly boolean[] => {
      const shown = renderView(aPage(view, { frame: aFrame({ frameMode }) }))
      return [
        shown.includes('data-leave'),
        shown.includes('data-action="close"'),
        shown.includes(FORM_STRINGS.en.form.closePage),
      ]
    }
    for (const view of ends) {
      expect(wayOn(view, 'popup')).toEqual([false, true, false])
      expect(wayOn(view, 'tab')).toEqual([false, false, true])
      expect(wayOn(view, 'iframe')).toEqual([false, false, false])
      const back = { ...view, returnTo: RESULT_VIEW.returnTo } as FormView
      expect(wayOn(back, 'popup')).toEqual([true, false, false])
    }
  })

  it('shows only the last digits of the phone number that received a one-time code', () => {
    const pageWithPhone = (phoneEnd: string | null): string =>
      renderView(aPage({ ...CLARIFICATION_VIEW, phoneEnd, remaining: { customer: ['security_code'] } }))
    expect(pageWithPhone('67')).toContain('Your bank sent it to the phone number ending in\u00a067.')
    expect(pageWithPhone(null)).toContain('Your bank sent it to the phone number it has for you.')
  })

  it('shows neither shop nor amount beside the bank’s frame', () => {
    const view = { kind: 'challenge', place: 'frame', issuerPath: '/payment/s1/issuer' } as const
    const shown = renderView(aPage(view))
    expect(shown).not.toMatch(/pf-sum|Quillmere/)
    expect(shown).toContain('<h1 class="sr"')
  })

  it('highlights the last five minutes of a countdown', () => {
    const pageWith = (minutes: number): string =>
      renderView(aPage({ ...CARD_VIEW, confirmBefore: FORM_NOW + minutes * 60_000 }))
    expect(pageWith(6)).toContain('>06:00</time')
    expect(pageWith(6)).not.toContain('pf-time soon')
    expect(pageWith(5)).toContain('pf-time soon')
  })

  it('names the usual items of a transfer in the customer’s language', () => {
    const lines = ['entity', 'receiver_name', 'ifsc_code'].map((title) => ({ title, data: '20417' }))
    const [transfer] = METHOD_VIEWS.flatMap((view) =>
      view.kind === 'provider' && view.step === 'instructions' ? [{ ...view, lines }] : [],
    )
    const shown = transfer && renderView(aPage(transfer, { frame: aFrame({ language: 'de' }) }))
    const titles = [...(shown ?? '').matchAll(/<dt><bdi>([^<]*)/g)].map(([, title]) => title)
    expect(titles).toEqual(['Entität', 'Kontoinhaber', 'Ifsc code'])
  })

  it('shows next to a field why the platform refused its value', () => {
    const place = { path: 'additional_data.customer.email', asked: true }
    const refused = [{ ...place, code: '2426', message: 'm', constraint: 'format' }]
    const view = renderView(aPage({ ...CLARIFICATION_VIEW, refused }))
    expect(view).toContain(FORM_STRINGS.en.problems.email)
    expect(view).toContain(FORM_STRINGS.en.clarification.again)
  })
})

describe('requested fields', () => {
  it('have a label in every language, different for each field on a page', () => {
    const asked = FIELD_CATALOGUE.map(({ key, name }) => ({ path: `${key}.${name}` }))
    for (const language of FORM_LANGUAGES) {
      const fields = askedFields(asked, FORM_STRINGS[language])
      expect(fields.map(({ path }) => ({ path }))).toEqual(asked)
      expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length)
    }
  })

  it('are under the heading of their group, and the label does not repeat it', () => {
    const shown = renderView(aPage(CLARIFICATION_VIEW))
    const headings = [...shown.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, heading]) => heading)
    expect(headings).toEqual(['Personal details', 'Card address', 'Billing address'])
    expect(shown).toContain('>Post code<span class="sr"> (Card address)</span></label>')
    const remaining = { customer: ['security_code'] }
    expect(renderView(aPage({ ...CLARIFICATION_VIEW, remaining }))).not.toContain('<legend>')
  })

  it('say which address a post code belongs to if several are requested', () => {
    const labels = (...paths: readonly string[]): readonly string[] =>
      askedFields(
        paths.map((path) => ({ path })),
        FORM_STRINGS.en,
      ).map(({ label }) => label)
    expect(labels('avs_data.avs_post_code')).toEqual(['Post code'])
    expect(labels('avs_data.avs_post_code', 'customer.billing.postal', 'customer.zip')).toEqual([
      'Post code (Card address)',
      'Post code (Billing address)',
      'Post code (Personal details)',
    ])
    expect(labels('customer.loyalty_number')).toEqual(['Loyalty number'])
  })
})

describe('pages other than the form', () => {
  const LOOK = { styles: STYLES, theme: 'light', nonce: 'n' } as const

  it('explain a refused opening to the customer and to the developer', () => {
    const page = renderErrorPage({
      ...LOOK,
      language: 'de',
      status: 404,
      code: '2442',
      message: 'Project ID not found',
      errors: [{ field: 'project_id', code: '2442', message: 'There is no project 7' }],
      description: { status: 'error', message: '</script>' },
      requestId: 'r-77',
      framed: true,
    })
    for (const text of ['project_id', 'There is no project 7', 'r-77']) {
      expect(page).toContain(text)
    }
    const seen = page.replace(/<details>[\s\S]*<\/details>|<script[\s\S]*?<\/script>|<\/?span>/g, '')
    expect(seen).toContain(FORM_STRINGS.de.error.sentences[404])
    expect(seen).not.toMatch(/2442|project_id|r-77/)
    expect(page).toMatch(
      /<script type="application\/json" id="error-description"\s*>\s*\{"status":"error","message":"\\u003c\/script\\u003e"\}/,
    )
  })

  it('include a bank page that works without scripts', () => {
    const page = renderIssuerPage({
      ...LOOK,
      language: 'en',
      place: 'page',
      action: '/payment/s1/issuer',
      shopName: 'Shop',
      sum: { amount: 4650, currency: 'EUR' },
      brand: 'amex',
      valid: '1qwezxc',
      phoneEnd: null,
    })
    expect(page).not.toContain('<script')
    const inputs = ['autocomplete="one-time-code"', 'inputmode="text"']
    for (const text of [...inputs, '1qwezxc approves', 'to the phone number you gave us', '>Amex</span>'])
      expect(page).toContain(text)
    expect(page.match(/type="submit"/g)).toHaveLength(1)
    const forms = [...page.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form)
    expect(forms.map((form) => [form.match(/<button/g)?.length, form.includes('name="cancel"')])).toEqual([
      [1, false],
      [1, true],
    ])
    expect(forms.every((form) => form.includes('method="post" action="/payment/s1/issuer"'))).toBe(true)
  })
})

const TOKENS = ':root{--a:light-dark(oklch(1 0 0), oklch(0 0 0))}'

describe('the style sheet of a theme', () => {
  const css = compileStyles('p{color:var(--a);margin:0}@media (max-width:9px){b{color:var(--a)}}', TOKENS)
  const styles = prepareStyles({ formCss: css, methodsCss: '', providerCss: '' })

  it('keeps both colour schemes in the theme auto', () => {
    expect(styles('auto', '#17606b')).toBe(css)
    expect(schemeOf('auto')).toBe('light dark')
  })

  it('has no dark rules in the theme light', () => {
    expect(styles('light', '#17606b')).toBe(
      'p{color:#ffffff;margin:0}@media (max-width:9px){b{color:#ffffff}}',
    )
    expect(schemeOf('light')).toBe('light')
  })

  it('always applies the dark rules in the theme dark, and keeps their width conditions', () => {
    expect(styles('dark', '#17606b')).toBe(
      'p{color:#ffffff;margin:0}p{color:#000000}@media (max-width:9px){b{color:#ffffff}}@media (max-width:9px){b{color:#000000}}',
    )
  })
})
