/** No record has an id of this size. */
export const NOWHERE = 999_999_990

/** What the names of calls stand for in one portal, and the names of the ids that its responses show. */
export class Names {
  /** What all its texts begin with. */
  readonly tag: string
  /** What a name stands for: `userId.outside.1`. */
  readonly #values = new Map<string, string | number>()
  /** The names of ids, and `new 1`, `new 2` … for those that the responses brought. */
  readonly #names = new Map<string, string>()
  #news = 0

  constructor(tag: string) {
    this.tag = tag
  }

  /** The value of a name. */
  valueOf(name: string): string | number {
    const [kind = '', place, index] = name.split('.')
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const isNumber = kind.endsWith('Id')
    // What does not exist is the same everywhere.
    return isNumber ? NOWHERE + Number(index) : this.text(`${kind}-${place}-${index}`, kind)
  }

  idOf(name: string): number {
    return this.valueOf(name) as number
  }

  /** The name of an id: what is not known yet is new, in the order in which it is shown. */
  nameOf(id: number, kind: 'record' | 'delivery' = 'record'): string {
    const key = `${kind} ${id}`
    const name = this.#names.get(key) ?? `new ${++this.#news}`
    this.#names.set(key, name)
    return name
  }

  protected text(name: string, kind = ''): string {
    return `${this.tag}${name}${kind === 'email' ? '@example.org' : ''}`
  }

  protected set(name: string, value: string | number): void {
    this.#values.set(name, value)
    if (typeof value !== 'number') return
    const key = `${name.startsWith('deliveryId') ? 'delivery' : 'record'} ${value}`
    if (!this.#names.has(key)) this.#names.set(key, name)
  }
}
