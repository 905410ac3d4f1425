import type { FamilyMember } from '#protocol/replay'

/** A member of a tree of replays with its children. */
export interface TreeNode {
  readonly member: FamilyMember
  readonly children: readonly TreeNode[]
}

/** The members as trees; one without its parent becomes a root. */
export function treeOf(members: readonly FamilyMember[]): readonly TreeNode[] {
  const known = new Set(members.map(({ id }) => id))
  const byParent = new Map<string, FamilyMember[]>()
  for (const member of members) {
    const parent = member.replayOf !== null && known.has(member.replayOf) ? member.replayOf : ''
    byParent.set(parent, [...(byParent.get(parent) ?? []), member])
  }
  const below = (parent: string): readonly TreeNode[] =>
    (byParent.get(parent) ?? []).map((member) => ({ member, children: below(member.id) }))
  return below('')
}

/** The messages of a check differ in what comes after its name. */
const OF_A_CHECK = /^(Check “[^”]+”); (.)(.*?)\.?$/

/** What a member is called in the tree: what was done to it comes first, because a long name is cut. */
export function memberTitle({ what, change, replayOf }: FamilyMember): string {
  if (change !== '')
    return change.replace(
      OF_A_CHECK,
      (_, check: string, first: string, rest: string) => `${first.toUpperCase()}${rest}. ${check}`,
    )
  if (what === 'capture') return 'Captured request'
  return replayOf === null ? 'Original' : 'Replay'
}

/** The merchant's verdict in a word or two. */
export function memberVerdict(member: FamilyMember): { readonly text: string; readonly good: boolean } {
  const { state, lastStatus, attemptCount } = member
  if (lastStatus !== undefined) return { text: String(lastStatus), good: lastStatus === 200 }
  if (attemptCount > 0 && state === 'failed') return { text: 'none', good: false }
  return { text: state, good: state !== 'dropped' && state !== 'failed' }
}
