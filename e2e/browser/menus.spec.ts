import { expect, test } from '#e2e/pages/test'

test('projects are aligned in the project menu', async ({ workbench: { page, api } }) => {
  const long = `A project ${'with a long name '.repeat(4)}`.trim()
  for (const name of ['Short', long, 'Scenario: A sale']) await api('projects.create', { name })
  await page.getByRole('button', { name: 'Project: all projects' }).click()
  const menu = page.getByRole('menu', { name: /^Project/ })
  await expect(menu.getByRole('menuitemradio')).toHaveCount(5)
  const lefts = await menu
    .getByRole('menuitemradio')
    .locator('.clip')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left))
  expect(new Set(lefts).size).toBe(1)
  const made = menu.getByRole('group', { name: 'Made by scenarios' })
  await expect(made.getByRole('menuitemradio')).toHaveText([/^A sale\d+$/])
})
