/** The member of that name; undefined for a name such as `constructor`, which every object inherits. */
export const ownMember = <Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined
