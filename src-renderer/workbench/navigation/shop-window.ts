import type { Command } from '#window/commands/command'
import { infoStore } from '#window/state/info'
import { shopUrl } from '#window/state/listeners'

/** Whether this is the window of the desktop program, which opens the shop in a window of its own. */
const isDesktop = (): boolean => infoStore.getState().info?.runtime.host === 'electron'

/** Opens a page of the shop in a tab, or in the desktop in a window of its own. It gets no reference to the workbench. */
export function openShop(url: string): void {
  window.open(url, '_blank', 'noopener')
}

/**
 * Opens a preview's page as {@link openShop} does; false where the browser has probably blocked the tab. A window without
 * an opener returns no reference, so the result follows from the user activation: without one, browsers block.
 */
export function openTab(url: string): boolean {
  const { userActivation } = navigator as Partial<Pick<Navigator, 'userActivation'>>
  const mayOpen = userActivation?.isActive ?? true
  openShop(url)
  return mayOpen || isDesktop()
}

/** Null before the listeners are known. */
function shop(): string | null {
  const { info } = infoStore.getState()
  return info === null ? null : shopUrl(info)
}

export const OPEN_SHOP: Command = {
  id: 'shop',
  icon: 'shop',
  label: 'Open the demo shop',
  does: 'preview.create',
  when: () => shop() !== null,
  run: () => {
    const url = shop()
    if (url !== null) openShop(url)
  },
}
