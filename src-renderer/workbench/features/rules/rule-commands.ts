import type { Command } from '#window/commands/command'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { openView, viewLabel } from '#window/navigation/views'
import type { NamedDraft, RuleFamily } from './rule-family'

/** What the palette offers for all rules of a family. */
export function ruleCommands<Draft extends NamedDraft>(
  { view, does, commands }: RuleFamily<Draft>,
  icon: IconName,
): readonly Command[] {
  const label = viewLabel(view)
  const all = `all ${label.toLowerCase()}`
  return [
    { id: view, group: 'Go to', icon, label, run: () => openView(view) },
    {
      id: `${view} off`,
      icon: 'state-dropped',
      label: `Turn off ${all}`,
      does: does('switch'),
      run: commands.allOff,
    },
    {
      id: `${view} reset`,
      icon: 'undo',
      label: `Reset the counts of ${all}`,
      does: does('resetCounts'),
      run: (bench) => commands.resetCounts(bench),
    },
  ]
}
