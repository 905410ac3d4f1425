import type { Page } from '@playwright/test'
import { expect, type Workbench } from '#e2e/fixtures/workbench'

/** Details of the events of this kind that the Electron double recorded, in order. */
export const details = ({ recorded }: Workbench, wanted: string): readonly unknown[] =>
  recorded.filter(({ kind }) => kind === wanted).map(({ detail }) => detail)

/**
 * The page of the window that the program opens for an address of our listeners. The double also shows the window that
 * the workbench's page requested, until it is closed because the program denies it.
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
  // A new page has another address at first.
  const showing = (): Page | undefined => pages().find((candidate) => candidate.url() === url)
  await expect.poll(showing).toBeDefined()
  const shown = showing()
  if (shown === undefined) throw new Error('the window has gone')
  return shown
}
