import { Schema, type Connection, type Model } from 'mongoose'
import { GroupTree } from './rules.ts'

/** All groups are stored in one document, so that every change of the tree is one compare-and-set. */
export interface TreeRecord {
  _id: string
  version: number
  groups: Record<string, GroupRecord>
}

export interface GroupRecord {
  name: string
  parentId: number | null
  /** The id of a deletion in progress. A write that refers to the group removes it, which cancels the deletion. */
  leaving?: string
}

export type TreeModel = Model<TreeRecord>

/** The group tree as it was at one version. */
export interface TreeSnapshot {
  readonly version: number
  readonly records: ReadonlyMap<number, GroupRecord>
  readonly tree: GroupTree
}

export function treeModel(connection: Connection): TreeModel {
  const schema = new Schema<TreeRecord>(
    {
      _id: String,
      version: { type: Number, required: true },
      groups: { type: Schema.Types.Mixed },
    },
    { versionKey: false, minimize: false },
  )
  return connection.model<TreeRecord>('GroupTree', schema, 'groupTree')
}

export function toSnapshot({ version, groups }: TreeRecord): TreeSnapshot {
  const records = new Map(Object.entries(groups).map(([id, record]) => [Number(id), record]))
  const tree = new GroupTree([...records].map(([id, { name, parentId }]) => ({ id, name, parentId })))
  return { version, records, tree }
}
