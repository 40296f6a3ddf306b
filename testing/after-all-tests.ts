const ends = new Set<() => unknown>()

/**
 * Calls `end` when the tests of this context are done, also when one has failed. A kit that several files of
 * a group use (`scripts/test/groups.ts`) can't have a hook of its own: it would belong to the first of them.
 * Programs without jest may import such a kit; they call nothing at their end.
 */
export const afterAllTests = (end: () => unknown) => void ends.add(end)

/** @throws the first error, when all have been called */
export async function endAll(): Promise<void> {
  const results = await Promise.allSettled([...ends].map((end) => Promise.resolve().then(end)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
