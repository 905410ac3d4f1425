import { useInfo } from '#window/state/info'
import { openShop } from '#window/navigation/shop-window'
import { shopUrl } from '#window/state/listeners'
import { setPreferences } from '#window/state/preferences'
import type { Page } from '#window/state/preferences-shape'
import { Icon } from '#window/ui/Icon.tsx'
import { type PageEntry, PAGES } from './pages'

function RailLink({ entry, current }: { readonly entry: PageEntry; readonly current: boolean }) {
  const failing = useInfo((state) => state.info?.counters.failingCallbacks ?? 0)
  const count = entry.page === 'callbacks' ? failing : 0
  return (
    <li>
      <a
        href={`#${entry.page}`}
        aria-current={current ? 'page' : undefined}
        onClick={(event) => {
          event.preventDefault()
          setPreferences({ page: entry.page })
        }}
      >
        <Icon name={entry.icon} />
        {entry.label}
        {count === 0 ? null : (
          <span className="count">
            {count > 99 ? '99+' : count}
            <span className="sr"> failing</span>
          </span>
        )}
      </a>
    </li>
  )
}

/** The pages. @param page the one on the screen; null for none of them */
export function Rail({ page }: { readonly page: Page | null }) {
  const shop = useInfo((state) => (state.info === null ? null : shopUrl(state.info)))
  const links = (atEnd: boolean) =>
    PAGES.filter((entry) => (entry.atEnd ?? false) === atEnd).map((entry) => (
      <RailLink key={entry.page} entry={entry} current={entry.page === page} />
    ))
  return (
    <nav className="rail" aria-label="Pages">
      <ul>
        {links(false)}
        {shop === null ? null : (
          <li>
            <a
              href={shop}
              target="_blank"
              rel="noopener"
              title="The demo shop, as a customer sees it. Opens in its own tab or window."
              onClick={(event) => {
                event.preventDefault()
                openShop(shop)
              }}
            >
              <Icon name="shop" />
              Shop
              <span className="sr"> (demo shop, opens in its own tab or window)</span>
            </a>
          </li>
        )}
      </ul>
      <ul className="bottom">{links(true)}</ul>
    </nav>
  )
}
