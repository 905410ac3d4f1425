import { fillBench } from '#e2e/pages/filled-bench'
import { PAGES } from '#e2e/pages/every-view'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'

test('the page sends requests only to Paybench', async ({ launch, workbenchHost }) => {
  const { page, info, api } = await launch()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('websocket', (socket) => requested.push(socket.url()))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
  await fillBench(api, `${info.merchant}/callbacks`)
  await expect(workbenchPage(page).row(/Order-7/)).toBeVisible()
  for (const view of PAGES) await view.open(page)

  const own = workbenchHost === 'browser' ? new URL(info.workbench ?? '').host : new URL(page.url()).host
  const hosts = requested.filter((url) => !/^(?:data|blob):/.test(url)).map((url) => new URL(url).host)
  expect(hosts.length).toBeGreaterThan(1)
  expect([...new Set(hosts)]).toEqual([own])
})
