type Present<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> }

/** A copy with only these members. */
export function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  ...names: readonly Name[]
) {
  const picked: Partial<Pick<Whole, Name>> = {}
  for (const name of names) picked[name] = whole[name]
  return picked as Pick<Whole, Name>
}

/** The members under names that begin with the prefix and a dot, such as `faults.put`. */
export function prefixed<Prefix extends string, Members extends object>(
  prefix: Prefix,
  members: Members,
): { [Name in keyof Members & string as `${Prefix}.${Name}`]: Members[Name] }
export function prefixed(prefix: string, members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}.${name}`, value]))
}

/** A copy without the members that are null or undefined. */
export function present<Members extends object>(members: Members): Present<Members> {
  const kept: Partial<Members> = {}
  for (const name in members) if ((members[name] ?? null) !== null) kept[name] = members[name]
  return kept as Present<Members>
}
