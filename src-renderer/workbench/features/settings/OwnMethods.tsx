import { MAX_OWN_METHODS, type Method, method as methodShape } from '#domain/project/method-shape'
import { Button } from '#window/ui/Button.tsx'
import { Check, SelectField } from '#window/ui/Field.tsx'
import { useState } from 'react'
import { AddByWords } from './AddByWords'
import {
  fieldProblem,
  freeParameters,
  METHOD_FIELDS,
  type MethodFieldName,
  newMethod,
  OTHER_OPERATIONS,
  showsItems,
  WAY_OPTIONS,
  withOperation,
  withParameter,
  withWay,
} from './own-methods'
import { ListSetting, type SettingProps, useShownValue } from './Saving'
import { TextSetting } from './TextSetting'

interface MethodRowProps {
  readonly method: Method
  readonly onSave: (method: Method) => void
  readonly onRemove: () => void
}

function MethodRow({ method, onSave, onRemove }: MethodRowProps) {
  const { path, operations } = method
  const way = operations.sale?.customer?.[0] ?? 'none'
  const save = (next: unknown): void => {
    const { data } = methodShape.safeParse(next)
    if (data !== undefined) onSave(data)
  }
  const field = (name: MethodFieldName) => {
    const { placeholder, write, read, remedy: _, ...shown } = METHOD_FIELDS[name]
    return (
      <TextSetting
        {...shown}
        placeholder={placeholder(method)}
        value={write(method)}
        check={(text) => fieldProblem(name, text, method)}
        onSave={(text) => save(read(text, method))}
      />
    )
  }
  return (
    <div className="own-method" role="group" aria-label={`Method ${path}`}>
      {field('path')}
      <SelectField
        label="What happens to the customer"
        value={way}
        options={WAY_OPTIONS}
        onChange={(next) => save(withWay(method, next))}
      />
      {field('name')}
      {field('form')}
      <div className="stack">
        {field('parameters')}
        <AddByWords
          label="Add a parameter"
          to={path}
          placeholder="Part of a name, such as account"
          search={(letters) => freeParameters(method, letters)}
          onAdd={(name) => save(withParameter(method, name))}
        />
      </div>
      {showsItems(way) ? field('display') : <span />}
      {field('currencies')}
      <div className="field">
        {OTHER_OPERATIONS.map(({ name, label }) => (
          <Check
            key={name}
            checked={operations[name] !== undefined}
            onChange={(has) => save(withOperation(method, name, has))}
          >
            {label}
          </Check>
        ))}
      </div>
      <p className="row small mid">
        <span>
          A sale is <code>POST /v2/payment/{path}/sale</code>
        </span>
        <Button look="quiet" icon="trash" className="end" aria-label={`Remove ${path}`} onClick={onRemove} />
      </p>
    </div>
  )
}

/** Methods that the tester adds. A new one works at once; every part of it is saved as soon as it is set. */
export function OwnMethods(props: SettingProps<readonly Method[]>) {
  const [methods, setMethods] = useShownValue(props)
  // A row is known by its place, because its path may change; once another is removed, it is at another place.
  const [removed, setRemoved] = useState(0)
  const save = (next: readonly Method[]): void => {
    setMethods(next)
    props.onSave(next)
  }
  return (
    <ListSetting
      {...props}
      rows={methods.map((method, index) => (
        <li key={`${removed} ${index}`}>
          <MethodRow
            method={method}
            onSave={(next) => save(methods.with(index, next))}
            onRemove={() => {
              setRemoved(removed + 1)
              save(methods.toSpliced(index, 1))
            }}
          />
        </li>
      ))}
    >
      <Button
        size="small"
        icon="plus"
        disabled={methods.length >= MAX_OWN_METHODS}
        onClick={() => save([...methods, newMethod(methods)])}
      >
        Add a method
      </Button>
    </ListSetting>
  )
}
