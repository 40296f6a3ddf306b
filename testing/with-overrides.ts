/** The real object with some of its methods replaced. */
export function withOverrides<T extends object>(real: T, overrides: Partial<T>): T {
  return new Proxy(real, {
    get(target, name) {
      const found: unknown = Reflect.get(name in overrides ? overrides : target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}
