import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
}

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly TabItem<Value>[]
  /** Shown between the tabs and the panel. */
  readonly below: ReactNode
}

/** A row of tabs and the panel of the chosen one; only that panel is mounted. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, items, below } = props
  return (
    <Primitive.Root
      className="column fill"
      value={value}
      onValueChange={(next) => {
        const item = items.find((candidate) => candidate.value === next)
        if (item !== undefined) onChange(item.value)
      }}
    >
      <Primitive.List className="tabs" aria-label={label}>
        {items.map((item) => (
          <Primitive.Trigger key={item.value} value={item.value} type="button">
            <span className="tab-label" data-label={item.label}>
              {item.label}
            </span>
            {item.count === undefined ? null : <span className="n">{item.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {below}
      {items.map((item) => (
        <Primitive.Content key={item.value} value={item.value} className="column fill msg-panel">
          {item.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
