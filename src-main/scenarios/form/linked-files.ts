const FILE = /\/merchant\.(?:js|css)(?:[?#]|$)/

/** The addresses in a page of the library and of its styles, wherever they come from. */
export const linkedFiles = (page: string): readonly string[] =>
  [...page.matchAll(/\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/gi)].flatMap(([, address = '']) =>
    FILE.test(address) ? [address] : [],
  )
