type Present<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> }

/** A copy with only these members. */
export const pick = <Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  ...names: readonly Name[]
): Pick<Whole, Name> =>
  Object.fromEntries(names.map((name) => [name, whole[name]] as const)) as Pick<Whole, Name>

/** A copy without the members that are null or undefined. */
export const present = <Members extends object>(members: Members): Present<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => (value ?? null) !== null),
  ) as Present<Members>
