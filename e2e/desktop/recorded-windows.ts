import type { Page } from '@playwright/test'
import { expect, type Workbench } from '#e2e/fixtures/workbench'

/** What the Electron double recorded of this kind, in its order. */
export const details = ({ recorded }: Workbench, wanted: string): readonly unknown[] =>
  recorded.filter(({ kind }) => kind === wanted).map(({ detail }) => detail)

/**
 * The page of the window that the program opens for an address of our listeners. The double shows the window that the
 * workbench's page asked for as well, until it is closed as denied.
 */
export async function openedWindow(workbench: Workbench, url: string): Promise<Page> {
  const { page } = workbench
  const pages = (): readonly Page[] => page.context().pages()
  const before = pages().length
  await page.evaluate((address) => {
    window.open(address)
  }, url)
  await expect.poll(() => details(workbench, 'loaded')).toContain(url)
  await expect.poll(() => pages().length).toBe(before + 1)
  // A page that was just made still has another address.
  const showing = (): Page | undefined => pages().find((candidate) => candidate.url() === url)
  await expect.poll(showing).toBeDefined()
  const shown = showing()
  if (shown === undefined) throw new Error('the window has gone')
  return shown
}
