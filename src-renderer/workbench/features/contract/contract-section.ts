import { Marked, type Token, type Tokens } from 'marked'

/** Links within the page become buttons, and other links plain text, because the program has only this page. */
const markdown = new Marked({
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return href.startsWith('#')
        ? `<button type="button" class="link" data-place="${href.slice(1)}">${text}</button>`
        : text
    },
  },
})

const isHeading = (token: Token | undefined): token is Tokens.Heading => token?.type === 'heading'

/** The section of a place such as 5.1, or the one that contains a numbered row such as 12.13, as HTML. */
export function sectionOf(page: string, place: string) {
  const anchor = `<a id="${place}"></a>`
  const tokens = markdown.lexer(page)
  const at = tokens.findIndex(({ raw }) => raw.includes(anchor))
  const start = tokens.findLastIndex((token, index) => index <= at && isHeading(token))
  const heading = tokens[start]
  if (!isHeading(heading)) return null
  const end = tokens.findIndex(
    (token, index) => index > start && isHeading(token) && token.depth <= heading.depth,
  )
  return {
    title: heading.text.replace(/<a id="[^"]+"><\/a>/, '').replaceAll('`', ''),
    html: markdown
      .parser(tokens.slice(start + 1, end < 0 ? undefined : end))
      .replaceAll('<table>', '<table class="plain tall">')
      .replace(`<tr>\n<td>${anchor}`, `<tr class="chosen">\n<td>${anchor}`),
  }
}
