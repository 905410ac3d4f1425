import { describe, expect, it } from 'vitest'
import { signature } from '../../../docs/examples/sign.mjs'
import { aForm, anOrder, aRequest, aShop, bodyOf, headerOf, parametersOf, SECRET } from './testing/shop-setup'
import type { Shop } from './routes'

const basket = (fields: Readonly<Record<string, string>>, cookie: string): string => {
  const { shop } = aShop()
  const response = shop.handle(aRequest('POST', '/shop/cart', aForm(fields, `quillmere_basket=${cookie}`)))
  expect(response?.status).toBe(303)
  return /quillmere_basket=([^;]*)/.exec(headerOf(response, 'set-cookie'))?.[1] ?? 'none'
}

describe('the basket', () => {
  it('adds, counts and removes products', () => {
    expect(basket({ add: 'mug' }, '')).toBe('mug.1')
    expect(basket({ add: 'mug' }, 'mug.1_salt.2')).toBe('mug.2_salt.2')
    expect(basket({ set: 'salt', quantity: '5' }, 'mug.1_salt.2')).toBe('mug.1_salt.5')
    expect(basket({ set: 'mug', remove: '1', quantity: '3' }, 'mug.1_salt.2')).toBe('salt.2')
    expect(basket({ set: 'mug', quantity: '0' }, 'mug.1')).toBe('')
    expect(basket({ add: 'mug' }, 'mug.9')).toBe('mug.9')
  })

  it('ignores unknown products and invalid quantities', () => {
    expect(basket({ add: '<script>' }, 'gold.3_mug.1_mug.x_salt.-1_plate.99_constructor.1')).toBe('mug.1')
    expect(basket({ set: 'mug', quantity: '1e3' }, 'mug.1')).toBe('mug.1')
    expect(basket({}, 'mug.1')).toBe('mug.1')
  })
})

describe('the checkout', () => {
  const checkout = (
    shop: Shop,
    fields: Readonly<Record<string, string>>,
    cookie = 'quillmere_basket=mug.1',
  ) => shop.handle(aRequest('POST', '/shop/checkout', aForm(fields, cookie)))

  it.each(['', 'nora', 'nora@mail', 'a;b@mail.test', `${'a'.repeat(250)}@mail.test`, '"><script>@x.y z'])(
    'refuses the e-mail address %j and escapes it on the page',
    (email) => {
      const { shop, kept } = aShop()
      const response = checkout(shop, { email, mode: 'modal', method: 'post' })
      expect(response?.status).toBe(422)
      expect(bodyOf(response)).not.toContain('"><script>')
      expect(kept.size).toBe(0)
    },
  )

  it('refuses an unknown opening mode', () => {
    const fields = { email: 'nora@mail.test', mode: 'popup', method: 'post' }
    expect(checkout(aShop().shop, fields)?.status).toBe(422)
  })

  it('places no order for an empty basket', () => {
    const { shop, kept } = aShop()
    expect(headerOf(checkout(shop, { email: 'nora@mail.test' }, ''), 'location')).toBe('/shop/cart')
    expect(kept.size).toBe(0)
  })

  it('computes the total from its own prices', () => {
    const { shop } = aShop()
    const order = anOrder(shop, { payment_amount: '1', total: '1' })
    expect(parametersOf(shop, order)).toMatchObject({ payment_amount: 4650, payment_currency: 'EUR' })
  })
})

describe('opening the form', () => {
  it.each(['modal', 'iframe', 'tab', 'embedded'])('signs the parameters on the server for %s', (mode) => {
    const { shop } = aShop()
    const { signature: received, ...parameters } = parametersOf(shop, anOrder(shop, { mode }))
    expect(received).toBe(signature(parameters, SECRET))
    const required = 'project_id payment_id customer_id payment_amount payment_currency'.split(' ')
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(required))
    expect(parameters['merchant_callback_url']).toBe('http://127.0.0.1:8620/shop/callback')
  })

  it.each(['card', 'ideal'])('leads to the chosen way to pay: %s', (way) => {
    const { shop } = aShop()
    expect(parametersOf(shop, anOrder(shop, { way }))['force_payment_method']).toBe(way)
  })

  it('reveals the secret on no page', () => {
    const { shop } = aShop()
    const order = anOrder(shop)
    for (const path of ['/shop', '/shop/cart', '/shop/orders', order, `${order}/pay`, `${order}/state`]) {
      expect(bodyOf(shop.handle(aRequest('GET', path)))).not.toContain(SECRET)
    }
  })

  it('uses the TLS addresses on a TLS page', () => {
    const { shop } = aShop()
    const order = anOrder(shop)
    const page = shop.handle(aRequest('GET', `${order}/pay`, { tlsVersion: 'TLSv1.3' }))
    expect(bodyOf(page)).toContain('src="https://127.0.0.1:8611/shared/merchant.js"')
    expect(headerOf(page, 'content-security-policy')).toContain("script-src 'self' https://127.0.0.1:8611;")
  })
})

describe('the shop', () => {
  it.each([
    ['Project 9041', 'Test shop'],
    ['Nora & Sons', 'Nora &amp; Sons'],
  ])('of %s is called %s, as on the form', (projectName, shown) => {
    const { shop } = aShop({ projectName })
    const page = bodyOf(shop.handle(aRequest('GET', '/shop')))
    expect(page).toContain(`· ${shown}</title>`)
    expect(page).toMatch(new RegExp(`<a class="name" href="/shop">.*<span>${shown}</span></a>`, 's'))
  })

  it('draws each product of a page once, as a symbol', () => {
    const { shop } = aShop()
    const page = bodyOf(
      shop.handle(aRequest('GET', '/shop/checkout', aForm({}, 'quillmere_basket=mug.1_salt.2'))),
    )
    expect(page.match(/<symbol id="[^"]*/g)).toEqual(['<symbol id="p-mug', '<symbol id="p-salt'])
  })

  it('does not handle paths outside /shop', () => {
    const { shop } = aShop()
    for (const path of ['/', '/shopping', '/callbacks/x', '/shop.html', '*', 'http://other/shop']) {
      expect(shop.handle(aRequest('GET', path))).toBeNull()
    }
  })

  it.each('none orders/x orders/__proto__ cart/x assets/../x preview/x orders/a/b/c preview'.split(' '))(
    'responds with 404 to /shop/%s',
    (path) => {
      expect(aShop().shop.handle(aRequest('GET', `/shop/${path}`))?.status).toBe(404)
    },
  )

  it('refuses methods that a path does not support', () => {
    const { shop } = aShop()
    expect(shop.handle(aRequest('DELETE', '/shop'))?.status).toBe(405)
    expect(shop.handle(aRequest('POST', '/shop/orders'))?.status).toBe(405)
    expect(shop.handle(aRequest('HEAD', '/shop'))?.status).toBe(200)
  })

  it('serves its own files', () => {
    const { shop } = aShop({
      files: { shopCss: 'p{color:$acc}@media (prefers-color-scheme:dark){p{color:$acc-dark}}' },
    })
    expect(bodyOf(shop.handle(aRequest('GET', '/shop/assets/shop.js')))).toBe('shop script')
    expect(bodyOf(shop.handle(aRequest('GET', '/shop')))).toContain(
      'href="/shop/assets/shop-17606b-auto.css"',
    )
    const sheet = shop.handle(aRequest('GET', '/shop/assets/shop-17606b-light.css'))
    expect(headerOf(sheet, 'content-type')).toMatch(/^text\/css/)
    expect(bodyOf(sheet)).toBe('p{color:#17606b}')
    expect(bodyOf(shop.handle(aRequest('GET', '/shop/assets/preview.js')))).toBe('preview script')
  })

  it('allows its pages to load only from itself and the platform', () => {
    const policy = headerOf(aShop().shop.handle(aRequest('GET', '/shop')), 'content-security-policy')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self' http://127.0.0.1:8610; style-src 'self' http://127.0.0.1:8610; " +
        "img-src 'self' data: http://127.0.0.1:8610; connect-src 'self'; object-src 'none'; frame-src 'self' http://127.0.0.1:8610; " +
        "form-action 'self' http://127.0.0.1:8610; base-uri 'none'; frame-ancestors 'self' http://127.0.0.1:8600 " +
        'http://localhost:8600',
    )
  })
})

describe('a preview page', () => {
  const preview = {
    id: 'a1',
    projectId: 9041,
    parameters: {
      project_id: 9041,
      payment_id: '</script><img src=x onerror=alert(1)>',
      payment_amount: 4650,
      payment_currency: 'EUR',
      redirect_success_url: 'https://shop.test/done?x=1',
      merchant_data: 'javascript:alert(1)',
      merchant_return_url: 'https://evil.test;sandbox',
      redirect_fail_url: 'https://evil.test,script-src',
    },
    mode: 'modal',
    method: 'post',
    css: '.quill { color: red } </style><script>alert(1)</script>',
    checkSubmit: 'none',
    createdAt: 0,
  } as const

  it('escapes the tester’s texts', () => {
    const { shop, previews } = aShop()
    previews.set('a1', preview)
    const page = bodyOf(shop.handle(aRequest('GET', '/shop/preview/a1')))
    expect(page).not.toContain('<img')
    expect(page).not.toContain('</style><script>')
    expect(page).toContain('46.50\u00a0EUR')
    expect(page).toContain('24.50\u00a0EUR')
    expect(page).toContain('.quill { color: red }')
  })

  it('allows frames at the addresses in its parameters, and framing by the workbench', () => {
    const { shop, previews } = aShop({ workbenchOrigin: 'paybench://desk' })
    previews.set('a1', preview)
    const policy = headerOf(shop.handle(aRequest('GET', '/shop/preview/a1')), 'content-security-policy')
    expect(policy).toContain("frame-src 'self' http://127.0.0.1:8610 https://shop.test;")
    expect(policy).toMatch(/frame-ancestors 'self' paybench:$/)
    expect(policy).toMatch(/style-src 'self' http:\/\/127\.0\.0\.1:8610 'nonce-[0-9a-f]{32}';/)
    expect(policy).not.toContain('javascript')
    expect(policy).not.toContain('evil')
  })

  it.each([
    [{ _theme: 'dark' }, 'dark'],
    [{ _theme: 'odd' }, 'light'],
    [{}, 'auto'],
  ])('with %j has the theme of the form: %s', (theme, shown) => {
    const { shop, previews } = aShop()
    previews.set('a1', { ...preview, parameters: { ...preview.parameters, ...theme } })
    expect(bodyOf(shop.handle(aRequest('GET', '/shop/preview/a1')))).toContain(`-${shown}.css"`)
  })

  it.each([
    ['ar-EG', 'lang="ar" dir="rtl"', 'سلتك'],
    ['de', 'lang="de" dir="ltr"', '46,50\u00a0EUR zahlen'],
    ['', 'lang="en" dir="ltr"', 'Your basket'],
  ])('has the language of the form: %j', (language, attributes, words) => {
    const { shop, previews } = aShop()
    previews.set('a1', { ...preview, parameters: { ...preview.parameters, language_code: language } })
    const page = bodyOf(shop.handle(aRequest('GET', '/shop/preview/a1')))
    expect(page).toContain(`<html ${attributes}>`)
    expect(page).toContain(words)
    expect(/Test shop|Basket|Ridged|Delivery/.test(page)).toBe(language === '')
  })

  it('names the order as the form does', () => {
    const { shop, previews } = aShop()
    const parameters = { ...preview.parameters, payment_description: 'Two mugs' }
    previews.set('a1', { ...preview, parameters })
    const page = bodyOf(shop.handle(aRequest('GET', '/shop/preview/a1')))
    expect(page).toContain('<h2 id="order-title">Two mugs</h2>')
  })

  it('shows no amounts if there is no valid sum', () => {
    const { shop, previews } = aShop()
    previews.set('a1', { ...preview, parameters: { mode: 'card_tokenize', payment_amount: 'many' } })
    const page = bodyOf(shop.handle(aRequest('GET', '/shop/preview/a1')))
    expect(page).toContain('Open the form')
    expect(page).not.toContain('Total')
  })
})
