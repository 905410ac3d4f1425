import { projectSwitches, type ProjectView } from '#protocol/projects'
import { METHOD_DECLINE_CODE } from '#domain/result-code/result-codes'
import { DAY_MS } from '#lib/time/time'
import { SelectField } from '#window/ui/Field.tsx'
import type { SettingProps } from './Saving'
import { CUSTOMER_MODES, typedSetting } from './setting-values'
import { TextSetting } from './TextSetting'

type Customers = ProjectView['switches']['customers']

const AFTER_MS = 5000

/** What each choice begins with. */
const BEGINNINGS: Readonly<Record<Customers['mode'], Customers>> = {
  wait: { mode: 'wait' },
  pay: { mode: 'pay', afterMs: AFTER_MS, percent: 100 },
  decline: { mode: 'decline', afterMs: AFTER_MS, code: METHOD_DECLINE_CODE },
  leave: { mode: 'leave', afterMs: AFTER_MS },
}

const DETAILS = [
  {
    key: 'afterMs',
    label: 'After',
    control: { kind: 'duration', standard: AFTER_MS, minMs: 0, maxMs: 365 * DAY_MS },
  },
  { key: 'percent', label: 'Percentage paid', control: { kind: 'count', standard: 100, min: 1, max: 200 } },
  { key: 'code', label: 'Result code', control: { kind: 'resultCode', standard: METHOD_DECLINE_CODE } },
] as const

/** What customers of methods do if nobody decides first, with the members that belong to the choice. */
export function CustomersSetting({ label, help, error, value, onSave }: SettingProps<Customers>) {
  const members: Readonly<Record<string, unknown>> = value
  const changed = (key: string, member: unknown): Customers | null =>
    projectSwitches.shape.customers.safeParse({ ...value, [key]: member }).data ?? null
  return (
    <div className="stack">
      <SelectField
        label={label}
        help={help}
        error={error}
        value={value.mode}
        options={CUSTOMER_MODES}
        onChange={(mode) => onSave(BEGINNINGS[mode])}
      />
      {DETAILS.filter(({ key }) => members[key] !== undefined).map(({ key, label, control }) => {
        const { text, read, remedy, mono = false } = typedSetting(control, members[key])
        return (
          <TextSetting
            key={key}
            label={label}
            value={text}
            mono={mono}
            check={(typed) => (changed(key, read(typed)) === null ? remedy : null)}
            onSave={(typed) => {
              const next = changed(key, read(typed))
              if (next !== null) onSave(next)
            }}
          />
        )
      })}
    </div>
  )
}
