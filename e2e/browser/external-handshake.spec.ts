import {
  DECLINE,
  expect,
  OPENED,
  pay,
  scriptRan,
  SENT,
  SUCCESS,
  test,
  typeCard,
} from '#e2e/fixtures/merchant/external-shop'

for (const method of ['get', 'post'] as const) {
  test(`a late link gets all queued messages, in order (${method})`, async ({ shop }) => {
    const opening = { payment_id: `Late-${method}`, customer_id: 'buyer-1' }
    const form = await shop.open(opening, { method, links: 'on demand' })
    await typeCard(form, { pan: SUCCESS })
    // The form's script has run, as the grouped number and the brand show, but no message was posted.
    await expect(form.locator('[name="pan"]')).toHaveValue('4000 0000 0000 0077')
    await expect(form.locator('#pf-brand')).toHaveText('Visa')
    expect(await shop.posted()).toEqual([])
    await shop.link()
    await shop.expectNames(OPENED)
    await form.locator('button[type="submit"]').click()
    await shop.expectNames([...OPENED, ...SENT, 'payment_success'])
  })
}

test('two forms on one page use their own guids and accept only their own messages', async ({ shop }) => {
  const one = await shop.open({ payment_id: 'Two-1', customer_id: 'buyer-1' }, { as: 'one' })
  const two = await shop.open(
    { payment_id: 'Two-2', customer_id: 'buyer-2' },
    { as: 'two', method: 'post', frameMode: 'embedded' },
  )
  await shop.expectNames(OPENED, 'one')
  await shop.expectNames(OPENED, 'two')

  await shop.send('epframe.embedded_mode.try_submit', undefined, {}, 'two')
  await shop.expectNames([...OPENED, 'embedded_mode.validation_error'], 'two')
  await pay(one, DECLINE)
  await shop.expectNames([...OPENED, ...SENT, 'payment_fail'], 'one')
  await typeCard(two, { pan: SUCCESS })
  await shop.send('epframe.embedded_mode.try_submit', undefined, {}, 'two')
  const asked = [...OPENED, 'embedded_mode.validation_error', 'embedded_mode.check_submit']
  await shop.expectNames(asked, 'two')
  await shop.send('epframe.embedded_mode.check_submit.result', { result: true }, {}, 'two')
  const loading = ['embedded_mode.show_loader', ...SENT]
  await shop.expectNames([...asked, ...loading, 'embedded_mode.hide_loader', 'payment_success'], 'two')
  expect(await shop.names('one')).toEqual([...OPENED, ...SENT, 'payment_fail'])
  expect(await shop.dataOf('payment_fail', 'one')).toMatchObject({ payment: { id: 'Two-1' } })
  expect(await shop.dataOf('payment_success', 'two')).toMatchObject({ payment: { id: 'Two-2' } })
})

test('a refused opening, by GET or POST, posts its error whether the link is in time or late', async ({
  shop,
}) => {
  const opening = { payment_id: 'Bad-1', customer_id: 'buyer-1' }
  const signature = Buffer.alloc(64).toString('base64')
  for (const method of ['get', 'post'] as const) {
    for (const links of ['at load', 'on demand'] as const) {
      const as = `${method} ${links}`
      const form = await shop.open(opening, { as, method, links, signature })
      await expect(form.locator('.pf-dev')).toContainText('signature')
      if (links === 'on demand') {
        await scriptRan(form)
        expect(await shop.posted(as)).toEqual([])
        await shop.link(as)
      }
      await shop.expectNames(['loaded', 'resize', 'fail_loading'], as)
      expect(await shop.dataOf('fail_loading', as)).toEqual({ message: 'Application error' })
    }
  }
})

test('sizes are posted on request, and when the form grows or the frame gets narrower', async ({ shop }) => {
  const form = await shop.open({ payment_id: 'Size-1', customer_id: 'buyer-1' })
  await shop.expectNames(OPENED)
  const sizes = async () =>
    (await shop.posted())
      .filter(({ name }) => name === 'resize')
      .map(({ data }) => data as { height: number; width: number })
  const drawnHeight = async () => Math.ceil((await form.locator('#pf').boundingBox())?.height ?? 0)
  const first = await sizes()
  expect(first.at(-1)).toEqual({ width: 480, height: await drawnHeight() })

  await shop.send('resize')
  await expect.poll(async () => (await sizes()).length).toBe(first.length + 1)
  expect((await sizes()).at(-1)).toEqual(first.at(-1))

  await form.locator('button[type="submit"]').click()
  await expect.poll(async () => (await sizes()).at(-1)?.height).toBeGreaterThan(first[0]?.height ?? 0)
  await expect.poll(async () => (await sizes()).at(-1)?.height).toBe(await drawnHeight())

  await shop.page.evaluate("widgets.a.frame.style.width = '320px'")
  await expect.poll(async () => (await sizes()).at(-1)?.width).toBe(320)
})

test('a second link with another guid replaces the first', async ({ shop }) => {
  const form = await shop.open({ payment_id: 'Guid-1', customer_id: 'buyer-1' })
  await shop.expectNames(OPENED)
  await shop.page.evaluate("send('a', { message: 'link', guid: '0b7c-07ea-b3f0-5d2e' })")
  await form.locator('[name="pan"]').press('Enter')
  const guids = 'got.map(function (one) { return JSON.parse(one.text).guid })'
  await expect
    .poll(async () => (await shop.page.evaluate<string[]>(guids)).at(-1))
    .toBe('0b7c-07ea-b3f0-5d2e')
})

test('only messages of the embedding page are accepted, and malformed ones do no harm', async ({ shop }) => {
  const form = await shop.open({ payment_id: 'Odd-1', customer_id: 'buyer-1' }, { frameMode: 'embedded' })
  await shop.expectNames(OPENED)
  await shop.page.evaluate(`
    var stranger = document.createElement('iframe')
    document.body.appendChild(stranger)
    stranger.contentWindow.eval(${JSON.stringify(
      'parent.widgets.a.frame.contentWindow.postMessage(\'{"message":"epframe.embedded_mode.try_submit"}\', \'*\')',
    )})
    var target = widgets.a.frame.contentWindow
    for (const odd of ['', 'null', '[]', '{"message":7}', '{"message":"link"}', '{"message":"constructor"}', '{'])
      target.postMessage(odd, '*')
    target.postMessage({ message: 'epframe.embedded_mode.try_submit' }, '*')`)
  await typeCard(form, { pan: SUCCESS })
  await shop.send('epframe.embedded_mode.try_submit')
  await shop.expectNames([...OPENED, 'embedded_mode.check_submit'])
})
