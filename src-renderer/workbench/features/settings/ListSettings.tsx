import type { ProjectView } from '#protocol/projects'
import { COLLECTABLE_PATHS, MAX_COLLECTED_FIELDS } from '#domain/project/project'
import { Button } from '#window/ui/Button.tsx'
import { Check, Select } from '#window/ui/Field.tsx'
import { type ComponentProps, useState } from 'react'
import { ListSetting, type SettingProps } from './Saving'
import { present } from '#lib/members'
import { checkUrl } from './setting-values'

type CollectedField = ProjectView['switches']['collectedFields'][number]

export function CollectedFields(props: SettingProps<readonly CollectedField[]>) {
  const { value: fields, onSave } = props
  const change = (path: string, part: Partial<CollectedField>): void => {
    onSave(fields.map((field) => (field.path === path ? { ...field, ...part } : field)))
  }
  const left = COLLECTABLE_PATHS.filter((path) => !fields.some((field) => field.path === path))
  const flag = (field: CollectedField, name: 'required' | 'shown') => (
    <Check
      checked={field[name]}
      aria-label={`${field.path} ${name}`}
      onChange={(checked) => change(field.path, { [name]: checked })}
    >
      {name}
    </Check>
  )
  return (
    <ListSetting
      {...props}
      rows={fields.map((field) => (
        <li className="collected-field" key={field.path}>
          <code className="clip">{field.path}</code>
          {flag(field, 'required')}
          {flag(field, 'shown')}
          <Button
            look="quiet"
            icon="trash"
            aria-label={`Remove ${field.path}`}
            onClick={() => onSave(fields.filter(({ path }) => path !== field.path))}
          />
        </li>
      ))}
    >
      {fields.length >= MAX_COLLECTED_FIELDS ? null : (
        <Select
          label="Add a field that the form collects"
          value=""
          options={[
            { value: '', label: 'Add a field…' },
            ...left.map((path) => ({ value: path, label: path })),
          ]}
          onChange={(path) => {
            if (path !== '') onSave([...fields, { path, required: true, shown: true }])
          }}
        />
      )}
    </ListSetting>
  )
}

type Rule = ProjectView['switches']['callbackRules'][number]

const RESULTS = [
  { value: 'any', label: 'any result' },
  { value: 'success', label: 'success' },
  { value: 'decline', label: 'decline' },
] as const

interface RuleRowProps {
  readonly number: number
  readonly rule: Rule
  readonly onSave: (rule: Rule) => void
  readonly onRemove: () => void
}

const tidyRule = ({ url, paymentType = '', method = '', result }: Rule): Rule => ({
  url: url.trim(),
  ...present({ paymentType: paymentType.trim() || null, method: method.trim() || null, result }),
})

function RuleRow({ number, rule, onSave, onRemove }: RuleRowProps) {
  const [typed, setTyped] = useState(rule)
  const error = typed.url.trim() === '' ? 'Enter the address of this rule.' : checkUrl(typed.url)
  const finish = (next: Rule = typed): void => {
    const isChanged = JSON.stringify(tidyRule(next)) !== JSON.stringify(tidyRule(rule))
    if (error === null && isChanged) onSave(tidyRule(next))
  }
  const text = (label: string, key: 'paymentType' | 'method' | 'url', more: ComponentProps<'input'>) => (
    <input
      className="input"
      aria-label={`${label} of rule ${number}`}
      value={typed[key] ?? ''}
      maxLength={50}
      onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
      onBlur={() => finish()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
      }}
      {...more}
    />
  )
  return (
    <li className="rule">
      {text('Payment type', 'paymentType', { placeholder: 'any type' })}
      <Select
        label={`Result of rule ${number}`}
        value={rule.result ?? 'any'}
        options={RESULTS}
        onChange={(result) => finish({ ...typed, result: result === 'any' ? undefined : result })}
      />
      {text('Method', 'method', { placeholder: 'any method' })}
      {text('Address', 'url', {
        className: 'input mono',
        'aria-invalid': error !== null,
        placeholder: 'https://…',
        maxLength: 2000,
      })}
      <Button look="quiet" icon="trash" aria-label={`Remove rule ${number}`} onClick={onRemove} />
      {error === null ? null : <span className="bad">{error}</span>}
    </li>
  )
}

/** Rules that send callbacks to other addresses. A new rule is saved once it has an address. */
export function CallbackRules(props: SettingProps<readonly Rule[]>) {
  const { value: rules, onSave } = props
  const [adding, setAdding] = useState(false)
  const shown = adding ? [...rules, { url: '' }] : rules
  return (
    <ListSetting
      {...props}
      rows={shown.map((rule, index) => (
        <RuleRow
          key={`${index} ${JSON.stringify(rule)}`}
          number={index + 1}
          rule={rule}
          onSave={(next) => {
            setAdding(false)
            onSave(rules.toSpliced(index, 1, next))
          }}
          onRemove={() => {
            if (index >= rules.length) setAdding(false)
            else onSave(rules.toSpliced(index, 1))
          }}
        />
      ))}
    >
      <Button
        size="small"
        icon="plus"
        disabled={adding || rules.length >= 50}
        onClick={() => setAdding(true)}
      >
        Add a rule
      </Button>
    </ListSetting>
  )
}
