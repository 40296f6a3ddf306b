import { posix } from 'node:path'

/**
 * The relative reference that leads from one path to another (RFC 3986, section 4.2). A caller resolves it
 * against the address that it has called, so it is right behind a proxy that serves Rollcall below a path.
 *
 * @param from the path that was called, with or without a slash at its end
 */
export function relativeTo(from: string, to: string): string {
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  // A query or a fragment belongs to what is before it.
  const [target = '', ...rest] = to.split(/(?=[?#])/)
  const path = posix.relative(folder, target) || '.'
  return (target.endsWith('/') ? `${path}/` : path) + rest.join('')
}
