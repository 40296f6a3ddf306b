import { CommandError } from '../../local/support/command-error.ts'

/**
 * The items whose text contains `only`. @throws CommandError when there are none, because a run without
 * faults finds nothing
 */
export function matching<T>(only: string, items: readonly T[], textOf: (item: T) => string): T[] {
  const found = items.filter((item) => textOf(item).includes(only))
  if (found.length > 0) return found
  throw new CommandError(`--only ${only} is in none of: ${items.map(textOf).join('; ')}`)
}
