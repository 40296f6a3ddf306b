type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that have a value. As a condition, a field that is undefined would match nothing. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
