type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that have a value. MongoDB would take undefined for null; a query string would show it. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
