import { useState } from 'react'
import type { MethodName } from '../../../../src-main/protocol/methods'
import { useGuard } from '../../ui/guard'

interface RuleSwitchProps {
  /** As the bench has it. */
  readonly isOn: boolean
  readonly label: string
  readonly does: MethodName
  /** Settles once the bench has taken it or refused it. */
  readonly onSwitch: (enabled: boolean) => Promise<void>
}

/** Switches a rule on and off; it shows what it was set to until the bench has taken that. */
export function RuleSwitch({ isOn, label, does, onSwitch }: RuleSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const guard = useGuard(does)
  const set = async (enabled: boolean): Promise<void> => {
    setWanted(enabled)
    await onSwitch(enabled)
    setWanted(null)
  }
  return (
    <label className="check" title={isOn ? 'Turn this rule off' : 'Turn this rule on'}>
      <input
        type="checkbox"
        checked={wanted ?? isOn}
        aria-label={label}
        {...guard.attributes}
        onChange={(event) => {
          const { checked } = event.target
          guard.run(() => void set(checked))
        }}
      />
    </label>
  )
}
