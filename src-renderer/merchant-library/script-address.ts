import { refuse } from './refuse'

/** The theme from `data-theme` of the library's script element; null without one. */
export function themeBesideLibrary(scripts: ArrayLike<HTMLScriptElement>): string | null {
  for (let n = 0; ; n++) {
    const script = scripts[n]
    if (script === undefined) return null
    if (/\/merchant\.js$/.test(script.src)) return script.getAttribute('data-theme')
  }
}

/**
 * The origin of the first script whose address ends in `/merchant.js`, port included; null where there is none.
 * @throws a text where the address has no host, such as a file URL (contract 8.1)
 */
export function originOfLibrary(scripts: ArrayLike<HTMLScriptElement>): string | null {
  for (let n = 0; ; n++) {
    const script = scripts[n]
    if (script === undefined) return null
    const found = /^(.*)\/merchant\.js$/.exec(script.src)
    if (found === null) continue
    const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(String(found[1]))
    return origin === null
      ? refuse('The address of merchant.js does not tell where the form is. Set cfg.baseUrl.')
      : origin[0]
  }
}
