const NAME_LINE = /^name:[ \t]*(.{1,200})$/m

/** The name of a scenario whose file has mistakes, for a list; null where no line gives it. */
export function nameInText(text: string): string | null {
  const written = NAME_LINE.exec(text)?.[1]?.trim() ?? ''
  const name = written.replace(/^(['"])(.*)\1$/, '$2')
  return name === '' ? null : name
}
