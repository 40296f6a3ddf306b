const ends = new Set<() => unknown>()

/**
 * Calls `end` when the tests of this context are done, also when one has failed. A kit that several files of
 * a group use (`scripts/test/groups.ts`) can't have a hook of its own: it would belong to the first of them.
 * Programs without jest may import such a kit; they call nothing at their end.
 */
export const afterAllTests = (end: () => unknown) => void ends.add(end)

export async function endAll(): Promise<void> {
  for (const end of ends) await end()
}
