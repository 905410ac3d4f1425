import { expect } from '#e2e/fixtures/workbench'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { test, withDesktop } from './recorded-windows'

test('a link from macOS or from a second start shows its payment in the open window', async ({
  workbench: { page, api, openLink, recorded, click },
  launch,
}) => {
  const { detail, row } = workbenchPage(page)
  const one = await api('payments.create', { amount: 1000, currency: 'EUR', paymentId: 'one' })
  const two = await api('payments.create', { amount: 2000, currency: 'EUR', paymentId: 'two' })
  await workbenchPage(page).open('Payments')
  await expect(row(/two/)).toBeVisible()
  openLink(`paybench://open/payments/${one.key}`)
  await expect(detail('Payment one')).toBeVisible()

  await expect(launch(`paybench://open/payments/${two.key}`)).rejects.toThrow('already running')
  await expect(detail('Payment two')).toBeVisible()
  expect(recorded.map(({ kind }) => kind)).toContain('window-focus')
  click('Back')
  await expect(detail('Payment one')).toBeVisible()
  click('Forward')
  await expect(detail('Payment two')).toBeVisible()
})

test('a link that cannot be read shows why and opens nothing', async ({
  workbench: { page, openLink, recorded },
}) => {
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  openLink('paybench://open/payments/a b" --data-dir')
  await expect(page.getByRole('alert')).toContainText('There is nothing at this address')
  expect(recorded.filter(({ kind }) => kind === 'open-external')).toEqual([])
})

test('a program started with a link shows the linked payment @long', async ({ launch, workbench }) => {
  const { key } = await workbench.api('payments.create', {
    amount: 1000,
    currency: 'EUR',
    paymentId: 'linked',
  })
  expect(await workbench.close()).toBe(0)
  const { page } = await launch(`paybench://open/payments/${key}`)
  await expect(workbenchPage(page).detail('Payment linked')).toBeVisible()
})

test('only an installed program registers itself as the handler of links @long', async ({ workbench }) => {
  expect(workbench.recorded.filter(({ kind }) => kind === 'protocol-client')).toEqual([])
  await withDesktop({ isPackaged: true }, ({ recorded }) => {
    expect(recorded.filter(({ kind }) => kind === 'protocol-client')).toEqual([
      { kind: 'protocol-client', detail: 'paybench' },
    ])
    return Promise.resolve()
  })
})
