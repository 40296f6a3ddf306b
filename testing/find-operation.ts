import { mostLiteralFirst } from '../services/platform/http/routes.ts'

/** Finds the operation that a request reaches in a service. The path may have a query. */
export function operationFinder<O extends { readonly method: string; readonly path: string }>(
  operations: readonly O[],
) {
  const patterns = operations.toSorted(mostLiteralFirst).map(({ path }) => ({
    path,
    pattern: new RegExp(`^(/api/v2)?${path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`),
  }))
  return (method: string, target: string): O | undefined => {
    const [sent = ''] = target.split('?', 1)
    const path = patterns.find(({ pattern }) => pattern.test(sent))?.path
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    return operations.find((operation) => operation.path === path && operation.method === name)
  }
}
