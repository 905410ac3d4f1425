import { describe, expect, it } from 'vitest'
import { aFrame, aPage, CARD_VIEW, RESULT_VIEW } from '#domain/testing/form-pages'
import { BEGINNING, fillCard, REGISTERED, SUCCESS, openFormStage } from '#e2e/fixtures/form/form-stage'

const stage = openFormStage()

describe('the messages of the form', () => {
  it('start with the size, and name the method later', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    const all = await stage.messages()
    expect(all.slice(0, 3).map(({ message }) => message)).toEqual([
      'epframe.loaded',
      'epframe.resize',
      'epframe.payment_method_select',
    ])
    expect(all[0]?.data?.['width']).toBe(480)
    expect(all[0]?.data?.['height']).toBeGreaterThan(300)
    expect(all[2]?.data).toEqual({
      name: 'Bank cards',
      payment_method_type: '1',
      payment_method_code: 'card',
    })
  })

  it('are queued until a late link', async () => {
    stage.show(CARD_VIEW)
    const form = await stage.openShop(null)
    await form.locator('[name=pan]').waitFor()
    expect(await stage.messages()).toEqual([])
    await stage.send('link', { guid: 'aaaa-1' })
    expect(await stage.messageNamesUntil('payment_method_select')).toEqual(BEGINNING)
  })

  it('are never sent to a page that does not link', async () => {
    stage.show(CARD_VIEW)
    const form = await stage.openShop(null)
    stage.server.answer({ kind: 'page', page: aPage(RESULT_VIEW) })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    await form.getByRole('heading', { name: 'Paid' }).waitFor()
    expect(await stage.messages()).toEqual([])
  })

  it('have the guid of their own widget where two are on one page', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop(0, ['aaaa-1', 'bbbb-2'])
    const loaded = async (): Promise<readonly string[]> =>
      (await stage.messages()).filter(({ message }) => message === 'epframe.loaded').map(({ guid }) => guid)
    await expect.poll(async () => (await loaded()).toSorted()).toEqual(['aaaa-1', 'bbbb-2'])
  })

  it('take another guid from a second link', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    await stage.send('link', { guid: 'cccc-3' })
    await stage.send('resize')
    await expect.poll(async () => (await stage.messages()).at(-1)?.guid).toBe('cccc-3')
  })

  it('are accepted from the embedding page only', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    const frame = stage.formFrame()
    await frame.evaluate(`window.postMessage(JSON.stringify({message: 'link', guid: 'evil'}), '*')`)
    await stage.send('resize')
    await expect.poll(async () => (await stage.messages()).at(-1)?.message).toBe('epframe.resize')
    expect((await stage.messages()).every(({ guid }) => guid === 'aaaa-1')).toBe(true)
  })

  it('do not include errors of the form itself', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    await stage.page.evaluate(`
      window.faults = []
      window.addEventListener('message', function (event) {
        if (typeof event.data === 'object') window.faults.push(event.data)
      })`)
    await stage.formFrame().evaluate(`
      setTimeout(function () { throw new Error('broken') })
      document.createElement('img').src = 'https://elsewhere.test/x.png'`)
    const faults = (): Promise<readonly Record<string, unknown>[]> => stage.page.evaluate('window.faults')
    await expect.poll(async () => (await faults()).length).toBe(2)
    const kinds = (await faults()).map(({ source, kind, name }) => [source, kind, name])
    expect(kinds.toSorted()).toEqual([
      ['paybench-form', 'csp', 'img-src'],
      ['paybench-form', 'error', 'Uncaught Error: broken'],
    ])
    expect(await stage.messageNames()).toEqual(BEGINNING)
    expect(stage.takeErrors()).toHaveLength(2)
  })

  it('are not sent where the shop merely removes the frame', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    await stage.page.evaluate(`
      var first = document.getElementById('frame-0'), second = first.cloneNode()
      second.id = 'frame-again'
      first.parentNode.replaceChild(second, first)`)
    await stage.page.frameLocator('#frame-again').locator('[name=pan]').waitFor()
    await stage.page.evaluate(`document.getElementById('frame-again').src = 'about:blank'`)
    await stage.page.frameLocator('#frame-again').locator('body:empty').waitFor({ state: 'attached' })
    expect(await stage.messageNames()).toEqual(BEGINNING)
  })

  it('include destroy when the customer closes the modal before a result, and nothing after one', async () => {
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    await stage.send('close')
    await stage.page.evaluate(`document.getElementById('frame-0').src = 'about:blank'`)
    expect(await stage.messageNamesUntil('destroy')).toEqual([...BEGINNING, 'destroy'])

    stage.show(RESULT_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('loaded')
    await stage.send('close')
    await stage.page.evaluate(`document.getElementById('frame-0').src = 'about:blank'`)
    await stage.page.frameLocator('#frame-0').locator('body:empty').waitFor({ state: 'attached' })
    expect(await stage.messageNames()).toEqual(['loaded'])
  })

  it('give the size of a refused opening, so that it is visible as a whole, and then its failure', async () => {
    stage.server.documents.set('/payment/s1', stage.errorPage())
    stage.show(CARD_VIEW)
    await stage.openShop()
    await stage.messageNamesUntil('fail_loading')
    const posted = await stage.messages()
    expect(posted.slice(0, 3).map(({ message }) => message)).toEqual([
      'epframe.loaded',
      'epframe.resize',
      'epframe.fail_loading',
    ])
    expect(posted[2]?.data).toEqual({ message: 'Application error' })
    await expect.poll(() => stage.formFrame().evaluate('innerWidth')).toBe(480)
    const height = await stage
      .formFrame()
      .evaluate<number>(`Math.ceil(document.getElementById('pf').getBoundingClientRect().height)`)
    // A frame that is not laid out yet has no width; the message repeats once it has one.
    await expect.poll(() => stage.dataOf('resize')).toEqual({ width: 480, height })
  })
})

describe('leaving the form', () => {
  it('asks the embedding page to go where the result goes', async () => {
    stage.show(CARD_VIEW)
    const form = await stage.openShop()
    stage.server.answer({
      kind: 'page',
      page: aPage({ kind: 'waiting' }),
      update: {
        messages: [...REGISTERED, SUCCESS],
        leave: { url: 'https://shop.test/done', mode: 'parent_page' },
      },
    })
    await fillCard(form)
    await form.locator('button[type=submit]').click()
    expect((await stage.messageNamesUntil('redirect')).slice(-4)).toEqual([
      'payment_sent',
      'payment_submit_result',
      'payment_success',
      'redirect',
    ])
    expect(await stage.dataOf('redirect')).toEqual({ url: 'https://shop.test/done' })
  })

  it('closes by a return button without an address of its own', async () => {
    const back = { url: 'https://shop.test/', enabled: 2, mode: null } as const
    stage.show(CARD_VIEW, aFrame({ back }))
    const form = await stage.openShop()
    await stage.messageNamesUntil('payment_method_select')
    await form.getByRole('link', { name: 'Back to the shop' }).click()
    expect(await stage.messageNamesUntil('destroy')).toEqual([...BEGINNING, 'exit', 'destroy'])
  })
})
