import type { Group } from '@rollcall/client/operator'
import { onOneLine } from '../output.ts'
import { everyRecord } from '../paging.ts'
import { command, type Noun } from './table.ts'

export const groups: Noun = {
  describe: 'Groups of users and courses, which decide what a service account can see',
  commands: {
    tree: command({
      describe: 'Show all groups as a tree',
      examples: { tree: 'all groups, each below its parent' },
      async run({ api, output }) {
        const all = await Array.fromAsync(everyRecord((page) => api.user.listGroupsRaw(page)))
        if (output.json) await output.list(all, [])
        else for (const line of treeOf(all)) await output.line(line)
      },
    }),
  },
}

/** One line for each group, below its parent and by name. */
function* treeOf(all: readonly Group[]): Generator<string> {
  const children = Map.groupBy(all, ({ parentId }) => parentId)
  yield* below(null, '')

  function* below(parentId: number | null, indent: string): Generator<string> {
    const groups = (children.get(parentId) ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
    for (const [i, { id, name }] of groups.entries()) {
      const isLast = i === groups.length - 1
      const [branch, rest] = parentId === null ? ['', ''] : isLast ? ['└─ ', '   '] : ['├─ ', '│  ']
      yield `${indent}${branch}${onOneLine(name)} (${id})`
      yield* below(id, indent + rest)
    }
  }
}
