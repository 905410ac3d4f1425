import type { Locator } from '@playwright/test'
import { expectAccessible } from '#e2e/pages/every-look'
import { expect, test } from '#e2e/pages/test'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'

/** How far an element scrolls in both directions, in pixels. */
const scrollsBy = (element: Locator): Promise<readonly number[]> =>
  element.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
    scrollWidth - clientWidth,
    scrollHeight - clientHeight,
  ])

test('the form is presented alone and without scroll bars, and keys change its mode, language and theme', async ({
  workbench: { page },
}) => {
  test.slow()
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement?.tagName')
  await page.setViewportSize({ width: 1280, height: 800 })
  await workbenchPage(page).open('Preview')
  // The theme of the system, which the form has too.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Present' }).click()
  const bar = page.getByRole('group', { name: 'What is presented' })
  await bar.hover()
  await expect(bar).toBeVisible()
  await expect(bar.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Open/ })).toBeHidden()
  const shop = page.locator('iframe[title="Demo shop with the form"]').contentFrame()
  const forms = {
    Modal: shop.frameLocator('iframe.ep-iframe'),
    Iframe: shop.frameLocator('iframe.ep-iframe'),
    Tab: shop,
    Embedded: shop.frameLocator('iframe.ep-iframe'),
  }
  for (const [mode, form] of Object.entries(forms)) {
    await expect(bar.getByRole('radio', { name: mode, exact: true })).toBeChecked()
    // The first press changes the language even if it was automatic.
    for (const language of ['en', 'de']) {
      if (language !== 'en') await page.keyboard.press('l')
      await expect(form.locator(`html[lang="${language}"] input`).first()).toBeVisible()
      if (mode === 'Modal')
        await expect.poll(() => scrollsBy(shop.locator('#ep-modal-container')), language).toEqual([0, 0])
      await expect.poll(() => scrollsBy(form.locator('html')), `${mode}, ${language}`).toEqual([0, 0])
      if (mode === 'Iframe') await expect(form.locator('[type=submit]')).toBeInViewport({ ratio: 1 })
    }
    await bar.getByRole('combobox', { name: 'Language of the form' }).selectOption('Automatic')
    await page.keyboard.press('m')
  }
  // The window of the form takes the focus when it opens, and gives it back.
  await expect(forms.Modal.locator('input').first()).toBeVisible()
  await expect.poll(focused).not.toBe('IFRAME')
  await page.keyboard.press('t')
  await expect(bar.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(forms.Modal.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')

  // After the bar was used, what is typed in the form stays in it.
  await bar.locator('label', { has: page.getByRole('radio', { name: 'Light' }) }).click()
  const holder = forms.Modal.locator('input[name=card_holder]')
  await expect(async () => {
    await holder.click()
    await expect.poll(focused, { timeout: 500 }).toBe('IFRAME')
    // A press counts for five seconds; the press in the form must not wait for that.
  }).toPass({ timeout: 4_800 })
  await page.keyboard.type('Nora Vale')
  await expect(holder).toHaveValue('Nora Vale')
  await page.mouse.click(700, 20)
  await expect.poll(focused).not.toBe('IFRAME')

  // Another payment for the next customer: what was typed is gone.
  await page.keyboard.press('a')
  await expect(holder).toHaveValue('')
  await page.keyboard.press('e')
  await expect(page.getByRole('table', { name: 'Events of the form' })).toContainText('onLoaded')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Events of the form' })).toBeHidden()
  await page.keyboard.press('c')
  await page.getByRole('menuitem', { name: /^Plain, declined 4111/ }).click()
  await expect(bar.getByRole('button', { name: 'Test cards' })).toHaveText('Copied')
  expect(await clipboardText(page)).toBe('4111111111111111')
  const field = (name: string) => forms.Modal.locator(`input[name=${name}]`)
  await expect(field('pan')).toHaveValue('4111 1111 1111 1111')
  await expect(field('expiry')).toHaveValue(/^12 \/ \d\d$/)
  await expect(field('cvv')).toHaveValue('123')
  await expect(holder).toHaveValue('NORA VALE')
  // The shop's page cannot fill in a card. Messages arrive in order, so the form has read this one before its own.
  await shop.locator('html').evaluate(({ ownerDocument }) => {
    ownerDocument.defaultView?.frames[0]?.postMessage({ card: { card_holder: 'A SHOP' } }, '*')
  })
  await forms.Modal.locator('html').evaluate(
    ({ ownerDocument }) =>
      new Promise<void>((resolve) => {
        const { defaultView } = ownerDocument
        defaultView?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (data === 'last') resolve()
        })
        defaultView?.postMessage('last', '*')
      }),
  )
  await expect(holder).toHaveValue('NORA VALE')
  // Keys of the workbench do nothing while the form is presented.
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  await expect(forms.Modal.locator('html')).toBeVisible()
  // The button leaves even while the events are shown.
  await page.getByRole('button', { name: 'Present' }).click()
  await page.keyboard.press('e')
  await bar.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
})
