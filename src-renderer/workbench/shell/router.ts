import { useEffect } from 'react'
import { preferencesStore, setPreferences, usePreferences } from '../state/preferences'
import { LICENCES } from '../state/preferences-shape'
import type { Page } from '../state/preferences-shape'
import { PAGES, pageLabel } from './pages'

function pageOf(hash: string): Page | null {
  return PAGES.find((entry) => `#${entry.page}` === hash)?.page ?? null
}

/** The menu of the desktop asks for this address. */
const LICENCES_HASH = `#settings/${LICENCES}`

/** The page on the screen. The address follows it, so that back and forward work. */
export function usePage(): Page {
  const page = usePreferences((state) => state.page)
  useEffect(() => {
    const follow = (): void => {
      if (location.hash === LICENCES_HASH) {
        setPreferences({ page: 'settings', settings: LICENCES })
        // A reload restores what is open then.
        history.replaceState(null, '', '#settings')
        return
      }
      const wanted = pageOf(location.hash)
      if (wanted !== null && wanted !== preferencesStore.getState().page) setPreferences({ page: wanted })
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => {
      window.removeEventListener('hashchange', follow)
    }
  }, [])
  useEffect(() => {
    document.title = `${pageLabel(page)} · Paybench`
    if (pageOf(location.hash) !== page) history.pushState(null, '', `#${page}`)
  }, [page])
  return page
}
