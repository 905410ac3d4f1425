type Primitive = string | number | boolean | null | undefined

/** A value of which nothing can be changed, however deep. */
export type ReadonlyDeep<Value> = Value extends Primitive
  ? Value
  : { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
