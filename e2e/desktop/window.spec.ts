import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '#e2e/fixtures/workbench'
import { servePage } from '#e2e/fixtures/merchant/page-server'
import { test } from './recorded-windows'

test('the page gets a connection to Paybench and nothing else from the desktop', async ({
  workbench: { page },
}) => {
  const reach = await page.evaluate(() => {
    const connection = Object.entries(window).find(([name]) => name === 'paybench')?.[1] as object
    return {
      connection: Object.keys(connection).sort(),
      isFrozen: Object.isFrozen(connection),
      require: 'require' in window,
    }
  })
  expect(reach).toEqual({ connection: ['onMessage', 'send'], isFrozen: true, require: false })
})

test('the window is opened with safe preferences', ({ workbench: { recorded } }) => {
  const kinds = recorded.map(({ kind }) => kind)
  expect(kinds).not.toContain('insecure-web-preferences')
  expect(kinds).toEqual(
    expect.arrayContaining([
      'permission-request-handler',
      'permission-check-handler',
      'device-permission-handler',
    ]),
  )
})

test('a foreign address opens in the system browser and the page stays', async ({
  workbench: { page, recorded, info },
}) => {
  const opened = (): readonly unknown[] =>
    recorded.filter(({ kind }) => kind === 'open-external').map(({ detail }) => detail)
  await page.evaluate((url) => {
    window.location.assign(url)
  }, info.merchant)
  await expect.poll(opened).toEqual([`${info.merchant}/`])
  // A server must respond there: a window whose address fails at once shows an error page before the double sees it.
  const elsewhere = await servePage('<title>Elsewhere</title>')
  try {
    await page.evaluate((url) => {
      window.open(url)
    }, elsewhere.url)
    await expect.poll(opened).toEqual([`${info.merchant}/`, elsewhere.url])
    await expect(page).toHaveTitle(/Paybench$/)
    await expect.poll(() => page.context().pages().length).toBe(1)
  } finally {
    await elsewhere.close()
  }
})

test('the menu shows the data folder', async ({ workbench: { recorded, click, info } }) => {
  click('Show the data folder')
  await expect.poll(() => recorded.find(({ kind }) => kind === 'open-path')?.detail).toBe(info.dataDir)
})

test('the menu opens the third-party licences in the workbench', async ({ workbench: { page, click } }) => {
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  for (const elsewhere of ['Traffic', 'Payments']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: elsewhere }).click()
    click('Third-party licences')
    const library = page.getByRole('list', { name: 'Third-party licences' }).getByText('ws', { exact: true })
    await library.click()
    await expect(
      page.getByText('Einar Otto Stangvik', { exact: false }).filter({ visible: true }),
    ).not.toHaveCount(0)
  }
})

test('a second start brings the window to the front', async ({ workbench: { recorded }, launch }) => {
  await expect(launch()).rejects.toThrow('already running with this data folder')
  await expect.poll(() => recorded.map(({ kind }) => kind)).toContain('window-focus')
})

test('closing the window ends the program and saves the size of the window', async ({
  workbench,
  dataDir,
}) => {
  await workbench.page.close()
  expect(await workbench.close()).toBe(0)
  const state: unknown = JSON.parse(readFileSync(join(dataDir, 'window/window.json'), 'utf8'))
  expect(state).toMatchObject({ width: expect.any(Number), height: expect.any(Number), maximized: false })
})
