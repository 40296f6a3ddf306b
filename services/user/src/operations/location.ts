/** Where a new record is read, in the path form that the caller uses (decisions S2, S9). */
export const locationOf = (target: string, id: number): { location: string } => ({
  location: `${target.replace(/\/?$/, '/')}${id}/`,
})

/** The same for a record that was put where it is. */
export const locationOfPut = (target: string): { location: string } => ({
  location: target.replace(/\/?$/, '/'),
})
