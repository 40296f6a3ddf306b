/** The real thing, but for some of its methods. */
export const wrapped = <T extends object>(real: T, instead: Partial<T>): T =>
  new Proxy(real, {
    get(target, name) {
      const found: unknown = Reflect.get(name in instead ? instead : target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
