/** Rows of the tables below a heading of a page, each with its cells, without the heads of the tables. */
export function rowsBelow(page: string, heading: string): readonly (readonly string[])[] {
  const section = page.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
