/** Control and format characters, separators and lone surrogates: they are invisible, and some reorder the text around them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]/gu

/** An id with its invisible characters written out: `Shop\u202e1` as `Shop⟨U+202E⟩1`. */
export function visibleId(id: string): string {
  return id.replaceAll(
    INVISIBLE,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

/** So many characters at the end of an id are shown in any case: there ids of one series differ. */
const TAIL = 6

/** An id in two parts, of which the first is cut where there is no room. */
export function partsOfId(id: string): { readonly head: string; readonly tail: string } {
  const characters = Array.from(visibleId(id))
  const at = characters.length <= TAIL ? 0 : characters.length - TAIL
  return { head: characters.slice(0, at).join(''), tail: characters.slice(at).join('') }
}
